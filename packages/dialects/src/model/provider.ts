import type { JsonObject } from '../json.ts'
import type { ChatCall } from './call.ts'
import type { ChatEvent, ChatReply, Decoded, WireFailure } from './event.ts'
import type { UpstreamFault } from './fault.ts'
import type { Task, TaskCall } from './task.ts'
import type { ChannelTarget, EncodeContext, UpstreamRequest } from './upstream.ts'
import type { Usage } from './usage.ts'
import type { ReplySummary } from './reply-summary.ts'
import type { WireCall, WireId } from './caller-wire.ts'
import type { RefusalCode } from './wire-error.ts'

/** The upstream speaks the caller's own wire: bytes pass, a tap reads along. */
export interface SameWire {
  readonly kind: 'same'
  /** How usage, finish and in-band errors are found where they differ from OpenAI's. Reads the normalized form. */
  readonly inspectReply?: (json: unknown) => ReplySummary
  /** Opened once for every answer that clients would refuse as it comes. Where it is given, replies are re-serialised. */
  readonly openNormalizer?: (call: ChatCall, head?: AnswerHead) => Normalizer
}

/** What an answer is told under where upstream gives it no id, or no time. */
export interface AnswerHead {
  readonly id: string
  /** Epoch seconds. */
  readonly created: number
}

/** Normalizes the chunks of one answer in their order and may remember what has passed; a whole reply is normalized as one chunk. */
export interface Normalizer {
  readonly normalize: (json: JsonObject) => JsonObject
  /** Asked when upstream's end mark has come: a chunk that is still pending, such as a finish that upstream never names. */
  readonly pendingChunk?: () => JsonObject | undefined
}

export interface StreamDecoder {
  readonly push: (chunk: Uint8Array) => readonly ChatEvent[]
  /** The upstream closed; what is still pending, if anything. */
  readonly end: () => readonly ChatEvent[]
}

/** The upstream has a wire of its own, translated through the common model. */
export interface NativeWire {
  readonly kind: 'native'
  /** What logs call it. Absent: it goes by the provider's name. */
  readonly name?: string
  readonly decode: (body: string, call: ChatCall) => Decoded<ChatReply>
  readonly openStream: (call: ChatCall) => StreamDecoder
}

/** Names what the caller asked for and this wire cannot say, for the log row and a header of the reply. */
export type Dropped = readonly string[]

/** What a chat of ours may hold beyond OpenAI's: callers on other wires ask for it, and some upstreams of OpenAI's wire refuse it. */
export type ChatExtension = 'cache_control' | 'thinking_blocks' | 'reasoning_content' | 'extra_content' | 'top_k'

/** What upstream may refuse although the call can be asked without it. */
export type AvoidableRefusal =
  /** The call belongs on upstream's other endpoint. */
  | 'other-endpoint'
  /** It holds thoughts that another account has encrypted. */
  | 'unreadable-thoughts'
  /** The server does not know the field by which a stream is asked for its figures. */
  | 'stream-options'
  /** The model cannot think. */
  | 'no-thinking'

export interface ChatCapability {
  readonly encode: (call: ChatCall, target: ChannelTarget, context: EncodeContext) => UpstreamRequest
  readonly wire: SameWire | NativeWire
  /** For a provider with several wires, where the channel or the model decides which. Absent: `wire` is the only one. */
  readonly wireFor?: (call: ChatCall, target: ChannelTarget) => SameWire | NativeWire
  readonly dropped?: (call: ChatCall, target: ChannelTarget) => Dropped
  /** How the call is asked where the server turns out to lack the path. Undefined where there is no other way. */
  readonly otherwise?: (call: ChatCall, target: ChannelTarget) => ChatCapability | undefined
  /** How the call is asked where upstream refuses it with a reason that another way avoids. Undefined where there is none. */
  readonly instead?: (call: ChatCall, target: ChannelTarget, refusal: AvoidableRefusal) => ChatCapability | undefined
  /** A provider that answers in steps: the next request after a reply, or undefined when that reply is the answer. */
  readonly follow?: FollowUp
  readonly cancel?: Cancel
  readonly trailingUsage?: TrailingUsage
  /** Of an upstream on OpenAI's wire: what it reads beyond that. The rest is left out of calls that were translated. */
  readonly extensions?: readonly ChatExtension[]
  /** `web_search_options` become upstream's own search, and its figures tell how often it searched. */
  readonly tellsSearches?: boolean
}

/**
 * For work that goes on when its connection is closed: the request that stops it, or undefined while it has no name yet.
 * Asked with what upstream has said so far, a JSON reply or the beginning of a stream.
 */
export type Cancel = (said: string, target: ChannelTarget) => UpstreamRequest | undefined

/** Figures that a stream lacks and upstream tells when it is asked once more at the end. */
export interface TrailingUsage {
  /** `said` is the JSON reply that came before the stream. */
  readonly request: (said: string, target: ChannelTarget) => UpstreamRequest | undefined
  /** The reply as the last piece of the stream, for the same decoder. */
  readonly render: (body: string) => string
}

/** What is asked of an answer that upstream keeps. */
export interface KeptRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Upstream's own. */
  readonly id: string
  readonly step: '' | '/cancel' | '/input_items'
  /** Without a question mark. */
  readonly query: string
}

