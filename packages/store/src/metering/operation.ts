import type { Hold, HoldOutcome, UsageRecord } from '@weir/relay/ports'
import type { Lease } from './leases/lease.ts'

export interface HoldOperation {
  readonly kind: 'hold'
  readonly hold: Hold
}

/** Ends a reservation: with a cost (settled), with 0 (released), without a record (swept: at its last checkpoint, if it has one). */
export interface SettleOperation {
  readonly kind: 'settle'
  readonly requestId: string
  /** What was taken, where this process took it. Without it the reservation is read. */
  readonly hold?: Hold
  readonly cost: number
  readonly isDelivered: boolean
  readonly record: UsageRecord | undefined
}

/** What a running stream has come to; a sweep settles its reservation at it. */
export interface CheckpointOperation {
  readonly kind: 'checkpoint'
  readonly requestId: string
  readonly cost: number
  readonly record: UsageRecord
}

/** Ends a lease early: what is idle returns to the balance. */
export interface GiveBackOperation {
  readonly kind: 'give-back'
  readonly lease: Lease
}

export type Operation = HoldOperation | SettleOperation | CheckpointOperation | GiveBackOperation

/** `gone`: the reservation was settled before, and nothing happened now. */
export type OperationOutcome = HoldOutcome | 'settled' | 'checkpointed' | 'given-back' | 'gone'

export const isHoldOutcome = (outcome: OperationOutcome): outcome is HoldOutcome =>
  outcome !== 'settled' && outcome !== 'checkpointed' && outcome !== 'given-back' && outcome !== 'gone'

export const isRefusal = (outcome: OperationOutcome): boolean =>
  typeof outcome === 'object' ? outcome.refusedBy !== undefined : outcome === 'user-short' || outcome === 'token-short'
