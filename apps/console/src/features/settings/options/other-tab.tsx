import { CheckUpdates } from './check-updates.tsx'
import { ClearLogs } from './clear-logs.tsx'
import { OptionSection } from './option-section.tsx'
import { monitorSection, quotaSection, ratioSection } from './option-sections.ts'
import { OptionSurface } from './option-surface.tsx'
import { TextOption } from './text-option.tsx'

const index = [
  'option.Notice',
  'option.SystemName',
  'option.Theme',
  'option.Logo',
  'option.HomePageContent',
  'option.About',
  'option.Footer',
  'section.updates',
  'section.history',
  'section.monitor',
  'section.quota',
  'section.ratio',
] as const

export const OtherTab = () => (
  <OptionSurface index={index}>
    {(stored) => (
      <>
        <TextOption option="Notice" kind="markdown" help="option.help.Markdown" stored={stored} />
        <TextOption option="SystemName" stored={stored} />
        <TextOption option="Theme" help="option.help.Theme" stored={stored} />
        <TextOption option="Logo" help="option.help.Logo" stored={stored} />
        <TextOption option="HomePageContent" kind="markdown" help="option.help.Page" stored={stored} />
        <TextOption option="About" kind="markdown" help="option.help.Page" stored={stored} />
        <TextOption option="Footer" help="option.help.Footer" stored={stored} />
        <CheckUpdates />
        <ClearLogs twin="operation" />
        <OptionSection section={monitorSection} stored={stored} twin="operation" />
        <OptionSection section={quotaSection} stored={stored} twin="operation" />
        <OptionSection section={ratioSection} stored={stored} twin="operation" />
      </>
    )}
  </OptionSurface>
)
