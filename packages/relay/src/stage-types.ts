import type { JsonObject } from '@weir/dialects/json'
import type { WireEnvelope } from '@weir/dialects/model/caller-wire'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { Provider } from '@weir/dialects/model/provider'
import type { ToolCallCounts, Usage } from '@weir/dialects/model/usage'
import type { RefusalCode } from '@weir/dialects/model/wire-error'
import type { Effort } from '@weir/dialects/openai-chat/read-options'
import type { AskedTier, ReportedTier } from '@weir/dialects/service-tier'
import type { EstimateInput } from '@weir/ledger/estimate'
import type { Price, PriceRatios } from '@weir/ledger/price'
import type { AttemptRecord } from './attempt-record.ts'
import type { Identity } from './identity.ts'
import type { AttemptPorts, ByteReader, Channel, Hold, ReplyHeaders, LimitTicket } from './ports.ts'
import type { RemainingLimits } from './budget.ts'
import type { Language } from './refusal.ts'
import type { RequestTrace } from './trace.ts'
import type { ReplyStream } from './streams/reply-stream.ts'
import type { UpstreamDeadline } from './upstream/upstream-deadline.ts'
import type { Asked } from './asked.ts'

/** What stages hand to each other. No stage imports another; relay.ts alone composes them. */

export interface Caller extends Identity {
  /** Set when an administrator pinned the request to one channel. */
  readonly pinnedChannelId: number | undefined
}

/** The channels that can serve a model, in the order in which they are tried. */
export interface Course {
  readonly kind: RequestKind
  readonly candidates: readonly Channel[]
  /** The model that was asked for, where this one stands in for it. */
  readonly substituteFor?: string
  /** The same for all turns of a conversation; absent where no candidate has several keys. */
  readonly affinity?: number | undefined
}

export interface Routed {
  /** The model that was asked for and those that stand in for it, as they are tried. Each has a candidate, and there is at least one. */
  readonly courses: readonly Course[]
  readonly isPinned: boolean
}

export interface RelayInput {
  readonly address: string
  readonly requestId: string
  readonly language: Language
  /** Of the wire that the caller speaks. */
  readonly envelope: WireEnvelope
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal
  /** Absent where nothing is traced. */
  readonly trace?: RequestTrace | undefined
}

export interface TextInput extends RelayInput {
  readonly rawBody: string
}

/** By the name sent upstream. Fixed at admission: an option that changes while a request runs does not change what it costs. */
export type Prices = ReadonlyMap<string, Price>

/** The facts of one request that its log row is written from, and its place under the limits. */
export interface RequestFacts {
  readonly caller: Caller
  readonly hold: Hold
  readonly prices: Prices
  readonly isStream: boolean
  readonly startedAt: number
  /** Of the caller. */
  readonly address: string
  /** From the arrival to the first call of a channel; absent while none was called. */
  readonly queueMs?: number
  /** From the arrival to the first bytes of a streamed answer. */
  readonly firstByteMs?: number
  readonly ticket: LimitTicket
  /** What the budgets that the request falls under have left; absent where there are none. */
  readonly budgetsLeft?: RemainingLimits | undefined
  readonly trace?: RequestTrace | undefined
}

export interface Delivery {
  /** The name sent upstream: what is priced and logged. */
  readonly model: string
  readonly channelId: number
  readonly isSystemPromptReset: boolean
  readonly attempts: readonly AttemptRecord[]
  /** What the caller asked for and the upstream's wire could not say. */
  readonly dropped: readonly string[]
  /** The model that was asked for, where another answered in its place. */
  readonly substituteFor?: string | undefined
  /** The name in the call, where the channel's mapping gave upstream another. */
  readonly mappedFrom?: string | undefined
  /** The service tier that was asked for. */
  readonly tier?: AskedTier | undefined
  /** What the channel's upstream takes, where its operator has said so. */
  readonly costPrice?: Price | undefined
  /** Why nothing was delivered. Not always the last fault: that may be a substitute's. */
  readonly fault?: UpstreamFault | 'caller-left' | 'shutting-down' | 'internal'
  /** What the caller speaks, where it is not chat. */
  readonly wire?: string | undefined
}

/** What a reply used, as far as upstream said; the estimate fills in the rest. */
export interface Produced {
  readonly usage: Usage | undefined
  readonly estimate: () => Promise<Usage>
  /** How much text there is, where it is read. */
  readonly characters?: number
}

interface Answered {
  /** The provider as it was asked in the end, where upstream refused the way that comes first. */
  readonly askedOf?: Provider
}

export interface WholeReply extends Answered {
  readonly kind: 'whole'
  /** Upstream's own status, where it is passed on; 200 otherwise. */
  readonly status?: number
  readonly headers: ReplyHeaders
  readonly contentType: string
  readonly body: Uint8Array | string
  /** What the caller asked for and this reply does not hold, beside what upstream was not told. */
  readonly unmet?: readonly string[]
  readonly produced: Produced
  /** Keeps the answer, after it was charged and before it goes out. */
  readonly keep?: () => Promise<void>
}

