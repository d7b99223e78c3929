import type { Hold } from '@weir/relay/ports'

/** How leases are taken. Everything about money holds whatever these are; they decide how often the database is asked. */
export interface LeasePolicy {
  /** How long a lease lets requests in: far below the time after which a silent node is taken for dead and its leases go back. */
  readonly lifetimeMs: number
  /** The balance must be so many times the lease, so that what is idle in leases is a small part of it. */
  readonly balancePerLease: number
  /** How long nothing is leased of an account that had too little, or whose lease was called back. */
  readonly restMs: number
  /** How long a refusal waits for other nodes to give back what is idle. */
  readonly answerMs: number
}

/** Told of each request that a lease covers. `isNew`: it was taken with the lease, otherwise without a commit. */
export type OnLeased = (requestId: string, leaseId: string, isNew: boolean) => void

export const LEASE_POLICY: LeasePolicy = { lifetimeMs: 10_000, balancePerLease: 16, restMs: 30_000, answerMs: 1000 }

/**
 * A share of a balance that this process took from the database. Requests are let in against it without asking the database again. In the
 * database it is a reservation like that of a request: it belongs to this node, and goes back whole where the node dies.
 */
export interface Lease {
  /** Of its reservation. */
  readonly id: string
  readonly userId: number
  readonly tokenId: number
  isTokenLimited: boolean
  /** As it was at the last commit that is known. */
  amount: number
  /** Of the same commit: each one that changes the row counts it up. */
  version: number
  /** What running requests hold of it. */
  held: number
  running: number
  /** Lets requests in. Once it does not, it never does again. */
  isOpen: boolean
  /** By the clock of the database and by one that nobody sets. */
  readonly until: number
  readonly monotonicUntil: number
  /** The last change, if its commit was not answered. Nothing else changes the row before it is known what became of it. */
  unanswered: LeaseMove | undefined
}

/** A request of this process whose hold was taken: from a lease, or by a reservation of its own. */
export interface RunningHold {
  readonly hold: Hold
  lease: Lease | undefined
}

/** Everything one batch does to one lease. */
export interface LeaseMove {
  readonly lease: Lease
  /** What leaves the row: charges, and what goes to reservations of their own or back to the balance. */
  taken: number
  /** Of that, what goes back to the balance beside what the settlements of the batch return. */
  returned: number
  /** Requests that hold nothing of it any more. `becomesOwn`: they have reservations of their own from now on. */
  readonly leaving: { readonly request: RunningHold; readonly becomesOwn: boolean }[]
  givesBack: boolean
  /** The row is deleted: nothing runs against it any more. */
  ends: boolean
}

/** A lease that a batch takes, and the holds of the batch that it covers. */
export interface PendingLease {
  readonly id: string
  readonly amount: number
  readonly holds: readonly Hold[]
  readonly lead: Hold
}

/** Told from those of requests, which have no space. */
export const leaseIdOf = (lead: Hold): string => `lease ${lead.requestId}`
