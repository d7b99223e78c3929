import type { Hold, HoldOutcome, UsageRecord } from '@weir/relay/ports'

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

export type Operation = HoldOperation | SettleOperation | CheckpointOperation

/** `gone`: the reservation was settled before, and nothing happened now. */
export type OperationOutcome = HoldOutcome | 'settled' | 'checkpointed' | 'gone'

export const isRefusal = (outcome: OperationOutcome): boolean =>
  typeof outcome === 'object' ? outcome.refusedBy !== undefined : outcome === 'user-short' || outcome === 'token-short'
