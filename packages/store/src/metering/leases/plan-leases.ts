import type { Hold } from '@weir/relay/ports'
import type { Operation } from '../operation.ts'
import type { LeaseBook } from './lease-book.ts'
import { leaseIdOf, type PendingLease } from './lease.ts'

/** The balance does not suffice for a lease. The transaction is rolled back; the batch runs again and takes each hold by itself. */
export class LeaseRefused extends Error {
  override readonly name = 'LeaseRefused'
  readonly userId: number

  constructor(userId: number) {
    super()
    this.userId = userId
  }
}

export interface PlannedLeases {
  readonly taken: readonly PendingLease[]
  /** Were taken by an earlier try whose answer was lost. */
  readonly found: readonly PendingLease[]
  /** The holds that they cover, as places in the batch. */
  readonly covered: ReadonlySet<number>
}

interface Asking {
  readonly holds: readonly Hold[]
  readonly indexes: readonly number[]
}

const NONE: PlannedLeases = { taken: [], found: [], covered: new Set() }

const accountOf = ({ userId, tokenId, isTokenLimited }: Hold): string => `${userId} ${tokenId} ${isTokenLimited ? 1 : 0}`

/** By account, in order of arrival. Budgets are decided for each request by itself. */
const askingByAccount = (operations: readonly Operation[], open: ReadonlyMap<string, unknown>): Iterable<Asking> => {
  const accounts = new Map<string, { readonly holds: Hold[]; readonly indexes: number[] }>()
  for (const [index, operation] of operations.entries()) {
    if (operation.kind !== 'hold' || operation.hold.budgets !== undefined || open.has(operation.hold.requestId)) continue
    const key = accountOf(operation.hold)
    const known = accounts.get(key)
    if (known === undefined) accounts.set(key, { holds: [operation.hold], indexes: [index] })
    else {
      known.holds.push(operation.hold)
      known.indexes.push(index)
    }
  }
  return accounts.values()
}

/**
 * Holds that arrive together, or while others of their token run, are covered by a lease. `open`: the reservations that were found, by which
 * a repeated try knows what the first one took.
 */
export const planLeases = (
  operations: readonly Operation[],
  book: LeaseBook,
  open: ReadonlyMap<string, { readonly hold: { readonly amount: number } }>,
): PlannedLeases => {
  if (!operations.some(({ kind }) => kind === 'hold')) return NONE
  const taken: PendingLease[] = []
  const found: PendingLease[] = []
  const covered = new Set<number>()
  for (const { holds, indexes } of askingByAccount(operations, open)) {
    const [lead] = holds
    if (lead === undefined) continue
    const id = leaseIdOf(lead)
    const kept = open.get(id)
    const amount = kept?.hold.amount ?? book.wanted(holds)
    if (amount === undefined) continue
    ;(kept === undefined ? taken : found).push({ id, amount, holds, lead })
    for (const index of indexes) covered.add(index)
  }
  return { taken, found, covered }
}
