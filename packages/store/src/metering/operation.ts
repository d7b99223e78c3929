import type { Hold, HoldOutcome, UsageRecord } from '@weir/relay/ports'

export interface HoldOperation {
  readonly kind: 'hold'
  readonly hold: Hold
}

/** Ends a reservation: with a cost (settled), with 0 (released), without a record (swept: at its last note, if it has one). */
export interface CloseOperation {
  readonly kind: 'close'
  readonly requestId: string
  /** What was taken, where this process took it. Without it the reservation is read. */
  readonly hold?: Hold
  readonly cost: number
  readonly isDelivered: boolean
  readonly record: UsageRecord | undefined
}

/** What a running stream has come to; a sweep closes its reservation at it. */
export interface NoteOperation {
  readonly kind: 'note'
  readonly requestId: string
  readonly cost: number
  readonly record: UsageRecord
}

export type Operation = HoldOperation | CloseOperation | NoteOperation

/** `gone`: the reservation was closed before, and nothing happened now. */
export type OperationOutcome = HoldOutcome | 'closed' | 'noted' | 'gone'
