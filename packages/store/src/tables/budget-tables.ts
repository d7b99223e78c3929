import type { Generated } from 'kysely'

export interface BudgetsTable {
  id: Generated<number>
  scope: string
  scope_key: string
  model: string
  unit: string
  period: string
  amount_limit: number
  is_hard: boolean
  series: number
  created_at: number
  /** What was last warned of: the period by its beginning, and how far it had come in percent. */
  warned_start: number | null
  warned_percent: number | null
  warned_at: number | null
  /** Until then a process is about to warn. */
  warning_until: number | null
  warning_tries: number | null
}

/** One period of a budget. What running requests may come to is reserved; the sum of both never passes the limit of a hard budget. */
export interface BudgetCountersTable {
  budget_id: number
  series: number
  period_start: number
  used: number
  reserved: number
  has_refused: boolean
}
