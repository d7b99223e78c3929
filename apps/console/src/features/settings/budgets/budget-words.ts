import type { BudgetObject } from '@weir/contract/budget'
import { formatQuota, formatTimestamp, type QuotaDisplay } from '@weir/contract/values/format'
import type { Translate } from '../../../shared/i18n/translate.ts'

const amountOf = (amount: number, { unit }: BudgetObject, display: QuotaDisplay): string =>
  unit === 'quota' ? formatQuota(amount, display, 2) : amount.toLocaleString('en-US')

/** What it allows, in one line: “100 requests per day”. */
export const allowanceOf = (budget: BudgetObject, display: QuotaDisplay, t: Translate): string => {
  const name = budget.limit === 1 ? t(`budget.unit.one.${budget.unit}`) : t(`budget.unit.${budget.unit}`)
  const unit = budget.unit === 'quota' && display.inCurrency ? '' : name
  const words = { limit: amountOf(budget.limit, budget, display), unit, period: t(`budget.period.${budget.period}`) }
  return t('budget.allowance', words).replace(/\s+/g, ' ').trim()
}

export const subjectOf = (budget: BudgetObject, t: Translate): string => {
  const words = { scope: t(`budget.scope.${budget.scope}`), name: budget.scope_name || String(budget.scope_id) }
  return budget.model === '' ? t('budget.subject', words) : t('budget.subjectOfModel', { ...words, model: budget.model })
}

/** What is left, and when it begins again. */
export const standingOf = (budget: BudgetObject, display: QuotaDisplay, t: Translate): string => {
  const left = t('budget.left', { left: amountOf(budget.remaining, budget, display), limit: amountOf(budget.limit, budget, display) })
  const resets = budget.resets_at === null ? t('budget.neverResets') : t('budget.resets', { time: formatTimestamp(budget.resets_at) })
  const held = budget.reserved > 0 ? t('budget.held', { held: amountOf(budget.reserved, budget, display) }) : ''
  return [left, held, resets].filter((part) => part !== '').join(t('budget.join'))
}

export const percentUsed = ({ used, reserved, limit }: Pick<BudgetObject, 'used' | 'reserved' | 'limit'>): number =>
  Math.min(100, Math.floor(((used + reserved) / limit) * 100))
