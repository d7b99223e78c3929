const BUDGET_SCOPES = ['token', 'user', 'group'] as const
const BUDGET_UNITS = ['requests', 'tokens', 'quota'] as const
const BUDGET_PERIODS = ['minute', 'hour', 'day', 'week', 'month', 'total'] as const

const isOneOf =
  <T extends string>(names: readonly T[]) =>
  (name: string): name is T =>
    names.some((known) => known === name)

export const isBudgetScope = isOneOf(BUDGET_SCOPES)
export const isBudgetUnit = isOneOf(BUDGET_UNITS)
export const isBudgetPeriod = isOneOf(BUDGET_PERIODS)
