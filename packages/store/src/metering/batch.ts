import { toQuota } from '@weir/ledger/quota'
import { isHeld, readShares, writeShares } from '@weir/relay/budget'
import type { Program } from '../database.ts'
import type { Step, Value } from '../dialect/engine.ts'
import type { BudgetStatements } from './budget-statements.ts'
import { moveCounters } from './move-counters.ts'
import type { Operation, OperationOutcome } from './operation.ts'
import { accountIn, planBatch, type AccountPlan, type BatchPlan, type PendingHold, type Reserved } from './plan.ts'
import type { ReservationRow, Statements } from './statements.ts'

export interface BatchContext {
  readonly statements: Statements
  readonly budgetStatements: BudgetStatements
  readonly nodeId: string
  readonly nowSeconds: number
  /** On a second try: the first may have been committed although its answer was lost. */
  readonly mayBeRepeated: boolean
  /** Reservations are read even where this process took them: one of them is not what it was. */
  readonly readsAll: boolean
}

/** A reservation of this process is gone, or is not what it was. The transaction is rolled back; the batch runs again and reads what is there. */
export class ReservationChanged extends Error {
  override readonly name = 'ReservationChanged'
}

interface Batch extends BatchContext {
  readonly plan: BatchPlan
}

/** Every transaction locks rows in ascending order, so that two nodes never wait for each other. */
const ascending = <T>(byId: ReadonlyMap<number, T>): Iterable<readonly [number, T]> =>
  byId.size < 2 ? byId : [...byId].toSorted(([a], [b]) => a - b)

/** Decided by the row count of a conditional update, never by a balance read before. */
const take = (sql: string, id: number, amount: number): readonly Step[] => [{ sql, params: [amount, id, amount], expects: 1 }]

const NONE: ReadonlySet<PendingHold> = new Set()

/** All at once when the balance covers all; otherwise in order of arrival, each on its own. Returns those that were refused. */
function* takeAll(sql: string, id: number, holds: readonly PendingHold[]): Program<ReadonlySet<PendingHold>> {
  if (holds.length === 0) return NONE
  const amount = holds.reduce((sum, { hold }) => sum + hold.amount, 0)
  if (Number.isSafeInteger(amount) && (yield take(sql, id, amount)).affected === 1) return NONE
  const refused = new Set<PendingHold>()
  for (const pending of holds) {
    const isOnlyOne = holds.length === 1
    if (isOnlyOne || (yield take(sql, id, pending.hold.amount)).affected !== 1) refused.add(pending)
  }
  return refused
}

function* moveUser({ plan, statements }: Batch, id: number, user: AccountPlan): Program<void> {
  if (user.hasSettlements) yield [{ sql: statements.settleUser, params: [user.returned, user.charged, user.delivered, id] }]
  const refused = yield* takeAll(statements.takeFromUser, id, user.holds)
  for (const pending of user.holds) {
    const isRefused = refused.has(pending)
    plan.outcomes[pending.index] = isRefused ? 'user-short' : 'held'
    if (!isRefused && pending.hold.isTokenLimited) accountIn(plan.tokens, pending.hold.tokenId).holds.push(pending)
  }
}

function* moveToken({ plan, statements, nowSeconds }: Batch, id: number, token: AccountPlan): Program<void> {
  if (token.hasSettlements) yield [{ sql: statements.settleToken, params: [token.returned, token.charged, nowSeconds, id] }]
  for (const { index, hold } of yield* takeAll(statements.takeFromToken, id, token.holds)) {
    plan.outcomes[index] = 'token-short'
    yield [{ sql: statements.giveToUser, params: [hold.amount, hold.userId] }]
  }
}

/** Of those whose balances suffice, in order of arrival. */
const budgetedHolds = ({ users, outcomes }: BatchPlan): PendingHold[] => {
  const holds: PendingHold[] = []
  for (const user of users.values())
    for (const pending of user.holds) if (outcomes[pending.index] === 'held' && pending.hold.budgets !== undefined) holds.push(pending)
  return holds.length < 2 ? holds : holds.sort((a, b) => a.index - b.index)
}

const addTo = (sums: Map<number, number>, id: number, amount: number): void => void sums.set(id, (sums.get(id) ?? 0) + amount)

/** What a budget refuses goes back to user and token, whose rows this transaction has locked before. */
function* moveBudgets({ plan, statements, budgetStatements }: Batch): Program<void> {
  const { counters, outcomes } = plan
  const holds = budgetedHolds(plan)
  if (holds.length === 0 && counters.size === 0) return
  const userSums = new Map<number, number>()
  const tokenSums = new Map<number, number>()
  for (const { hold } of yield* moveCounters({ counters, holds, outcomes, statements: budgetStatements })) {
    addTo(userSums, hold.userId, hold.amount)
    if (hold.isTokenLimited) addTo(tokenSums, hold.tokenId, hold.amount)
  }
  for (const [id, amount] of userSums) yield [{ sql: statements.giveToUser, params: [amount, id] }]
  for (const [id, amount] of tokenSums) yield [{ sql: statements.giveToToken, params: [amount, id] }]
}

