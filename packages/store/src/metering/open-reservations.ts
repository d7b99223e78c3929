import { toQuota } from '@weir/ledger/quota'
import { readShares } from '@weir/relay/budget'
import type { Hold } from '@weir/relay/ports'
import type { Program } from '../database.ts'
import type { Step } from '../dialect/engine.ts'
import type { LeaseBook } from './leases/lease-book.ts'
import type { LeaseMoves } from './leases/lease-moves.ts'
import { leaseIdOf, type Lease } from './leases/lease.ts'
import type { Operation } from './operation.ts'
import type { Reserved } from './plan.ts'
import type { ReservationRow, Statements } from './statements.ts'

export interface OpenContext {
  readonly statements: Statements
  readonly leaseBook: LeaseBook
  readonly leaseMoves: LeaseMoves
  /** On a second try: the first may have been committed although its answer was lost. */
  readonly mayBeRepeated: boolean
  /** Reservations are read even where this process took them: one of them is not what it was. */
  readonly readsAll: boolean
}

/** A reservation of this process is gone, or is not what it was. The transaction is rolled back; the batch runs again and reads what is there. */
export class ReservationChanged extends Error {
  override readonly name = 'ReservationChanged'
}

/** What the operations are about. */
interface Opened {
  readonly open: Map<string, Reserved>
  /** Holds that leave their lease and get reservations of their own. */
  readonly parted: readonly Hold[]
}

const NO_SHARES: Reserved['shares'] = []

const reservedIn = (row: ReservationRow): Reserved => {
  const { user_id: userId, token_id: tokenId, is_token_limited: isTokenLimited, progress_cost: cost, progress_record: record } = row
  const hold = { requestId: row.request_id, userId, tokenId, isTokenLimited, amount: toQuota(row.amount) }
  const shares = readShares(row.budget_shares ?? '')
  return cost === null || record === null ? { hold, shares } : { hold, shares, checkpoint: { cost, record } }
}

function* find(ids: readonly string[], statements: Statements): Program<readonly ReservationRow[]> {
  const { rows } = yield statements.findReservations(ids)
  return rows as readonly unknown[] as readonly ReservationRow[]
}

const leaseOf = (operation: Operation, book: LeaseBook): Lease | undefined => {
  if (operation.kind === 'give-back') return book.lease(operation.lease.id)
  return operation.kind === 'hold' ? undefined : book.running(operation.requestId)?.lease
}

/** Finds out what became of changes that were not answered, before anything else is changed. */
function* resolveLeases(operations: readonly Operation[], context: OpenContext): Program<void> {
  const { statements, leaseBook, mayBeRepeated, readsAll } = context
  const doubtful = new Map<string, Lease>()
  for (const operation of operations) {
    const lease = leaseOf(operation, leaseBook)
    if (lease !== undefined && (readsAll || mayBeRepeated || lease.unanswered !== undefined)) doubtful.set(lease.id, lease)
  }
  if (doubtful.size === 0) return
  const rows = new Map<string, ReservationRow>()
  for (const row of yield* find([...doubtful.keys()], statements)) rows.set(row.request_id, row)
  for (const [id, lease] of doubtful) {
    const row = rows.get(id)
    const known = row && { amount: toQuota(row.amount), version: row.lease_version ?? 0, isTokenLimited: row.is_token_limited }
    leaseBook.resolve(lease, known)
  }
}

/** Settlements of requests that a lease covers take from it what they cost. */
const settleLeased = (operations: readonly Operation[], { leaseBook, leaseMoves }: OpenContext): Map<string, Reserved> => {
  const open = new Map<string, Reserved>()
  for (const operation of operations) {
    if (operation.kind !== 'settle' || operation.hold === undefined || open.has(operation.requestId)) continue
    const request = leaseBook.running(operation.requestId)
    const lease = request?.lease
    if (request === undefined || lease === undefined) continue
    const amount = leaseMoves.settle(request, lease, toQuota(operation.cost))
    const { requestId, userId, tokenId } = request.hold
    open.set(requestId, { hold: { requestId, userId, tokenId, isTokenLimited: lease.isTokenLimited, amount }, shares: NO_SHARES })
  }
  return open
}

/** A stream that tells what it has come to needs a row to tell it in. */
const partFromLeases = (
  operations: readonly Operation[],
  { leaseBook, leaseMoves }: OpenContext,
  settled: ReadonlyMap<string, Reserved>,
): Opened['parted'] => {
  const parted = new Map<string, Hold>()
  for (const operation of operations) {
    if (operation.kind === 'give-back') {
      const lease = leaseBook.lease(operation.lease.id)
      if (lease !== undefined) leaseMoves.giveBack(lease)
      continue
    }
    if (operation.kind !== 'checkpoint' || settled.has(operation.requestId) || parted.has(operation.requestId)) continue
    const request = leaseBook.running(operation.requestId)
    const lease = request?.lease
    if (request === undefined || lease === undefined) continue
    leaseMoves.part(request, lease)
    parted.set(operation.requestId, { ...request.hold, isTokenLimited: lease.isTokenLimited })
  }
  return [...parted.values()]
}

/**
 * Deletes those that this process took and the operations settle. Not read first: when all of them could be deleted, all were open and
 * unchanged.
 */
function* deleteOwn(operations: readonly Operation[], statements: Statements, open: Map<string, Reserved>): Program<void> {
  const limited: string[] = []
  const unlimited: string[] = []
  for (const operation of operations) {
    if (operation.kind !== 'settle' || operation.hold === undefined || open.has(operation.requestId)) continue
    const { hold, requestId } = operation
    open.set(requestId, { hold, shares: hold.budgets ?? NO_SHARES })
    ;(hold.isTokenLimited ? limited : unlimited).push(requestId)
  }
  const deletions: Step[] = []
  if (limited.length > 0) deletions.push({ ...statements.deleteReservations(limited, true), expects: limited.length })
  if (unlimited.length > 0) deletions.push({ ...statements.deleteReservations(unlimited), expects: unlimited.length })
  if (deletions.length > 0 && (yield deletions).affected !== deletions.length) throw new ReservationChanged()
}

/** Those that are not known here are read, and those of them that are settled are deleted. */
function* readOthers(operations: readonly Operation[], context: OpenContext, open: Map<string, Reserved>): Program<void> {
  const { statements, mayBeRepeated } = context
  const settling = new Set<string>()
  const ids: string[] = []
  for (const operation of operations) {
    if (operation.kind === 'settle' && !open.has(operation.requestId)) settling.add(operation.requestId)
    else if (operation.kind === 'hold' && mayBeRepeated) ids.push(operation.hold.requestId, leaseIdOf(operation.hold))
  }
  ids.push(...settling)
  if (ids.length === 0) return
  for (const row of yield* find(ids, statements)) open.set(row.request_id, reservedIn(row))
  const settled = [...settling].filter((id) => open.has(id))
  if (settled.length > 0) yield [statements.deleteReservations(settled)]
}

/** The open reservations and leases that the operations are about. Those that are settled by them are deleted. */
export function* openReservations(operations: readonly Operation[], context: OpenContext): Program<Opened> {
  const { statements, mayBeRepeated, readsAll } = context
  yield* resolveLeases(operations, context)
  const open = settleLeased(operations, context)
  const parted = partFromLeases(operations, context, open)
  if (!readsAll && !mayBeRepeated) yield* deleteOwn(operations, statements, open)
  yield* readOthers(operations, context, open)
  return { open, parted }
}
