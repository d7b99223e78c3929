import { OptionSection } from './option-section.tsx'
import { serverSection, serviceSections, signInSection } from './option-sections.ts'
import { OptionSurface } from './option-surface.tsx'
import { WhitelistSection } from './whitelist-section.tsx'

export const SystemTab = () => (
  <OptionSurface>
    {(stored) => (
      <>
        <OptionSection section={serverSection} stored={stored} />
        <OptionSection section={signInSection} stored={stored} />
        <WhitelistSection stored={stored} />
        {serviceSections.map((section) => (
          <OptionSection key={section.name} section={section} stored={stored} />
        ))}
      </>
    )}
  </OptionSurface>
)
