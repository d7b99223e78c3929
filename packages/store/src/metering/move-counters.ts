import type { BudgetCounter, BudgetOutcome, CounterRef } from '@weir/relay/budget'
import type { Program } from '../database.ts'
import type { Step, Value } from '../dialect/engine.ts'
import { WriteConflict } from '../errors.ts'
import { MAX_READ, TAKEN, type BudgetStatements } from './budget-statements.ts'
import type { OperationOutcome } from './operation.ts'
import { counterIn, type CounterPlan, type PendingHold } from './plan.ts'

export interface CounterMoves {
  readonly counters: Map<string, CounterPlan>
  /** Those whose balances suffice, in order of arrival. */
  readonly holds: readonly PendingHold[]
  readonly outcomes: OperationOutcome[]
  readonly statements: BudgetStatements
}

const keyOf = ({ budgetId, series, periodStart }: CounterRef): readonly [number, number, number] => [budgetId, series, periodStart]

/** Every transaction locks counters in ascending order, so that two nodes never wait for each other. */
const compare = ({ ref: a }: CounterPlan, { ref: b }: CounterPlan): number =>
  a.budgetId - b.budgetId || a.series - b.series || a.periodStart - b.periodStart

const sharesOf = ({ hold }: PendingHold) => hold.budgets ?? []

const step = (sql: string, params: readonly Value[]): Step => ({ sql, params })

/** Decided by the row count of a conditional update, never by a figure read before. */
const take = (statements: BudgetStatements, counter: BudgetCounter, amount: number): Step => {
  const { budgetId, series, periodStart, budget } = counter
  return budget.isHard
    ? { sql: statements.takeHard, params: [amount, budgetId, series, periodStart, amount, budget.limit], expects: 1 }
    : { sql: statements.takeSoft, params: [amount, budgetId, series, periodStart], expects: 1 }
}

const settle = (statements: BudgetStatements, { ref, returned, used }: CounterPlan): Step =>
  step(statements.settle, [returned, used, ref.budgetId, ref.series, ref.periodStart])

const outcomeOf = (pending: PendingHold, counters: CounterMoves['counters'], refusedBy?: BudgetCounter): BudgetOutcome => ({
  left: sharesOf(pending).map(({ counter }) => Math.max(0, counter.budget.limit - (counters.get(counter.key)?.taken ?? 0))),
  refusedBy,
})

/** Of many counters with one question. */
function* readTaken(plans: readonly CounterPlan[], statements: BudgetStatements): Program<void> {
  for (let from = 0; from < plans.length; from += MAX_READ) {
    const asked = plans.length <= MAX_READ ? plans : plans.slice(from, from + MAX_READ)
    const [row] = (yield statements.readTaken(asked)).rows
    let at = 0
    for (const plan of asked) plan.taken = Number(row?.[TAKEN[at++] ?? ''] ?? 0)
  }
}

/** All at once, where everything fits. Counters are settled on the way, because going over them twice would lock them out of order. */
function* takeTogether(ordered: readonly CounterPlan[], statements: BudgetStatements): Program<boolean> {
  const steps: Step[] = []
  const plans: CounterPlan[] = []
  const wanted: CounterPlan[] = []
  const add = (plan: CounterPlan, added: Step): void => {
    plans.push(plan)
    steps.push(added)
  }
  for (const plan of ordered) {
    if (plan.hasSettlements) add(plan, settle(statements, plan))
    if (plan.counter === undefined) continue
    add(plan, take(statements, plan.counter, plan.wanted))
    wanted.push(plan)
  }
  const { affected: ran } = yield steps
  if (ran === steps.length) {
    yield* readTaken(wanted, statements)
    return true
  }
  for (const [at, plan] of plans.slice(0, ran).entries()) {
    if (steps[at]?.expects === undefined) plan.hasSettlements = false
    else yield [step(statements.giveBack, [plan.wanted, ...keyOf(plan.ref)])]
  }
  return false
}

