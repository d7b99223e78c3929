import { BudgetSection } from '../budgets/budget-section.tsx'
import { ClearLogs } from './clear-logs.tsx'
import { OptionSection } from './option-section.tsx'
import {
  generalSection,
  limitSection,
  logSection,
  monitorSection,
  priceListSection,
  quotaSection,
  ratioSection,
  routingSection,
} from './option-sections.ts'
import { OptionSurface } from './option-surface.tsx'

const index = [
  'section.general',
  'section.log',
  'section.history',
  'section.monitor',
  'section.quota',
  'section.limits',
  'section.budgets',
  'section.routing',
  'section.ratio',
  'section.prices',
] as const

export const OperationTab = () => (
  <OptionSurface index={index}>
    {(stored) => (
      <>
        <OptionSection section={generalSection} stored={stored} />
        <OptionSection section={logSection} stored={stored} />
        <ClearLogs twin="other" />
        <OptionSection section={monitorSection} stored={stored} twin="other" />
        <OptionSection section={quotaSection} stored={stored} twin="other" />
        <OptionSection section={limitSection} stored={stored} />
        <BudgetSection />
        <OptionSection section={routingSection} stored={stored} />
        <OptionSection section={ratioSection} stored={stored} twin="other" />
        <OptionSection section={priceListSection} stored={stored} />
      </>
    )}
  </OptionSurface>
)
