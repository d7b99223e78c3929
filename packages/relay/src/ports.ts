import type { WireFailure } from '@weir/dialects/model/event'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { Provider } from '@weir/dialects/model/provider'
import type { ChannelTarget, UpstreamRequest } from '@weir/dialects/model/upstream'
import type { Usage } from '@weir/dialects/model/usage'
import type { Price } from '@weir/ledger/price'
import type { Quota } from '@weir/ledger/quota'
import type { AnswerIds } from './answer-ids.ts'
import type { ChannelOverrides } from './channel-overrides.ts'
import type { StoredAnswers } from './stored-answers.ts'
import type { ClientSecrets } from './client-secrets.ts'
import type { RemainingLimits, BudgetOutcome, Budgets, BudgetShare } from './budget.ts'
import type { LightAbortSignal, OpenSocket } from './socket.ts'
import type { ModelFacts, ModelLimits } from './asked.ts'
import type { LoadGuard } from './load.ts'
import type { GuessLimit, Identities } from './identity.ts'
import type { RefusalLog } from './refusal.ts'
import type { FirstByteTimes } from './routing/first-byte-times.ts'
import type { RoutingSettings } from './routing/routing-settings.ts'
import type { Circuits, HealthEvent } from './channel-health.ts'

/** Time in milliseconds since the epoch. */
export type Clock = () => number

/** A number in [0, 1). */
export type Random = () => number

/** Takes a timer back. */
export interface CancelTimer {
  (): void
  /** Its whole time begins anew. Absent where that would cost no less than another timer. */
  restart?: () => void
}

/** Calls back after the given time unless cancelled. */
export type StartTimer = (ms: number, onFire: () => void) => CancelTimer

/** One of several keys of a channel. */
export interface ChannelKey {
  readonly id: number
  readonly key: string
  readonly isKeyReference?: boolean
}

export interface Channel extends ChannelTarget, ChannelOverrides {
  readonly id: number
  /** The key names where the key is to be found. */
  readonly isKeyReference?: boolean
  /** Those that are on, where the channel has several; `key` is the first of them. */
  readonly keys?: readonly ChannelKey[]
  /** How they are taken in turns. */
  readonly keyMode?: 'polling' | 'random'
  /** Which of several `key` is. */
  readonly keyId?: number
  readonly type: number
  readonly name: string
  readonly models: readonly string[]
  readonly groups: readonly string[]
  readonly priority: number
  readonly weight: number
  /** What its upstream takes, as its operator wrote it. */
  readonly cost?: string
}

/** An unchanging picture of the enabled channels. */
export interface PoolSnapshot {
  channelsFor(group: string, model: string): readonly Channel[]
  modelsOf(group: string): readonly string[]
  /** Those that have a model, sorted. */
  readonly groups: readonly string[]
  byId(id: number): Channel | undefined
}

export interface ChannelPool {
  /** At once where it is known to be new enough. */
  snapshot(): PoolSnapshot | Promise<PoolSnapshot>
}

export interface Hold {
  readonly requestId: string
  readonly userId: number
  readonly tokenId: number
  readonly isTokenLimited: boolean
  readonly amount: Quota
  /** What is taken from budgets beside the balances; absent where there are none. */
  readonly budgets?: readonly BudgetShare[] | undefined
}

/** With budgets, what they have left: for the caller to be told, also where one of them refused. */
export type HoldOutcome = 'held' | 'user-short' | 'token-short' | BudgetOutcome

export interface Left {
  readonly user: number
  readonly token: number
}

/** `cut`: something was delivered, but not all. `left`: the caller went away before anything was. */
export type Outcome = 'ok' | 'failed' | 'cut' | 'left'

