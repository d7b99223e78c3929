import type { JsonObject } from '../json.ts'
import type { AskedTier, ReportedTier } from '../service-tier.ts'
import type { CallProblem, ChatCall } from './call.ts'
import type { ChatReply } from './event.ts'
import type { EventRenderer } from './event-renderer.ts'
import type { UnsupportedInput } from './unsupported-input.ts'
import type { ToolCallCounts, ToolKind, Usage } from './usage.ts'
import type { WireError } from './wire-error.ts'

/** The wires that a caller may speak beside chat, which is the common form. */
export type WireId = 'responses' | 'compaction' | 'messages' | 'gemini'

/** A call on one of those wires. The wire body travels along untouched, for upstreams that serve the wire themselves. */
export interface WireCall {
  readonly wire: WireId
  readonly model: string
  readonly isStream: boolean
  readonly maxOutputTokens: number | undefined
  /** How many answers are asked for at once. Absent: one. */
  readonly choices?: number
  readonly promptBytes: number
  /** Fields that were taken out at the door because they choose a model, a provider or a price by another way. */
  readonly dropped: readonly string[]
  readonly rawBody: string
  readonly body: JsonObject
  /** Everything the model will read, under the names that the estimate knows. */
  readonly prompt: JsonObject
  /** The service tier that is asked for, where the wire has another word for it than `service_tier`. */
  readonly tier?: AskedTier | undefined
  /** Of `forwardedHeaders`, those that the caller sent. */
  readonly headers: Readonly<Record<string, string>>
  /** The content type of a stream where it is not server-sent events. */
  readonly streamType?: string
  /** The answer that is kept here and that this call goes on from; it stands in the body already. */
  readonly earlier?: string
  /** The same call as a chat, for every other upstream; or what of it a chat cannot say. */
  readonly chat: ChatCall | UnsupportedInput
}

export type ParsedWireCall = { readonly ok: true; readonly call: WireCall } | { readonly ok: false; readonly problem: CallProblem }

/** A request as it came, before anything of it is understood. */
export interface WireRequest {
  readonly rawBody: string
  readonly headers: Readonly<Record<string, string>>
  /** What the address says, on wires that name the model and the way of answering there. */
  readonly address?: WireAddress
}

export interface WireAddress {
  readonly model: string
  readonly isStream: boolean
  /** With its question mark, or nothing. */
  readonly query: string
}

/** What an answer repeats of the call, and what is known before upstream answers. */
export interface WireReplyMeta {
  /** Unique to the request; every id in the answer is made from it. */
  readonly id: string
  /** Epoch seconds. */
  readonly created: number
  readonly model: string
  /** The caller's body. */
  readonly body: JsonObject
  /** For wires that tell the input before the output, where upstream tells it after. */
  readonly estimatedInput: number
  /** The answer that the call goes on from, where it is kept here. */
  readonly earlier?: string | undefined
  /** Given the whole answer at its end, where it is to be kept here. */
  readonly keep?: ((answer: JsonObject) => void) | undefined
}

/** What the line must know of an answer, or of one event of it, that it passes on untouched. */
export interface WireSummary {
  readonly usage: Usage | undefined
  /** The answer is whole, or as whole as it will get. */
  readonly hasFinished: boolean
  /** Something of the answer itself is in it. */
  readonly hasOutput: boolean
  readonly error: JsonObject | undefined
  readonly text: string
  /** Calls of tools that upstream ran by itself, also where it reports no usage. */
  readonly calls?: ToolCallCounts
}

/** Reads the events of one answer along, in their order. */
export interface WireTap {
  readonly read: (event: JsonObject) => WireSummary
  /**
   * Where the words begin in an event that is nothing but words and figures. One that is like another but for these may be left unread: its
   * figures are asked for later, and only those of the newest.
   */
  readonly words?: RegExp
  /** Calls of tools that upstream has run by itself so far. */
  readonly calls?: () => ToolCallCounts | undefined
  /** At which service tier upstream says that it serves, also before there are figures. */
  readonly tier?: () => ReportedTier | undefined
  /** The data of an event as the caller gets it, where a stream is not framed as server-sent events. */
  readonly write?: ((data: string) => Uint8Array) | undefined
  /** The last bytes of an answer that is whole, where such a stream has any. */
  readonly end?: (() => Uint8Array) | undefined
  /** The last bytes of an answer that broke off. */
  readonly failure: (error: WireError) => Uint8Array
}