/** The first that does not fit. A budget that was changed meanwhile counts as it was seen last. */
const refusing = (pending: PendingHold, counters: CounterMoves['counters']): BudgetCounter | undefined => {
  const share = sharesOf(pending).find(({ counter, amount }) => {
    const plan = counters.get(counter.key)
    const { isHard, limit } = (plan?.counter ?? counter).budget
    return isHard && (plan?.taken ?? 0) + amount > limit
  })
  return share?.counter
}

interface Sorted {
  readonly accepted: Map<string, number>
  readonly refused: readonly { readonly pending: PendingHold; readonly by: BudgetCounter }[]
}

/** In order of arrival, each whole or not at all: what one budget refuses takes nothing from the others. */
const sortOut = ({ holds, counters }: CounterMoves): Sorted => {
  const accepted = new Map<string, number>()
  const refused: { readonly pending: PendingHold; readonly by: BudgetCounter }[] = []
  for (const pending of holds) {
    const by = refusing(pending, counters)
    if (by !== undefined) {
      refused.push({ pending, by })
      continue
    }
    for (const { counter, amount } of sharesOf(pending)) {
      counterIn(counters, counter).taken += amount
      accepted.set(counter.key, (accepted.get(counter.key) ?? 0) + amount)
    }
  }
  return { accepted, refused }
}

/** Each is settled, opened where it is new, and read. Returns the keys of those that have refused something before. */
function* lockAll(ordered: readonly CounterPlan[], statements: BudgetStatements): Program<Set<string>> {
  const haveRefused = new Set<string>()
  for (const plan of ordered) {
    const { ref, counter } = plan
    if (plan.hasSettlements) yield [settle(statements, plan)]
    if (counter === undefined) continue
    yield [step(statements.open, keyOf(ref))]
    const locked = yield step(statements.lock, keyOf(ref))
    plan.taken = Number(locked.rows[0]?.['taken'] ?? 0)
    if (locked.rows[0]?.['has_refused'] === true) haveRefused.add(ref.key)
  }
  return haveRefused
}

/** One by one, while the counters are locked. Returns those that were refused. */
function* takeInOrder(ordered: readonly CounterPlan[], moves: CounterMoves): Program<readonly PendingHold[]> {
  const { counters, holds, outcomes, statements } = moves
  const haveRefused = yield* lockAll(ordered, statements)
  const { accepted, refused } = sortOut(moves)
  for (const { ref, counter } of ordered) {
    const amount = accepted.get(ref.key)
    if (counter === undefined || amount === undefined) continue
    if ((yield [take(statements, counter, amount)]).affected !== 1) throw new WriteConflict('a locked counter has changed')
  }
  for (const pending of holds) outcomes[pending.index] = outcomeOf(pending, counters)
  for (const { pending, by } of refused) {
    outcomes[pending.index] = outcomeOf(pending, counters, by)
    if (haveRefused.has(by.key)) continue
    haveRefused.add(by.key)
    yield [step(statements.markRefused, keyOf(by))]
  }
  return refused.map(({ pending }) => pending)
}

/** Books what settled requests used and takes what new ones may use. Returns the holds that a budget refused. */
export function* moveCounters(moves: CounterMoves): Program<readonly PendingHold[]> {
  const { counters, outcomes, statements } = moves
  const holds = moves.holds.filter((pending) => sharesOf(pending).length > 0)
  for (const pending of holds) {
    for (const { counter, amount } of sharesOf(pending)) {
      const plan = counterIn(counters, counter)
      plan.wanted += amount
      plan.counter = counter
    }
  }
  if (counters.size === 0) return []
  const ordered = [...counters.values()]
  if (ordered.length > 1) ordered.sort(compare)
  if (!(yield* takeTogether(ordered, statements))) return yield* takeInOrder(ordered, { ...moves, holds })
  for (const pending of holds) outcomes[pending.index] = outcomeOf(pending, counters)
  return []
}