/** Everything the log keeps of one request. The charge can be recomputed from `detail` alone. */
export interface UsageRecord {
  readonly createdAt: number
  readonly username: string
  readonly tokenName: string
  readonly model: string
  readonly channelId: number
  readonly promptTokens: number
  readonly completionTokens: number
  readonly elapsedMs: number
  readonly isStream: boolean
  readonly isSystemPromptReset: boolean
  readonly outcome: Outcome
  /** How many channels were tried. Checkpoints of an older version do not tell. */
  readonly attempts?: number
  readonly content: string
  /** False when the operator keeps no consumption in the log: everything else is booked all the same. */
  readonly isLogged: boolean
  readonly detail: Readonly<Record<string, unknown>>
  /** What upstream takes for it, in units; absent where nobody has said. */
  readonly cost?: number | undefined
  /** By which it was charged. */
  readonly group?: string
}

export interface Settlement {
  readonly hold: Hold
  readonly cost: Quota
  readonly record: UsageRecord
}

/** The only way money moves on the relay path. Every promise resolves after the commit, never before. */
export interface Ledger {
  /** At once where no database has to be asked. */
  hold(hold: Hold): HoldOutcome | Promise<HoldOutcome>
  /** What user and token have left, to tell a caller whose hold was refused. Nothing is decided by it. */
  left(hold: Hold): Promise<Left>
  /** Books the cost, returns the rest and writes the log row in one commit. A second call for the same hold changes nothing. */
  settle(settlement: Settlement): Promise<unknown>
  /** Keeps what a running stream has come to. Should this node die, the hold is settled at it instead of given back. */
  checkpoint(settlement: Settlement): Promise<void>
  /** Returns the whole hold and writes the log row of a request that delivered nothing. */
  release(hold: Hold, record: UsageRecord): Promise<unknown>
}

/** By their names in small letters. */
export interface ReplyHeaders {
  get(name: string): string | null
}

/** Is told of upstream's body as it comes in. */
export interface PieceListener {
  /** False to be told nothing more until it asks again. */
  piece(bytes: Uint8Array): boolean
  ended(): void
  failed(): void
}

/** Reads upstream's body piece by piece. */
export interface ByteReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
  /** Calls with every piece, at once with what is there: without a promise for each. */
  follow?(listener: PieceListener): void
  /** The rest will not be read. */
  cancel(): unknown
  /** Everything that matters has been read; what is left may end by itself. */
  leave?(): void
}

export interface UpstreamReply {
  readonly status: number
  readonly headers: ReplyHeaders
  readonly body: ReadableStream<Uint8Array> | null
  /** The whole body in one piece, where it can be had cheaper than piece by piece; at once where it has come already. */
  readonly bytes?: () => Uint8Array | Promise<Uint8Array>
  /** The body as it comes in, where it can be had without a stream in between. */
  readonly pieces?: () => ByteReader
}

export type Send = (request: UpstreamRequest, signal: LightAbortSignal) => Promise<UpstreamReply>

/** The token of a provider's access exchange, fetched once for many parallel requests; empty when the provider needs none. */
export interface AccessTokens {
  /** At once where there is nothing to fetch. */
  tokenFor(provider: Provider, channel: Channel, signal: LightAbortSignal): AccessGrant | Promise<AccessGrant>
  /** Upstream refused the token: the next request asks for a new one. */
  forget(channel: Channel): void
}

export type AccessGrant = { readonly token: string; readonly isFresh: boolean } | { readonly failure: WireFailure }

/** What the line tells about itself. Called for every request, so it must cost next to nothing. */
export interface Observer {
  attempted(channelType: number, fault: UpstreamFault | 'none', isRetry: boolean): void
  /** From the arrival of the request to the first bytes of a streamed answer. */
  begun(ms: number): void
  /** Upstream reported more than the request can have used. */
  implausible(channelId: number, extent: NonNullable<Usage['implausible']>): void
  /** After the commit. */
  ended(settlement: Settlement): void
}

/** The end of the process. When its patience is over, every request that still runs is cut. */
export interface Shutdown {
  readonly isAborting: () => boolean
  /** Calls back at the cut unless taken back. */
  onCut(cut: () => void): () => void
}

