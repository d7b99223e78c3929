import { openCalendar, type Calendar } from '@weir/ledger/period'
import { counterRef, type Budget, type BudgetAsker, type BudgetCounter, type Budgets } from '../budget.ts'
import type { Clock } from '../ports.ts'

/** An unchanging picture of all budgets. */
export interface BudgetSnapshot {
  readonly isEmpty: boolean
  budgetsFor(asker: BudgetAsker): readonly Budget[]
}

export interface BudgetPool {
  snapshot(): BudgetSnapshot | Promise<BudgetSnapshot>
}

interface BudgetsOptions {
  readonly pool: BudgetPool
  readonly timeZone: () => string
  readonly clock: Clock
}

const NONE: readonly BudgetCounter[] = []

const isRunning = ({ periodStart, periodEnd }: BudgetCounter, now: number): boolean =>
  now >= periodStart * 1000 && (periodEnd === undefined || now < periodEnd * 1000)

/** A request without budgets asks one map for nothing; with some, each counter is made once in its period. */
export const createBudgets = ({ pool, timeZone, clock }: BudgetsOptions): Budgets => {
  let calendar: { readonly zone: string; readonly calendar: Calendar } | undefined
  let counters = new WeakMap<Budget, BudgetCounter>()

  const calendarNow = (): Calendar => {
    const zone = timeZone()
    if (calendar?.zone !== zone) {
      calendar = { zone, calendar: openCalendar(zone) }
      counters = new WeakMap()
    }
    return calendar.calendar
  }

  const counterOf = (budget: Budget, open: Calendar, now: number): BudgetCounter => {
    const known = counters.get(budget)
    if (known !== undefined && isRunning(known, now)) return known
    const { start, end } = open.spanAt(budget.period, now)
    const ref = counterRef({ budgetId: budget.id, series: budget.series, periodStart: start, unit: budget.unit })
    const counter: BudgetCounter = { ...ref, budget, periodEnd: end }
    counters.set(budget, counter)
    return counter
  }

  const countersIn = (snapshot: BudgetSnapshot, asker: BudgetAsker): readonly BudgetCounter[] => {
    if (snapshot.isEmpty) return NONE
    const budgets = snapshot.budgetsFor(asker)
    if (budgets.length === 0) return NONE
    const now = clock()
    const open = calendarNow()
    return budgets.map((budget) => counterOf(budget, open, now))
  }

  return {
    countersFor(asker) {
      const snapshot = pool.snapshot()
      return snapshot instanceof Promise ? snapshot.then((found) => countersIn(found, asker)) : countersIn(snapshot, asker)
    },
  }
}

const byScope = (budgets: readonly Budget[], scope: Budget['scope']): ReadonlyMap<string, readonly Budget[]> =>
  Map.groupBy(
    budgets.filter((budget) => budget.scope === scope),
    ({ scopeKey }) => scopeKey,
  )

export const createBudgetSnapshot = (budgets: readonly Budget[]): BudgetSnapshot => {
  const tokens = byScope(budgets, 'token')
  const users = byScope(budgets, 'user')
  const groups = byScope(budgets, 'group')
  return {
    isEmpty: budgets.length === 0,
    budgetsFor({ tokenId, userId, group, model }) {
      const found: Budget[] = []
      for (const list of [tokens.get(String(tokenId)), users.get(String(userId)), groups.get(group)])
        if (list !== undefined) for (const budget of list) if (budget.model === '' || budget.model === model) found.push(budget)
      return found
    },
  }
}
