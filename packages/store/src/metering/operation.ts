import type { Hold, HoldOutcome, UsageRecord } from '@weir/relay/ports'

export interface HoldOperation {
  readonly kind: 'hold'
  readonly hold: Hold
}

/** Ends a reservation: with a cost (settled), with 0 (released), without a record (swept). */
export interface CloseOperation {
  readonly kind: 'close'
  readonly requestId: string
  readonly cost: number
  readonly isDelivered: boolean
  readonly record: UsageRecord | undefined
}

export type Operation = HoldOperation | CloseOperation

/** `gone`: the reservation was closed before, and nothing happened now. */
export type OperationOutcome = HoldOutcome | 'closed' | 'gone'
