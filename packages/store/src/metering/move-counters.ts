import type { BudgetCounter, BudgetOutcome, CounterRef } from '@weir/relay/budget'
import type { Program } from '../database.ts'
import type { Result, Step, Value } from '../dialect/engine.ts'
import { WriteConflict } from '../errors.ts'
import type { BudgetStatements } from './budget-statements.ts'
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
  const { isHard, limit } = counter.budget
  return isHard
    ? step(statements.takeHard, [amount, ...keyOf(counter), amount, limit])
    : step(statements.takeSoft, [amount, ...keyOf(counter)])
}

const takenIn = ({ rows }: Result): number => Number(rows[0]?.['taken'] ?? 0)

/** What is taken then, this included; undefined where it does not fit or nothing was counted in this period yet. */
function* tryTake(statements: BudgetStatements, counter: BudgetCounter, amount: number): Program<number | undefined> {
  const result = yield take(statements, counter, amount)
  if (result.affected !== 1) return undefined
  return takenIn(statements.readTaken === undefined ? result : yield step(statements.readTaken, keyOf(counter)))
}

type Levels = Map<string, number>

const leftOf = (counter: BudgetCounter, levels: Levels): number => Math.max(0, counter.budget.limit - (levels.get(counter.key) ?? 0))

const outcomeOf = (pending: PendingHold, levels: Levels, refusedBy?: BudgetCounter): BudgetOutcome => ({
  left: sharesOf(pending).map(({ counter }) => leftOf(counter, levels)),
  refusedBy,
})

function* settle(plan: CounterPlan, statements: BudgetStatements): Program<void> {
  if (!plan.hasSettlements) return
  yield [step(statements.settle, [plan.returned, plan.used, ...keyOf(plan.ref)])]
  plan.hasSettlements = false
}

/** All at once, where everything fits. Counters are settled on the way, because going over them twice would lock them out of order. */
function* takeTogether(ordered: readonly CounterPlan[], statements: BudgetStatements): Program<Levels | undefined> {
  const levels: Levels = new Map()
  const done: CounterPlan[] = []
  for (const plan of ordered) {
    yield* settle(plan, statements)
    if (plan.counter === undefined) continue
    const level = yield* tryTake(statements, plan.counter, plan.wanted)
    if (level === undefined) {
      for (const { ref, wanted: amount } of done) yield [step(statements.giveBack, [amount, ...keyOf(ref)])]
      return undefined
    }
    levels.set(plan.ref.key, level)
    done.push(plan)
  }
  return levels
}

/** The first that does not fit. A budget that was changed meanwhile counts as it was seen last. */
const refusing = (pending: PendingHold, levels: Levels, counters: CounterMoves['counters']): BudgetCounter | undefined => {
  const share = sharesOf(pending).find(({ counter, amount }) => {
    const { isHard, limit } = (counters.get(counter.key)?.counter ?? counter).budget
    return isHard && (levels.get(counter.key) ?? 0) + amount > limit
  })
  return share?.counter
}

interface Sorted {
  readonly accepted: Map<string, number>
  readonly refused: readonly { readonly pending: PendingHold; readonly by: BudgetCounter }[]
}

/** In order of arrival, each whole or not at all: what one budget refuses takes nothing from the others. */
const sortOut = ({ holds, counters }: CounterMoves, levels: Levels): Sorted => {
  const accepted = new Map<string, number>()
  const refused: { readonly pending: PendingHold; readonly by: BudgetCounter }[] = []
  for (const pending of holds) {
    const by = refusing(pending, levels, counters)
    if (by !== undefined) {
      refused.push({ pending, by })
      continue
    }
    for (const { counter, amount } of sharesOf(pending)) {
      levels.set(counter.key, (levels.get(counter.key) ?? 0) + amount)
      accepted.set(counter.key, (accepted.get(counter.key) ?? 0) + amount)
    }
  }
  return { accepted, refused }
}

/** One by one, while the counters are locked. Returns those that were refused. */
function* takeInOrder(ordered: readonly CounterPlan[], moves: CounterMoves): Program<readonly PendingHold[]> {
  const { holds, outcomes, statements } = moves
  const levels: Levels = new Map()
  const haveRefused = new Set<string>()
  for (const plan of ordered) {
    const { ref, counter } = plan
    yield* settle(plan, statements)
    if (counter === undefined) continue
    yield [step(statements.open, keyOf(ref))]
    const locked = yield step(statements.lock, keyOf(ref))
    levels.set(ref.key, takenIn(locked))
    if (locked.rows[0]?.['has_refused'] === true) haveRefused.add(ref.key)
  }
  const { accepted, refused } = sortOut(moves, levels)
  for (const { ref, counter } of ordered) {
    const amount = accepted.get(ref.key)
    if (counter === undefined || amount === undefined) continue
    if ((yield* tryTake(statements, counter, amount)) === undefined) throw new WriteConflict('a locked counter has changed')
  }
  for (const pending of holds) outcomes[pending.index] = outcomeOf(pending, levels)
  for (const { pending, by } of refused) {
    outcomes[pending.index] = outcomeOf(pending, levels, by)
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
  const levels = yield* takeTogether(ordered, statements)
  if (levels === undefined) return yield* takeInOrder(ordered, { ...moves, holds })
  for (const pending of holds) outcomes[pending.index] = outcomeOf(pending, levels)
  return []
}