export interface LimitTicket {
  readonly remaining: RemainingLimits
  /** Tells what was really used, and frees the place. Called once. */
  release(tokens: number): void
}

export interface LimitRefusal {
  readonly ok: false
  readonly retryAfterSeconds: number
  readonly limit: 'requests' | 'tokens' | 'parallel'
  readonly remaining: RemainingLimits
}

export type LimitDecision = { readonly ok: true; readonly ticket: LimitTicket } | LimitRefusal

/** Requests and tokens per minute and parallel requests, per token and per user. */
export interface Limits {
  /** At once where nothing is limited; otherwise from where all processes are counted together. */
  take(caller: { readonly tokenId: number; readonly userId: number }, estimatedTokens: number): LimitDecision | Promise<LimitDecision>
}

export interface RelaySettings {
  readonly preConsumedQuota: Quota
  readonly retryTimes: number
  /** Models without a price are refused instead of charged at the ceiling. */
  readonly refusesUnpriced: boolean
  readonly approximatesTokens: boolean
  readonly logsConsumption: boolean
  readonly firstByteTimeoutMs: number
  readonly idleTimeoutMs: number
  readonly maxReplyBytes: number
  /** How long answers are kept here for upstreams that keep none; 0: not at all. */
  readonly answerLifetimeMs: number
}

export interface Ports {
  readonly identities: Identities
  readonly pool: ChannelPool
  readonly ledger: Ledger
  readonly send: Send
  readonly access: AccessTokens
  readonly clock: Clock
  readonly random: Random
  readonly startTimer: StartTimer
  readonly settings: () => RelaySettings
  readonly routing: () => RoutingSettings
  readonly firstBytes: FirstByteTimes
  readonly priceOf: (model: string, group: string) => Price
  readonly providerFor: (channelType: number) => Provider | undefined
  /** The key of a channel, or what it refers to outside the database; undefined when that is missing. */
  readonly resolveKey: (channel: Pick<Channel, 'key' | 'isKeyReference'>) => string | undefined
  /** Counts up with every call: whose turn it is among the keys of a channel. */
  readonly keyTurn: (channelId: number) => number
  /** Fresh for every upstream request. */
  readonly nonce: () => string
  /** What the channel's upstream takes for a model, by the name sent there; undefined where nobody has said. */
  readonly costPriceOf: (channel: Channel, model: string) => Price | undefined
  /** Whether every user may choose the group for a token. */
  readonly isGroupUsable: (group: string) => boolean
  readonly isAddressInSubnet: (address: string, subnet: string) => boolean
  readonly reportHealth: (event: HealthEvent) => void
  /** Undefined when the model is not known. */
  readonly modelLimits: (model: string) => ModelLimits | undefined
  readonly modelFacts: (model: string, group: string) => ModelFacts
  /** Counts with a real tokenizer, off the event loop. */
  readonly countTokens: (model: string, text: string) => Promise<number>
  readonly circuits: Circuits
  readonly observe: Observer
  readonly shutdown: Shutdown
  readonly limits: Limits
  readonly load: LoadGuard
  readonly budgets: Budgets
  readonly guesses: GuessLimit
  readonly refusals: RefusalLog
  readonly answerIds: AnswerIds
  readonly storedAnswers: StoredAnswers
  readonly clientSecrets: ClientSecrets
  readonly openSocket: OpenSocket
  /** Called for a fault of ours that must not break the reply it happened in. */
  readonly reportBug: (error: unknown, requestId: string) => void
}

/** What calling an upstream needs. */
export type CallPorts = Pick<Ports, 'send' | 'settings' | 'startTimer' | 'clock' | 'nonce' | 'access'>

/** What trying a channel needs, handed over once. */
export type AttemptPorts = CallPorts &
  Pick<Ports, 'countTokens' | 'modelLimits'> & {
    /** For others than the channel's upstream, where `send` marks what it sends. */
    readonly sendAside?: Send
  }