/** A caller's wire as upstream's own: bytes pass both ways. */
export interface WireCapability {
  readonly encode: (call: WireCall, target: ChannelTarget, context: EncodeContext) => UpstreamRequest
  /** For an upstream that serves it on some channels or for some models only; `model` is upstream's name. Absent: for all. */
  readonly isServed?: (target: ChannelTarget, model: string) => boolean
  /** Turns a stream that is framed in another way into server-sent events, piece by piece. Undefined: it is framed so. */
  readonly openFraming?: (target: ChannelTarget) => ((chunk: Uint8Array) => Uint8Array) | undefined
  /** Upstream counts the tokens of a call without answering it. */
  readonly countTokens?: (call: WireCall, target: ChannelTarget, context: EncodeContext) => UpstreamRequest
  /** Servers behind this channel type may lack the path; there the call is asked as a chat. */
  readonly mayBeMissing?: boolean
  readonly dropped?: (call: WireCall, target: ChannelTarget) => Dropped
  /** Where upstream keeps its answers. */
  readonly keptAnswer?: (asked: KeptRequest, target: ChannelTarget, context: EncodeContext) => UpstreamRequest
}

export interface TaskReply {
  readonly body: string | Uint8Array
  readonly contentType: string
  readonly usage: Usage | undefined
}

export interface UpstreamBody {
  readonly contentType: string
  readonly bytes: Uint8Array
}

export interface FollowUpStep {
  readonly request: UpstreamRequest
  readonly delayMs: number
}

export interface FollowedReply {
  readonly status: number
  readonly body: string
  /** How many follow-ups came before this reply. */
  readonly step: number
  /** The caller wants a stream. */
  readonly isStream: boolean
}

/** Asked after every 2xx reply that is not a stream. A failure says that the reply is an error in spite of its status. */
export type FollowUp = (reply: FollowedReply, target: ChannelTarget, context: EncodeContext) => FollowUpStep | WireFailure | undefined

export interface TaskCapability {
  readonly encode: (call: TaskCall, target: ChannelTarget, context: EncodeContext) => UpstreamRequest
  /** Absent: the reply is OpenAI's own and passes as it is. */
  readonly decode?: (reply: UpstreamBody, call: TaskCall) => Decoded<TaskReply>
  /** Fields that upstream is not told because `decode` gives what they ask for. */
  readonly metInReply?: readonly string[]
  /** Of embeddings, by upstream's name of the model: how many inputs it takes at a time. A longer list is asked for in pieces. */
  readonly maxInputs?: (model: string) => number | undefined
  /** Of completions, whole or streamed, and of pictures that come in another form than OpenAI's. */
  readonly openNormalizer?: () => Normalizer
  /** How the task is asked where upstream refuses it with a reason that another way avoids. */
  readonly instead?: (refusal: AvoidableRefusal) => TaskCapability | undefined
  readonly follow?: FollowUp
  readonly cancel?: Cancel
}

/** A conversation over a socket, as OpenAI's Realtime API has it: events pass both ways. */
export interface RealtimeCapability {
  /** The address is `wss:` or `ws:`, and nothing is sent by itself. */
  readonly encode: (call: RealtimeCall, target: ChannelTarget, context: EncodeContext) => UpstreamRequest
}

export interface RealtimeCall {
  /** As the caller named it. */
  readonly model: string
  /** The caller speaks the form that was there before the present one. */
  readonly isBeta: boolean
}

/** A credential that must be exchanged or signed before it can be used. Cached until shortly before it expires. */
export interface AccessExchange {
  /** A request to make, or the token itself when it can be made without a request. Undefined: this key needs no exchange. */
  readonly request: (target: ChannelTarget, context: Omit<EncodeContext, 'accessToken'>) => UpstreamRequest | AccessToken | undefined
  readonly decode: (reply: { readonly status: number; readonly body: string }, now: number) => Decoded<AccessToken>
}

export interface AccessToken {
  readonly token: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Balance in the provider's own unit, in one or several requests. */
export interface BalanceLookup {
  readonly next: (
    replies: readonly { readonly status: number; readonly body: string }[],
    target: ChannelTarget,
    context: EncodeContext,
  ) => UpstreamRequest | Decoded<number>
}

/** Value of a reply header by its lower-case name. */
export type HeaderLookup = (name: string) => string | undefined

export interface Provider {
  readonly id: string
  readonly channelType: number
  /** Absence of a capability means "not supported"; there is nothing to implement and nothing to refuse at run time. */
  readonly chat?: ChatCapability
  /** The callers' wires that upstream serves itself. A call on any other is translated into a chat. */
  readonly wires?: Readonly<Partial<Record<WireId, WireCapability>>>
  readonly tasks?: Readonly<Partial<Record<Task, TaskCapability>>>
  readonly realtime?: RealtimeCapability
  readonly access?: AccessExchange
  readonly balance?: BalanceLookup
  /** Decides from status and error codes, never from words a caller could have written. */
  readonly classify: (status: number, body: string, header?: HeaderLookup) => UpstreamFault
  /** What a refusal that the caller caused is about, by the same. Absent where upstream has no word of its own for it. */
  readonly refusalCode?: (status: number, body: string) => RefusalCode | undefined
}