const reservationValues = ({ plan, nodeId, nowSeconds }: Batch): readonly Value[] => {
  const values: Value[] = []
  for (const user of plan.users.values()) {
    for (const { index, hold } of user.holds) {
      if (!isHeld(plan.outcomes[index])) continue
      const shares = hold.budgets === undefined ? null : writeShares(hold.budgets)
      values.push(hold.requestId, hold.userId, hold.tokenId, hold.isTokenLimited, hold.amount, nodeId, nowSeconds, shares)
    }
  }
  return values
}

const NO_SHARES: Reserved['shares'] = []

/**
 * Deletes those that this process took and the operations settle. Not read first: when all of them could be deleted, all were open and
 * unchanged.
 */
function* deleteOwn(operations: readonly Operation[], statements: Statements): Program<Map<string, Reserved>> {
  const own = new Map<string, Reserved>()
  const limited: string[] = []
  const unlimited: string[] = []
  for (const operation of operations) {
    if (operation.kind !== 'settle' || operation.hold === undefined || own.has(operation.requestId)) continue
    const { hold, requestId } = operation
    own.set(requestId, { hold, shares: hold.budgets ?? NO_SHARES })
    ;(hold.isTokenLimited ? limited : unlimited).push(requestId)
  }
  const deletions: Step[] = []
  if (limited.length > 0) deletions.push({ ...statements.deleteReservations(limited, true), expects: limited.length })
  if (unlimited.length > 0) deletions.push({ ...statements.deleteReservations(unlimited), expects: unlimited.length })
  if (deletions.length > 0 && (yield deletions).affected !== deletions.length) throw new ReservationChanged()
  return own
}

const reservedIn = (row: ReservationRow): Reserved => {
  const { user_id: userId, token_id: tokenId, is_token_limited: isTokenLimited, progress_cost: cost, progress_record: record } = row
  const hold = { requestId: row.request_id, userId, tokenId, isTokenLimited, amount: toQuota(row.amount) }
  const shares = readShares(row.budget_shares ?? '')
  return cost === null || record === null ? { hold, shares } : { hold, shares, checkpoint: { cost, record } }
}

/** The open reservations that the operations are about. Those that are settled by them are deleted. */
function* openReservations(operations: readonly Operation[], context: BatchContext): Program<Map<string, Reserved>> {
  const { statements, mayBeRepeated, readsAll } = context
  const open = readsAll || mayBeRepeated ? new Map<string, Reserved>() : yield* deleteOwn(operations, statements)
  const settling = new Set<string>()
  const ids: string[] = []
  for (const operation of operations) {
    if (operation.kind === 'settle' && !open.has(operation.requestId)) settling.add(operation.requestId)
    else if (operation.kind === 'hold' && mayBeRepeated) ids.push(operation.hold.requestId)
  }
  ids.push(...settling)
  if (ids.length === 0) return open
  const { rows } = yield statements.findReservations(ids)
  for (const row of rows as readonly unknown[] as readonly ReservationRow[]) open.set(row.request_id, reservedIn(row))
  const settled = [...settling].filter((id) => open.has(id))
  if (settled.length > 0) yield [statements.deleteReservations(settled)]
  return open
}

/**
 * Applies many operations in one transaction. Reservations are deleted or found first, then users, tokens, channels and budgets move, each once
 * with the sum of all settlements, then rows are written.
 */
export function* applyBatch(operations: readonly Operation[], context: BatchContext): Program<readonly OperationOutcome[]> {
  const { statements } = context
  const plan = planBatch(operations, yield* openReservations(operations, context))
  const batch: Batch = { ...context, plan }
  for (const { cost, record, requestId } of plan.checkpoints)
    yield [{ sql: statements.writeCheckpoint, params: [cost, JSON.stringify(record), requestId] }]
  for (const [id, user] of ascending(plan.users)) yield* moveUser(batch, id, user)
  for (const [id, token] of ascending(plan.tokens)) yield* moveToken(batch, id, token)
  for (const [id, cost] of ascending(plan.channelCosts)) yield [{ sql: statements.settleChannel, params: [cost, id] }]
  // Last, because the counter of a group is locked for every request of the group until the commit.
  yield* moveBudgets(batch)
  yield statements.insert('reservations', reservationValues(batch))
  yield statements.insert('ledger_entries', plan.entryValues)
  yield statements.insert('logs', plan.logValues)
  return plan.outcomes
}
