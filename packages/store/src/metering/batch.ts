import type { Link, Value } from '../dialect/engine.ts'
import type { Operation, OperationOutcome } from './operation.ts'
import { accountIn, planBatch, type AccountPlan, type BatchPlan, type PendingHold } from './plan.ts'
import type { Statements } from './statements.ts'

export interface BatchContext {
  readonly statements: Statements
  readonly nodeId: string
  readonly nowSeconds: number
  /** On a second try: the first may have been committed although its answer was lost. */
  readonly mayBeRepeated: boolean
}

interface Batch extends BatchContext {
  readonly link: Link
  readonly plan: BatchPlan
}

/** Every transaction locks rows in ascending order, so that two nodes never wait for each other. */
const ascending = <T>(byId: ReadonlyMap<number, T>): readonly (readonly [number, T])[] =>
  byId.size < 2 ? [...byId] : [...byId].toSorted(([a], [b]) => a - b)

/** Decided by the row count of a conditional update, never by a balance read before. */
const take = async (link: Link, sql: string, { id, amount }: { readonly id: number; readonly amount: number }): Promise<boolean> =>
  (await link.query(sql, [amount, id, amount])).affected === 1

/** All at once when the balance covers all; otherwise in order of arrival, each on its own. Returns those that were refused. */
const takeAll = async (link: Link, sql: string, { id, holds }: { readonly id: number; readonly holds: readonly PendingHold[] }) => {
  const refused = new Set<PendingHold>()
  if (holds.length === 0) return refused
  const amount = holds.reduce((sum, { hold }) => sum + hold.amount, 0)
  if (Number.isSafeInteger(amount) && (await take(link, sql, { id, amount }))) return refused
  for (const pending of holds) {
    const isOnlyOne = holds.length === 1
    if (isOnlyOne || !(await take(link, sql, { id, amount: pending.hold.amount }))) refused.add(pending)
  }
  return refused
}

const moveUser = async ({ link, plan, statements }: Batch, id: number, user: AccountPlan): Promise<void> => {
  if (user.hasClosings) await link.query(statements.closeUser, [user.returned, user.charged, user.delivered, id])
  const refused = await takeAll(link, statements.takeFromUser, { id, holds: user.holds })
  for (const pending of user.holds) {
    const isRefused = refused.has(pending)
    plan.outcomes[pending.index] = isRefused ? 'user-short' : 'held'
    if (!isRefused && pending.hold.isTokenLimited) accountIn(plan.tokens, pending.hold.tokenId).holds.push(pending)
  }
}

const moveToken = async ({ link, plan, statements, nowSeconds }: Batch, id: number, token: AccountPlan): Promise<void> => {
  if (token.hasClosings) await link.query(statements.closeToken, [token.returned, token.charged, nowSeconds, id])
  for (const { index, hold } of await takeAll(link, statements.takeFromToken, { id, holds: token.holds })) {
    plan.outcomes[index] = 'token-short'
    await link.query(statements.giveToUser, [hold.amount, hold.userId])
  }
}

const reservationRows = ({ plan, nodeId, nowSeconds }: Batch): readonly (readonly Value[])[] =>
  [...plan.users.values()]
    .flatMap((user) => user.holds)
    .filter(({ index }) => plan.outcomes[index] === 'held')
    .map(({ hold }) => [hold.requestId, hold.userId, hold.tokenId, hold.isTokenLimited, hold.amount, nodeId, nowSeconds])

/**
 * Applies many operations in one transaction. Reservations are found and locked first, then users, tokens and channels move, each once
 * with the sum of all closings, then rows are written.
 */
export const applyBatch = async (
  link: Link,
  operations: readonly Operation[],
  context: BatchContext,
): Promise<readonly OperationOutcome[]> => {
  const { statements, mayBeRepeated } = context
  const ids = operations.flatMap((operation) => {
    if (operation.kind === 'close') return [operation.requestId]
    return operation.kind === 'hold' && mayBeRepeated ? [operation.hold.requestId] : []
  })
  const plan = planBatch(operations, ids.length === 0 ? [] : await statements.findReservations(link, ids))
  const batch: Batch = { ...context, link, plan }
  for (const { cost, record, requestId } of plan.notes) await link.query(statements.noteProgress, [cost, JSON.stringify(record), requestId])
  for (const [id, user] of ascending(plan.users)) await moveUser(batch, id, user)
  for (const [id, token] of ascending(plan.tokens)) await moveToken(batch, id, token)
  for (const [id, cost] of ascending(plan.channelCosts)) await link.query(statements.closeChannel, [cost, id])
  await statements.insert(link, 'reservations', reservationRows(batch))
  await statements.insert(link, 'ledger_entries', plan.entryRows)
  await statements.insert(link, 'logs', plan.logRows)
  if (plan.closedIds.length > 0) await statements.deleteReservations(link, plan.closedIds)
  return plan.outcomes
}