export interface RenderedError {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface LimitFigures {
  readonly limit: number
  readonly remaining: number
  /** Undefined: it never begins again. */
  readonly resetSeconds: number | undefined
}

export interface LimitReport {
  readonly requests?: LimitFigures | undefined
  readonly tokens?: LimitFigures | undefined
  /** Units of money, which no wire has headers for. */
  readonly quota?: LimitFigures | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** What surrounds the answers of a wire: errors, and headers that tell the caller's limits and the request's id. */
export interface WireEnvelope {
  readonly renderError: (error: WireError) => RenderedError
  readonly limitHeaders: (limits: LimitReport) => Readonly<Record<string, string>>
  readonly replyHeaders?: (requestId: string) => Readonly<Record<string, string>>
}

/** What of the tools that upstream runs by itself can be charged on a channel. */
export interface ToolOffer {
  readonly sells: (kind: ToolKind) => boolean
  /** The model is known to think before it answers. */
  readonly isReasoning: boolean
}

/** Tools that upstream runs by itself and sells by the call. */
export interface HostedTools {
  /** What the call may cost beside its tokens: how many calls of each kind are held for. */
  readonly kindsIn: (body: JsonObject) => ToolCallCounts
  /** The body as it may be sent; the very same one where nothing is left out. Throws `UnsupportedInput` for a tool that cannot be charged. */
  readonly sold: (body: JsonObject, offer: ToolOffer) => JsonObject
  /** Where the call asks for a search that another wire may have, too; and the name of the tool. */
  readonly searchIn?: (body: JsonObject) => { readonly param: string; readonly name: string } | undefined
  /** Names of those that are left out. */
  readonly unsold: (body: JsonObject, offer: ToolOffer) => readonly string[]
}

/** Answers that upstream keeps under ids of its own. Callers know them by names that tell which channel has them. */
export interface KeptAnswers {
  /** The field of a call that names an earlier answer. */
  readonly param: string
  readonly earlierIn: (body: JsonObject) => string | undefined
  readonly withEarlier: (body: JsonObject, id: string) => JsonObject
  /** Ids of answers in a reply or an event. */
  readonly idsIn: (json: JsonObject) => readonly string[]
  /** Upstream's error says that it does not have the earlier answer. */
  readonly isMissing: (error: JsonObject | undefined) => boolean
}

/** An answer as it is kept here, and everything that the model had read for it. */
export interface KeptHere {
  readonly input: readonly JsonObject[]
  readonly response: JsonObject
}

/** A place of a call that names an item of an answer kept here instead of sending it. */
export interface KeptItemReference {
  readonly id: string
  /** The id of the answer that the item belongs to. */
  readonly answer: string
  readonly param: string
}

/** How a call refers to single items of answers. */
export interface KeptItems {
  readonly referencesIn: (body: JsonObject) => readonly KeptItemReference[]
  readonly itemIn: (answer: KeptHere, id: string) => JsonObject | undefined
  /** The body with the items in the place of their ids. */
  readonly withItems: (body: JsonObject, items: ReadonlyMap<string, JsonObject>) => JsonObject
}

/** How answers of a wire are kept here, for upstreams that keep none. */
export interface AnswerStorage {
  readonly mayKeep: (body: JsonObject) => boolean
  /** What the model reads, item by item. */
  readonly inputOf: (body: JsonObject) => readonly JsonObject[]
  /** The body of a call that goes on from an answer, with the whole conversation in it. */
  readonly continued: (body: JsonObject, earlier: KeptHere) => JsonObject
  readonly items: KeptItems
  readonly inputPage: (answer: KeptHere, query: URLSearchParams) => JsonObject
  readonly deleted: (id: string) => JsonObject
}

/** How a wire counts the tokens of a call without answering it. */
export interface TokenCounting {
  readonly parseCall: (request: WireRequest) => ParsedWireCall
  readonly renderCount: (tokens: number) => string
  /** From the reply of an upstream that speaks the wire. */
  readonly readCount: (json: unknown) => number | undefined
}

/** A request for vectors, in the words of OpenAI's embeddings. */
export interface EmbeddingCall {
  readonly body: JsonObject
  /** Options of the caller's that those words have no place for. */
  readonly dropped: readonly string[]
  readonly isBatch: boolean
}

/** How a wire asks for vectors. */
export interface WireEmbeddings {
  readonly parseCall: (
    request: WireRequest,
  ) => { readonly ok: true; readonly call: EmbeddingCall } | { readonly ok: false; readonly problem: CallProblem }
  /** From OpenAI's reply; undefined where it does not hold a vector for every text. */
  readonly renderReply: (json: unknown, call: EmbeddingCall) => string | undefined
}

/** How a wire tells which models there are. */
export interface WireModels {
  readonly list: (ids: readonly string[], query: URLSearchParams) => JsonObject
  readonly one: (id: string) => JsonObject
}

/** A wire that a caller may speak. Upstreams that serve it get the caller's bytes; every other one is asked by a chat. */
export interface CallerWire extends WireEnvelope {
  readonly id: WireId
  /** Headers of the caller that belong to the call, in small letters. */
  readonly forwardedHeaders: readonly string[]
  readonly parseCall: (request: WireRequest) => ParsedWireCall
  readonly renderReply: (reply: ChatReply, meta: WireReplyMeta) => string
  readonly openWriter: (meta: WireReplyMeta, call: WireCall) => EventRenderer
  readonly inspectReply: (json: unknown, call: Pick<WireCall, 'body'>) => WireSummary
  readonly openTap: (call: Pick<WireCall, 'streamType' | 'body'>) => WireTap
  /** The event that finishes a stream is its last. Where it is not, the end of the connection is. */
  readonly hasLastEvent: boolean
  /** A whole answer as the events of a stream, for upstreams that did not stream when they were asked to. */
  readonly asStream?: (whole: unknown) => string
  /** What the caller asked for and a chat leaves out without harm to the answer's form. */
  readonly droppedFromChat: (body: JsonObject) => readonly string[]
  /** The field that asks for a service tier. Absent: `service_tier`. */
  readonly tierParam?: string
  readonly hostedTools?: HostedTools
  readonly keptAnswers?: KeptAnswers
  readonly storage?: AnswerStorage
  readonly counting?: TokenCounting
  readonly embeddings?: WireEmbeddings
  readonly models?: WireModels
}
