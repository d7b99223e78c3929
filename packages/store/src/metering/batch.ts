import { isHeld, writeShares } from '@weir/relay/budget'
import type { Hold } from '@weir/relay/ports'
import type { Program } from '../database.ts'
import type { Step, Value } from '../dialect/engine.ts'
import type { BudgetStatements } from './budget-statements.ts'
import type { LeaseStatements } from './leases/lease-statements.ts'
import type { PendingLease } from './leases/lease.ts'
import { LeaseRefused, planLeases } from './leases/plan-leases.ts'
import { moveCounters } from './move-counters.ts'
import { openReservations, ReservationChanged, type OpenContext } from './open-reservations.ts'
import type { Operation, OperationOutcome } from './operation.ts'
import { accountIn, addReturned, planBatch, type AccountPlan, type BatchPlan, type PendingHold } from './plan.ts'

export interface BatchContext extends OpenContext {
  readonly budgetStatements: BudgetStatements
  readonly leaseStatements: LeaseStatements
  readonly nodeId: string
  readonly nowSeconds: number
}

interface Batch extends BatchContext {
  readonly plan: BatchPlan
  readonly leases: readonly PendingLease[]
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

/** Leases of one user or token. */
interface LeasesOf {
  readonly sql: string
  readonly id: number
  readonly leases: readonly PendingLease[]
}

/** Only from a balance that is many times the lease. */
function* takeLeases({ leaseBook }: Batch, { sql, id, leases }: LeasesOf): Program<void> {
  for (const { amount, lead } of leases) {
    const needed = amount * leaseBook.balancePerLease
    if ((yield [{ sql, params: [amount, id, needed], expects: 1 }]).affected !== 1) throw new LeaseRefused(lead.userId)
  }
}

function* moveUser(batch: Batch, id: number, user: AccountPlan): Program<void> {
  const { plan, statements } = batch
  if (user.hasSettlements) yield [{ sql: statements.settleUser, params: [user.returned, user.charged, user.delivered, id] }]
  if (batch.leases.length > 0) {
    const leases = batch.leases.filter(({ lead }) => lead.userId === id)
    yield* takeLeases(batch, { sql: statements.takeFromUser, id, leases })
  }
  const refused = yield* takeAll(statements.takeFromUser, id, user.holds)
  for (const pending of user.holds) {
    const isRefused = refused.has(pending)
    plan.outcomes[pending.index] = isRefused ? 'user-short' : 'held'
    if (!isRefused && pending.hold.isTokenLimited) accountIn(plan.tokens, pending.hold.tokenId).holds.push(pending)
  }
}

function* moveToken(batch: Batch, id: number, token: AccountPlan): Program<void> {
  const { plan, statements, nowSeconds } = batch
  if (token.hasSettlements) yield [{ sql: statements.settleToken, params: [token.returned, token.charged, nowSeconds, id] }]
  if (batch.leases.length > 0) {
    const leases = batch.leases.filter(({ lead }) => lead.isTokenLimited && lead.tokenId === id)
    yield* takeLeases(batch, { sql: statements.takeFromToken, id, leases })
  }
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

type Owner = Pick<Batch, 'nodeId' | 'nowSeconds'>

const addReservation = (values: Value[], { requestId, userId, tokenId, isTokenLimited, amount, budgets }: Hold, owner: Owner): void => {
  const shares = budgets === undefined ? null : writeShares(budgets)
  values.push(requestId, userId, tokenId, isTokenLimited, amount, owner.nodeId, owner.nowSeconds, shares, null)
}

const reservationValues = (batch: Batch): readonly Value[] => {
  const { plan, leases, nodeId, nowSeconds } = batch
  const values: Value[] = []
  for (const user of plan.users.values())
    for (const { index, hold } of user.holds) if (isHeld(plan.outcomes[index])) addReservation(values, hold, batch)
  for (const { id, amount, lead } of leases)
    values.push(id, lead.userId, lead.tokenId, lead.isTokenLimited, amount, nodeId, nowSeconds, null, 0)
  return values
}

const ownValues = (parted: readonly Hold[], owner: Owner): readonly Value[] => {
  const values: Value[] = []
  for (const hold of parted) addReservation(values, hold, owner)
  return values
}

/**
 * Applies many operations in one transaction. Reservations are deleted or found first, then users, tokens, channels and budgets move, each once
 * with the sum of all settlements, then rows are written.
 */
export function* applyBatch(operations: readonly Operation[], context: BatchContext): Program<readonly OperationOutcome[]> {
  const { statements, leaseBook, leaseMoves, leaseStatements } = context
  const { open, parted } = yield* openReservations(operations, context)
  const { taken, found, covered } = planLeases(operations, leaseBook, open)
  const plan = planBatch(operations, open, covered)
  const batch: Batch = { ...context, plan, leases: taken }
  for (const lease of taken) {
    accountIn(plan.users, lease.lead.userId)
    if (lease.lead.isTokenLimited) accountIn(plan.tokens, lease.lead.tokenId)
    leaseMoves.open(lease)
  }
  for (const lease of found) leaseMoves.open(lease)
  if (!leaseMoves.isEmpty) {
    for (const move of leaseMoves.conclude()) addReturned(plan, move.lease, move.returned)
    const changes = leaseMoves.steps(leaseStatements)
    if ((yield changes).affected !== changes.length) throw new ReservationChanged()
  }
  if (parted.length > 0) yield statements.insert('reservations', ownValues(parted, context))
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
