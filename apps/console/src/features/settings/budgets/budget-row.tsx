import type { BudgetObject } from '@weir/contract/budget'
import { Progress } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../../shared/session/use-session.ts'
import { SettingRow } from '../layout/setting-section.tsx'
import { allowanceOf, percentUsed, standingOf, subjectOf } from './budget-words.ts'

const WARNED_PERCENT = 80

const colorOf = (percent: number): string => {
  if (percent >= 100) return 'var(--bad)'
  return percent >= WARNED_PERCENT ? 'var(--caution)' : 'var(--brand)'
}

/** Whom it limits and to what; what is left of it below. */
export const BudgetRow = ({ budget, action = null }: { readonly budget: BudgetObject; readonly action?: ReactNode }) => {
  const t = useText()
  const display = useQuotaDisplay()
  const percent = percentUsed(budget)
  const allowance = allowanceOf(budget, display, t)
  const subject = subjectOf(budget, t)
  return (
    <div data-testid={`budget-${budget.id}`}>
      <SettingRow title={subject} hint={budget.hard ? allowance : t('budget.onlyWarns', { allowance })} action={action}>
        <Progress percent={percent} size="small" strokeColor={colorOf(percent)} status="normal" aria-label={`${subject}, ${allowance}`} />
        <small>{standingOf(budget, display, t)}</small>
      </SettingRow>
    </div>
  )
}
