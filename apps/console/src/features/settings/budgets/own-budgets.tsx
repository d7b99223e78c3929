import { listOwnBudgets } from '@weir/contract/budget'
import { useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { SettingSection } from '../layout/setting-section.tsx'
import { BudgetRow } from './budget-row.tsx'

/** Left out where there are none. */
export const OwnBudgets = () => {
  const t = useText()
  const { data: budgets } = useEndpoint(listOwnBudgets, {}, { isOptional: true })
  if (!budgets || budgets.length === 0) return null
  return (
    <SettingSection name="own-budgets" title={t('budget.own')} help={t('budget.ownHelp')}>
      {budgets.map((budget) => (
        <BudgetRow key={budget.id} budget={budget} />
      ))}
    </SettingSection>
  )
}
