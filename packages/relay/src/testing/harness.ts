import { createKeyTurns } from '../routing/key-turns.ts'
import { messagesWire } from '@weir/dialects/anthropic-messages/caller/caller-wire'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import { geminiWire } from '@weir/dialects/gemini/caller/caller-wire'
import type { CallerWire } from '@weir/dialects/model/caller-wire'
import type { NativeWire } from '@weir/dialects/model/provider'
import { mappedModel } from '@weir/dialects/model/upstream'
import { chatEnvelope } from '@weir/dialects/openai-chat/envelope'
import { renderChatCall } from '@weir/dialects/openai-chat/render-call'
import { responsesWire } from '@weir/dialects/openai-responses/caller-wire'
import type { Price } from '@weir/ledger/price'
import { toQuota } from '@weir/ledger/quota'
import { NetworkFailure } from '../upstream/network-failure.ts'
import { isHeld, type BudgetCounter } from '../budget.ts'
import type { Identity } from '../identity.ts'
import type { Channel, Hold, HoldOutcome, Ports, UsageRecord } from '../ports.ts'
import { createCircuitBreakers } from '../guards/circuit-breakers.ts'
import { createShutdown } from '../guards/shutdown.ts'
import { createGuessLimit } from '../guards/guess-limit.ts'
import { createWindowLimits, type LimitSettings } from '../guards/window-limits.ts'
import { createLimits } from '../guards/limits.ts'
import { relayChat } from '../endpoints/chat.ts'
import { authenticate } from '../stages/authenticate.ts'
import { relayCount } from '../endpoints/count-tokens.ts'
import type { KeptAnswerInput } from '../endpoints/inputs.ts'
import { relayKeptAnswer } from '../endpoints/kept-answer.ts'
import { relayWire } from '../endpoints/wire.ts'
import type { RelayReply } from '../reply.ts'
import { createFirstByteTimes } from '../routing/first-byte-times.ts'
import type { RoutingSettings } from '../routing/routing-settings.ts'
import { faultToldIn } from './told-fault.ts'
import { ownWires } from './own-wires.ts'
import { plainAnswerIds } from './plain-answer-ids.ts'
import { channelOf, identityOf } from './sample-records.ts'
import { bugAfterFirstFrame } from './planted-bug.ts'
import { unboundedLoad } from '../guards/unbounded-load.ts'
import { bodyOf, silence, type Script } from './scripted-upstream.ts'
import type { ModelLimits } from '../asked.ts'

interface HarnessOptions {
  readonly replies: readonly Script[]
  readonly channels?: readonly Partial<Channel>[]
  readonly identity?: Partial<Identity>
  readonly holdOutcome?: HoldOutcome
  readonly retryTimes?: number
  readonly price?: Partial<Price>
  readonly logsConsumption?: boolean
  readonly limits?: Partial<LimitSettings>
  readonly budgets?: readonly BudgetCounter[]
  /** A bug of ours, planted where it is thrown. */
  readonly bugIn?: 'encoder' | 'stream' | 'settlement'
  /** Upstreams of type 1 serve the callers' wires themselves. */
  readonly hasOwnWires?: boolean
  /** Upstream speaks a wire of its own. */
  readonly nativeWire?: NativeWire
  readonly countTokens?: Ports['countTokens']
  readonly limitsOfModel?: ModelLimits
  readonly routing?: Partial<RoutingSettings>
  readonly costPrice?: Price
  readonly priceOf?: (model: string) => Partial<Price>
}

const NO_LIMITS = { requestsPerMinute: 0, tokensPerMinute: 0, parallel: 0 }
const ADDRESS = '192.0.2.1'
const START_MS = 1_000_400
const UPSTREAM_MS = 250

