import type { BudgetOutcome, BudgetShare } from '@weir/relay/budget'
import type { HoldOutcome } from '@weir/relay/ports'
import type { BookBudget, BookShare } from './budget-book.ts'
import { groupOf, isWatch } from './budget-fixtures.ts'
import { liveNodes, pick, underFault, type Case, type LiveNode, type RunningRequest } from './case.ts'
import { MODEL } from './price.ts'
import type { Answers, StepOf } from './step.ts'

/** As any node finds them now; which counters they are is the product's to say. */
export const readShares = async (at: Case, { process }: LiveNode, request: Pick<RunningRequest, 'user' | 'token' | 'amount'>) => {
  process.budgetPool.forget()
  const { user, token, amount } = request
  const asker = { tokenId: token.id, userId: user.id, group: groupOf(at.id), model: MODEL }
  const counters = await process.budgets.countersFor(asker)
  return counters.map((counter): BudgetShare => ({ counter, amount: counter.unit === 'requests' ? 1 : amount }))
}

const isBudgeted = (outcome: HoldOutcome): outcome is BudgetOutcome => typeof outcome === 'object'

const textOf = (refusedBy: number | undefined, left: readonly number[]): string =>
  `${refusedBy === undefined ? 'held' : `refused by ${refusedBy}`}, left ${left.join(' ')}`

export const storeText = (outcome: HoldOutcome): string =>
  isBudgeted(outcome) ? textOf(outcome.refusedBy?.budgetId, outcome.left) : outcome

export const modelText = ({ book }: Case, shares: readonly BookShare[], refusedBy: BookBudget | undefined): string =>
  shares.length === 0 ? 'held' : textOf(refusedBy?.id, book.budgetBook.leftOf(shares))

/** A second try finds what the first has let in without its budgets, and may meet another budget first. */
export const withoutBudgets = (text: unknown): unknown => (typeof text === 'string' ? (/^[a-z-]+/.exec(text)?.[0] ?? text) : text)

export const editBudget = async (at: Case, step: StepOf<'edit-budget'>): Promise<Answers> => {
  const { budgetBook } = at.book
  const editable = budgetBook.budgets.filter((budget) => !isWatch(budget))
  const { process } = pick(liveNodes(at), step.node)
  const budget = pick(editable, step.budget)
  const { period, limit, isHard, fault } = step
  const { id, scope, scopeKey, unit } = budget
  const store = await underFault(at, { process, fault }, async () => {
    const done = await process.budgetList.update(id, { changes: { scope, scopeKey, model: '', unit, period, limit, isHard } })
    return done.kind === 'changed' ? done.after.series : done.kind
  })
  if (fault !== 'down') budgetBook.edit(budget, { period, limit, isHard })
  return { store, model: fault === 'none' || fault === 'conflicts' ? budget.series : 'unavailable' }
}
