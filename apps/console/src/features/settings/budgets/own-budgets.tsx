import { listOwnBudgets } from '@weir/contract/budget'
import { useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { MissingSection } from '../layout/missing-section.tsx'
import { SettingSection } from '../layout/setting-section.tsx'
import { BudgetRow } from './budget-row.tsx'

/** Left out where there are none. */
export const OwnBudgets = () => {
  const t = useText()
  const read = useEndpoint(listOwnBudgets, {}, { isOptional: true })
  const section = { name: 'own-budgets', title: t('budget.own'), help: t('budget.ownHelp') }
  const budgets = read.data
  if (read.isError) return <MissingSection {...section} rows={0} read={read} />
  if (!budgets || budgets.length === 0) return null
  return (
    <SettingSection {...section}>
      {budgets.map((budget) => (
        <BudgetRow key={budget.id} budget={budget} />
      ))}
    </SettingSection>
  )
}
