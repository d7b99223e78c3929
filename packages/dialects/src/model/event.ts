import type { JsonObject } from '../json.ts'
import type { FinishReason } from './finish-reason.ts'
import type { UpstreamFault } from './fault.ts'
import type { Usage } from './usage.ts'
import type { RefusalCode } from './wire-error.ts'

/** Reasoning as upstream signed it. The next call must carry it back unchanged, or upstream refuses the tool results. */
export type SealedReasoning = readonly JsonObject[]

/** A picture that the model made. */
export interface OutputImage {
  readonly mimeType: string
  /** Base64. */
  readonly data: string
  /** Upstream's seal on the thought behind it; it must come back with the picture. */
  readonly signature?: string
}

/** Speech that the model made, whole or a piece of it. Every field may come in another piece. */
export interface OutputAudio {
  readonly id?: string
  /** Base64. */
  readonly data?: string
  readonly transcript?: string
  /** Epoch seconds. */
  readonly expiresAt?: number
}

/** A search of the web that upstream made by itself. */
export interface WebSearch {
  /** What was searched for. None where upstream does not tell. */
  readonly queries: readonly string[]
  /** Addresses of the pages that were found, each once. */
  readonly sources: readonly string[]
  readonly hasFailed: boolean
}

/** What upstream says of the answer as a whole. */
export interface ReplyTraits {
  readonly systemFingerprint?: string
  readonly serviceTier?: string
}

/** One step of a streamed answer in the common model. Tool calls are numbered 0, 1, 2 … in the order they begin. */
export type ChatEvent =
  /** A signature seals the text before it as well, and may come without any words. */
  | { readonly kind: 'text'; readonly text: string; readonly signature?: string }
  | { readonly kind: 'reasoning'; readonly text: string; readonly sealed?: SealedReasoning }
  | { readonly kind: 'tool-call-begun'; readonly index: number; readonly id: string; readonly name: string; readonly signature?: string }
  | { readonly kind: 'tool-call-arguments'; readonly index: number; readonly fragment: string }
  | { readonly kind: 'refusal'; readonly text: string }
  | { readonly kind: 'image'; readonly image: OutputImage }
  | { readonly kind: 'audio'; readonly audio: OutputAudio }
  /** Sources of the text before it, in OpenAI's form: `{type: 'url_citation', url_citation: {…}}`. */
  | { readonly kind: 'annotations'; readonly annotations: readonly JsonObject[] }
  /** Log probabilities of the text before them, in OpenAI's form: `{token, logprob, bytes, top_logprobs}`. */
  | { readonly kind: 'logprobs'; readonly logprobs: readonly JsonObject[] }
  | { readonly kind: 'search'; readonly search: WebSearch }
  | { readonly kind: 'traits'; readonly traits: ReplyTraits }
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'finished'; readonly reason: FinishReason; readonly stopSequence?: string }
  | { readonly kind: 'failed'; readonly failure: WireFailure }

/** What an upstream said went wrong inside a reply that looked fine. The message may be shown only when the fault is the caller's. */
export interface WireFailure {
  readonly fault: UpstreamFault
  readonly message: string
  readonly code?: RefusalCode
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
  /** Upstream's seal on the thought behind the text; it should come back with it. */
  readonly textSignature?: string
  readonly reasoning: string
  readonly sealedReasoning?: SealedReasoning
  readonly refusal?: string
  readonly images?: readonly OutputImage[]
  readonly audio?: OutputAudio
  readonly annotations?: readonly JsonObject[]
  readonly logprobs?: readonly JsonObject[]
  readonly searches?: readonly WebSearch[]
  readonly traits?: ReplyTraits
  readonly toolCalls: readonly ToolCall[]
  readonly finishReason: FinishReason
  /** The sequence of the caller's that ended the answer. */
  readonly stopSequence?: string
  readonly usage: Usage | undefined
}

export type Decoded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: WireFailure }

export const decoded = <T>(value: T): Decoded<T> => ({ ok: true, value })
export const failedWith = (
  fault: UpstreamFault,
  message = '',
  code?: RefusalCode,
): { readonly ok: false; readonly failure: WireFailure } => ({
  ok: false,
  failure: { fault, message, ...(code !== undefined && { code }) },
})
