import { OptionSection } from './option-section.tsx'
import { factorSection, serverSection, serviceSections, signInSection } from './option-sections.ts'
import { OptionSurface } from './option-surface.tsx'
import { WhitelistSection } from './whitelist-section.tsx'

const index = [
  'section.general',
  'section.sign-in',
  'section.second-factor',
  'section.whitelist',
  ...serviceSections.map(({ name }) => `section.${name}` as const),
] as const

export const SystemTab = () => (
  <OptionSurface index={index}>
    {(stored) => (
      <>
        <OptionSection section={serverSection} stored={stored} />
        <OptionSection section={signInSection} stored={stored} />
        <OptionSection section={factorSection} stored={stored} />
        <WhitelistSection stored={stored} />
        {serviceSections.map((section) => (
          <OptionSection key={section.name} section={section} stored={stored} />
        ))}
      </>
    )}
  </OptionSurface>
)
