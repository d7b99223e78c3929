import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { Send, UsageRecord } from './ports.ts'

export interface TracedCall {
  readonly model: string
  readonly isStream: boolean
  readonly userId: number
}

export interface TracedTry {
  readonly providerId: string
  readonly channelId: number
  /** The name sent upstream. */
  readonly model: string
}

/** One call of a channel. */
export interface AttemptTrace {
  /** Passes the trace on to upstream. */
  readonly send: Send
  /** What is not failed goes on until it is settled. */
  failed(fault: UpstreamFault, status: number): void
}

/** One request, where an operator has asked for traces. Called for every request then, so it must cost little. */
export interface RequestTrace {
  asked(call: TracedCall): void
  attempt(made: TracedTry, send: Send): AttemptTrace
  settled(record: UsageRecord): void
}
