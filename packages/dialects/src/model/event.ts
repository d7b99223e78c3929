import type { JsonObject } from '../json.ts'
import type { FinishReason } from './finish-reason.ts'
import type { UpstreamFault } from './fault.ts'
import type { Usage } from './usage.ts'

/** Reasoning as upstream signed it. The next call must carry it back unchanged, or upstream refuses the tool results. */
export type SealedReasoning = readonly JsonObject[]

/** One step of a streamed answer in the common model. Tool calls are numbered 0, 1, 2 … in the order they begin. */
export type ChatEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string; readonly sealed?: SealedReasoning }
  | { readonly kind: 'tool-call-begun'; readonly index: number; readonly id: string; readonly name: string; readonly signature?: string }
  | { readonly kind: 'tool-call-arguments'; readonly index: number; readonly fragment: string }
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'finished'; readonly reason: FinishReason }
  | { readonly kind: 'failed'; readonly failure: WireFailure }

/** What an upstream said went wrong inside a reply that looked fine. The message may be shown only when the fault is the caller's. */
export interface WireFailure {
  readonly fault: UpstreamFault
  readonly message: string
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** Always JSON text. */
  readonly arguments: string
  /** Upstream's seal on the thought behind this call; it must come back with the call. */
  readonly signature?: string
}

/** A whole answer in the common model. */
export interface ChatReply {
  readonly text: string
  readonly reasoning: string
  readonly sealedReasoning?: SealedReasoning
  readonly toolCalls: readonly ToolCall[]
  readonly finishReason: FinishReason
  readonly usage: Usage | undefined
}

export type Decoded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: WireFailure }

export const decoded = <T>(value: T): Decoded<T> => ({ ok: true, value })
export const failedWith = (fault: UpstreamFault, message = ''): { readonly ok: false; readonly failure: WireFailure } => ({
  ok: false,
  failure: { fault, message },
})
