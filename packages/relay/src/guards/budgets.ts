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

/** Askers are remembered so many; beyond it they are worked out anew. */
const MAX_KNOWN = 10_000

interface Known {
  readonly counters: readonly BudgetCounter[]
  /** Milliseconds between which the periods of all of them run. */
  readonly from: number
  readonly until: number
}

const counterOf = (budget: Budget, calendar: Calendar, now: number): BudgetCounter => {
  const { start, end } = calendar.spanAt(budget.period, now)
  const ref = counterRef({ budgetId: budget.id, series: budget.series, periodStart: start, unit: budget.unit })
  return { ...ref, budget, periodEnd: end }
}

/** A request without budgets asks one map for nothing; with some, its counters are worked out once for the running periods. */
export const createBudgets = ({ pool, timeZone, clock }: BudgetsOptions): Budgets => {
  let zone = ''
  let calendar: Calendar | undefined
  let of: BudgetSnapshot | undefined
  const known = new Map<string, Known>()

  const workOut = (snapshot: BudgetSnapshot, asker: BudgetAsker, now: number): Known => {
    calendar ??= openCalendar(zone)
    const open = calendar
    const counters = snapshot.budgetsFor(asker).map((budget) => counterOf(budget, open, now))
    const from = Math.max(0, ...counters.map(({ periodStart }) => periodStart * 1000))
    return { counters, from, until: Math.min(...counters.map(({ periodEnd = Infinity }) => periodEnd * 1000)) }
  }

  const forgetWhenChanged = (snapshot: BudgetSnapshot): void => {
    const nowZone = timeZone()
    if (nowZone !== zone) calendar = undefined
    if (nowZone !== zone || snapshot !== of || known.size >= MAX_KNOWN) known.clear()
    zone = nowZone
    of = snapshot
  }

  const countersIn = (snapshot: BudgetSnapshot, asker: BudgetAsker): readonly BudgetCounter[] => {
    if (snapshot.isEmpty) return NONE
    forgetWhenChanged(snapshot)
    const now = clock()
    const key = `${asker.tokenId} ${asker.userId} ${asker.group} ${asker.model}`
    const before = known.get(key)
    if (before !== undefined && now >= before.from && now < before.until) return before.counters
    const fresh = workOut(snapshot, asker, now)
    known.set(key, fresh)
    return fresh.counters
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