export const sse = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`

export const chatReply = (usage: object | undefined): Script => ({
  status: 200,
  body: { choices: [{ message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }], ...(usage && { usage }) },
})

/** The whole line with a scripted upstream, a hand-driven clock and a ledger that only writes down what it is told. */
export const openHarness = (options: HarnessOptions) => {
  const events: string[] = []
  const observed: string[] = []
  const bugs: string[] = []
  const health: string[] = []
  const shutdown = createShutdown()
  const records: UsageRecord[] = []
  const sent: unknown[] = []
  const lookups: string[] = []
  const holds: Hold[] = []
  const notes: { readonly cost: number; readonly record: UsageRecord }[] = []
  const upstreamSignals: Parameters<Ports['send']>[1][] = []
  const timers = new Map<() => void, number>()
  const waiting: { count: () => number; needed: number; resolve: () => void }[] = []
  const wake = () => waiting.filter((waiter) => waiter.count() >= waiter.needed).forEach((waiter) => waiter.resolve())
  const until = (count: () => number, needed: number) =>
    new Promise<void>((resolve) => {
      waiting.push({ count, needed, resolve })
      wake()
    })
  const channels = (options.channels ?? [{}]).map(channelOf)
  let nowMs = START_MS
  const now = () => nowMs
  const circuits = createCircuitBreakers(now)
  const firstBytes = createFirstByteTimes()
  let closed = false

  const ports: Ports = {
    identities: {
      find: (key) => {
        lookups.push(key)
        return Promise.resolve(key === 'KEY' ? identityOf(options.identity) : undefined)
      },
      markExpired: () => Promise.resolve(),
      markExhausted: () => Promise.resolve(),
    },
    pool: {
      snapshot: () =>
        Promise.resolve({
          channelsFor: (group, model) => channels.filter((channel) => channel.groups.includes(group) && channel.models.includes(model)),
          modelsOf: () => ['m'],
          groups: ['default'],
          byId: (id) => channels.find((channel) => channel.id === id),
        }),
    },
    ledger: {
      hold: (hold) => {
        holds.push(hold)
        if (isHeld(options.holdOutcome ?? 'held')) events.push('hold')
        return Promise.resolve(options.holdOutcome ?? 'held')
      },
      left: () => Promise.resolve({ user: 3, token: 2 }),
      settle: async ({ cost, record }) => {
        if (options.bugIn === 'settlement') throw new TypeError('planted in settlement')
        await nextTurn()
        if (!closed) {
          events.push(`settle:${cost}`)
          records.push(record)
        }
        closed = true
      },
      checkpoint: ({ cost, record }) => {
        notes.push({ cost, record })
        return Promise.resolve()
      },
      release: async (_, record) => {
        await nextTurn()
        if (!closed) {
          events.push('release')
          records.push(record)
        }
        closed = true
      },
    },
    send: (request, signal) => {
      const script = options.replies[sent.length] ?? 'never'
      sent.push(request.body === '' ? request.method : JSON.parse(typeof request.body === 'string' ? request.body : ''))
      events.push(`send:${request.url}`)
      upstreamSignals.push(signal)
      nowMs += UPSTREAM_MS
      wake()
      if (script === 'never') return silence(signal)
      if (script === 'unreachable') return Promise.reject(new NetworkFailure('refused'))
      const headers = new Headers({ 'content-type': script.contentType ?? (script.chunks ? 'text/event-stream' : 'application/json') })
      return Promise.resolve({ status: script.status ?? 200, headers, body: bodyOf(script, signal) })
    },
    clock: now,
    random: () => 0,
    startTimer: (ms, onFire) => {
      timers.set(onFire, ms)
      wake()
      return () => void timers.delete(onFire)
    },
    settings: () => ({
      preConsumedQuota: toQuota(0),
      retryTimes: options.retryTimes ?? 0,
      firstByteTimeoutMs: 1,
      idleTimeoutMs: 1,
      maxReplyBytes: 1000,
      refusesUnpriced: false,
      approximatesTokens: false,
      logsConsumption: options.logsConsumption ?? true,
      answerLifetimeMs: 0,
    }),
    routing: () => ({ keepsConversations: true, substitutes: {}, strategies: {}, allowsEffortSuffixes: false, ...options.routing }),
    firstBytes,
    priceOf: (model) => ({
      ratios: { model: 1, group: 1, completion: 2, cacheRead: 1, cacheWrite: 1 },
      version: 'test',
      isListed: true,
      ...options.price,
      ...options.priceOf?.(model),
    }),
    access: { tokenFor: () => Promise.resolve({ token: '', isFresh: true }), forget: () => undefined },
    nonce: () => 'n',
    countTokens: options.countTokens ?? ((_, text) => Promise.resolve(text.length)),
    modelLimits: () => options.limitsOfModel,
    modelFacts: () => ({ features: [] }),
    circuits,
    observe: {
      attempted: (type, fault, isRetry) => void observed.push(`attempt ${type} ${fault}${isRetry ? ' again' : ''}`),
      implausible: (channelId, extent) => void observed.push(`implausible ${channelId} ${extent}`),
      begun: () => void observed.push('begun'),
      ended: ({ record, cost }) => void observed.push(`ended ${record.outcome} ${cost}`),
    },
    shutdown,
    budgets: { countersFor: () => options.budgets ?? [] },
    limits: createLimits(() => ({ perToken: NO_LIMITS, perUser: NO_LIMITS, ...options.limits }), createWindowLimits(now)),
    load: unboundedLoad(),
    guesses: createGuessLimit((address) => address, now),
    refusals: { note: () => undefined },
    answerIds: plainAnswerIds,
    storedAnswers: { save: () => Promise.resolve(false), find: () => Promise.resolve(undefined), remove: () => Promise.resolve(false) },
    clientSecrets: { seal: () => '', open: () => undefined },
    openSocket: () => Promise.resolve({ status: 404 }),
    providerFor: (type) => ({
      id: 'fake',
      channelType: 1,
      chat: {
        wire: options.nativeWire ?? (options.bugIn === 'stream' ? { kind: 'same', inspectReply: bugAfterFirstFrame() } : { kind: 'same' }),
        encode: (call, target) => {
          if (options.bugIn === 'encoder') throw new TypeError('planted in encoder')
          return {
            method: 'POST',
            url: target.key.slice(4),
            headers: {},
            body: renderChatCall(call, { model: mappedModel(call.model, target.modelMapping), systemPrompt: target.systemPrompt }),
          }
        },
      },
      ...(options.hasOwnWires && type === 1 && { wires: ownWires }),
      classify: (status, body) => {
        if (status === 401) return 'bad-credential'
        return faultToldIn(body) ?? (status >= 400 && status < 500 ? 'bad-request' : 'broken')
      },
    }),
    isAddressInSubnet: () => false,
    isGroupUsable: () => true,
    costPriceOf: () => options.costPrice,
    reportHealth: ({ fault }) => void health.push(fault),
    resolveKey: ({ key }) => key,
    keyTurn: createKeyTurns(),
    reportBug: (error, requestId) => void bugs.push(`${requestId}: ${String(error)}`),
  }

  const inputOf = () => {
    closed = false
    return { address: ADDRESS, requestId: 'r', language: 'en' as const, envelope: chatEnvelope, signal: new AbortController().signal }
  }

  const call = async (body: object, over: { authorization?: string | undefined } = {}): Promise<RelayReply> => {
    const { authorization } = { authorization: 'Bearer sk-KEY', ...over }
    const rawBody = JSON.stringify({ messages: [{ role: 'user', content: 'hi' }], ...body })
    return await relayChat({ ...inputOf(), rawBody }, await authenticate(authorization, ADDRESS, ports), ports)
  }

  const speak =
    (wire: CallerWire, usual: object, relay = relayWire) =>
    async (body: object): Promise<RelayReply> => {
      const input = { ...inputOf(), envelope: wire, wire, headers: {}, rawBody: JSON.stringify({ model: 'm', ...usual, ...body }) }
      return await relay(input, await authenticate('Bearer sk-KEY', ADDRESS, ports), ports)
    }
  /** Google's wire names the model in the address, and there the stream as well. */
  const content = async (body: object, isStream = false): Promise<RelayReply> => {
    const rawBody = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }], ...body })
    const asked = { model: 'm', isStream, query: isStream ? '?alt=sse' : '' }
    const input = { ...inputOf(), envelope: geminiWire, wire: geminiWire, headers: {}, rawBody, asked }
    return await relayWire(input, await authenticate('Bearer sk-KEY', ADDRESS, ports), ports)
  }
  const question = { max_tokens: 50, messages: [{ role: 'user', content: 'hi' }] }
  const kept = async (over: Pick<KeptAnswerInput, 'method' | 'id'> & Partial<KeptAnswerInput>): Promise<RelayReply> => {
    const input = { step: '' as const, query: new URLSearchParams(), ...inputOf(), wire: responsesWire, ...over }
    return await relayKeptAnswer(input, await authenticate('Bearer sk-KEY', ADDRESS, ports), ports)
  }

  return {
    ports,
    inputOf,
    events,
    bugs,
    health,
    observed,
    circuits,
    firstBytes,
    shutdown,
    records,
    sent,
    lookups,
    holds,
    notes,
    upstreamSignals,
    call,
    respond: speak(responsesWire, { input: 'hi' }),
    kept,
    content,
    message: speak(messagesWire, question),
    count: speak(messagesWire, question, relayCount),
    readStream: async (body: object): Promise<string> => await new Response((await call(body)).body as ReadableStream<Uint8Array>).text(),
    fireTimers: () => [...timers.keys()].forEach((fire) => fire()),
    /** Those alone that were started for so long. */
    fireTimersOf: (ms: number) => [...timers].forEach(([fire, started]) => started === ms && fire()),
    whenSent: (count: number) => until(() => sent.length, count),
    whenTimerRuns: () => until(() => timers.size, 1),
  }
}