export interface StreamReply extends Answered {
  readonly kind: 'stream'
  readonly headers: ReplyHeaders
  readonly contentType: string
  readonly link: UpstreamDeadline
  readonly reader: ByteReader
  readonly stream: ReplyStream
  /** Bytes for the caller that came before anything else. */
  readonly head: Uint8Array
  /** How long it may pause. */
  readonly idleTimeoutMs: number
  readonly estimate: () => Promise<Usage>
  /** The same at once, and only about right. */
  readonly estimateRoughly: () => Usage
  /** How much text has been produced so far, where it is read on the way. */
  readonly producedCharacters?: () => number
  /** Text has come after these figures, so they are not the last word. */
  readonly hasTextAfter?: (usage: Usage) => boolean
  /** Calls of tools that upstream has run by itself so far and these figures may not tell. */
  readonly calls?: (usage: Usage) => ToolCallCounts | undefined
  /** At which service tier upstream says that it serves, also before there are figures. */
  readonly tier?: () => ReportedTier | undefined
  /** Keeps the answer, after it was charged and its last bytes were written, and before these go out. */
  readonly keep?: () => Promise<void>
}

export interface FailedAttempt extends Answered {
  readonly kind: 'failed'
  readonly fault: UpstreamFault
  readonly status: number
  /** Upstream's error reply; shown to the caller only when the mistake is the caller's. */
  readonly body: string
  readonly message: string
  /** What the refusal is about, where the provider has its own word for it. */
  readonly code?: RefusalCode | undefined
  readonly retryAfter: string | undefined
  /** How the network failed, where upstream said nothing. */
  readonly cause?: string
  /** The field that this channel's wire cannot carry: upstream was never called, and another channel might be able to. */
  readonly unsupportedParam?: string
  /** Upstream was never called, because the channel's key is missing; another channel might answer. */
  readonly hasNoKey?: boolean
  /** Upstream answered with none of what was asked for and named no reason. A filter may have met the prompt, so it says nothing of the channel. */
  readonly isEmptyAnswer?: boolean
}

export interface CallerLeft {
  readonly kind: 'caller-left'
}

export type Attempted = WholeReply | StreamReply | FailedAttempt | CallerLeft

export interface Attempt {
  readonly channel: Channel
  readonly provider: Provider
  readonly link: UpstreamDeadline
  readonly requestId: string
  /** What calls of upstream's own tools cost here. A kind without a fee cannot be charged. */
  readonly fees: ToolFees
}

export type ToolFees = PriceRatios['fees']

/** One kind of request: how much to hold for it and how to try it on a channel. Chat and every other task are jobs. */
export interface RequestKind {
  readonly model: string
  /** What the request may mean as well because its caller named no model, the nearest first. */
  readonly furtherModels?: readonly string[] | undefined
  readonly isStream: boolean
  readonly estimate: EstimateInput
  /** The service tier that was asked for. */
  readonly tier?: AskedTier | undefined
  /** The field that asked for it, where it is not `service_tier`. */
  readonly tierParam?: string
  /** Bounds what upstream may report. */
  readonly asked: Asked
  /** Whose beginning tells conversations apart. Absent for what upstreams do not cache. */
  readonly conversation?: JsonObject | undefined
  /** The same request for another model, at the given effort if there is one. Undefined when it cannot be asked that way. */
  readonly renamed?: (model: string, effort?: Effort) => RequestKind | undefined
  /** The same request under the fields that a channel lays over its body. Absent where none are laid over. */
  readonly overlaid?: (kind: RequestKind, fields: JsonObject) => RequestKind
  readonly isSupportedBy: (provider: Provider) => boolean
  /** The only channel that can answer, because it keeps what the call goes on from; and how it is refused when that channel is gone. */
  readonly keeper?: { readonly channelId: number; readonly keyId?: number | undefined; readonly refusal: () => Error }
  /** What the caller speaks; absent for what only one wire can say. */
  readonly wire?: string | undefined
  /** What the channel's upstream is asked in. */
  readonly wireOn?: (provider: Provider, channel: Channel) => string
  /** The channel's upstream speaks the caller's wire itself, so that nothing needs translating. */
  readonly isServedAsIs?: (provider: Provider, channel: Channel) => boolean
  readonly dropped: (provider: Provider, channel: Channel, fees: ToolFees) => readonly string[]
  readonly attempt: (attempt: Attempt, ports: AttemptPorts) => Promise<Attempted>
}

export const failedAttempt = (fault: UpstreamFault, over: Partial<FailedAttempt> = {}): FailedAttempt => ({
  kind: 'failed',
  fault,
  status: 0,
  body: '',
  message: '',
  retryAfter: undefined,
  ...over,
})
