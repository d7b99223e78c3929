import { parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { toQuota } from '@weir/ledger/quota'
import { createShutdown } from '../guards/shutdown.ts'
import type { Channel, Hold, Ports, Settlement } from '../ports.ts'
import { RealtimeSession } from '../realtime/session.ts'
import { RelayRefusal } from '../refusal.ts'
import type { Socket, SocketListener, UpstreamSocket } from '../socket.ts'
import type { Caller, Delivery, RequestFacts, RequestKind } from '../stage-types.ts'
import { channelOf } from './sample-records.ts'

export interface SessionStandOptions {
  readonly channel?: Partial<Channel>
  readonly caller?: Partial<Caller>
  readonly settings?: JsonObject
  /** What each further hold comes to. */
  readonly holds?: readonly ('held' | 'user-short')[]
  readonly limited?: boolean
  readonly priced?: boolean
  readonly served?: boolean
}

/** One unit a token, two for output; a session on the model `live`, for which one answer is held already. */
export const openSession = (options: SessionStandOptions = {}) => {
  const [told, sent, booked, given, bugs]: [JsonObject[], JsonObject[], string[], string[], string[]] = [[], [], [], [], []]
  const timers = new Map<() => void, number>()
  const holds: Hold[] = []
  let [callerEnd, upstreamEnd, tickets, now]: [string, string, number, number] = ['', '', 0, 5000]
  let listener: SocketListener | undefined
  const channel = channelOf({ models: ['live', 'scribe'], ...options.channel }, 0)
  const caller = {
    userId: 5,
    tokenId: 7,
    group: 'default',
    tokenName: 't',
    username: 'u',
    isUnlimited: false,
    models: [],
    ...options.caller,
  }
  const ticket = { remaining: {}, release: () => void (tickets += 1) }
  const row = (kind: string, { cost, record }: Settlement) =>
    void booked.push(`${kind} ${record.model} ${record.promptTokens}+${record.completionTokens} ${record.outcome} ${cost}`)
  const shutdown = createShutdown()
  const ports = {
    clock: () => now,
    settings: () => ({ preConsumedQuota: toQuota(0), refusesUnpriced: true, logsConsumption: true, idleTimeoutMs: 700 }),
    costPriceOf: () => undefined,
    priceOf: () => ({
      ratios: { model: 1, group: 1, completion: 2, cacheRead: 1, cacheWrite: 1 },
      version: 'v',
      isListed: options.priced ?? true,
    }),
    pool: { snapshot: () => ({ byId: () => (options.served === false ? undefined : channel) }) },
    budgets: { countersFor: () => [] },
    limits: {
      take: () => (options.limited ? { ok: false, limit: 'l', remaining: {}, retryAfterSeconds: 3 } : { ok: true, ticket }),
    },
    ledger: {
      hold: (hold: Hold) => {
        holds.push(hold)
        return Promise.resolve(options.holds?.[holds.length - 1] ?? 'held')
      },
      left: () => Promise.resolve({ user: 1, token: 1 }),
      settle: (settlement: Settlement) => Promise.resolve(row('settled', settlement)),
      checkpoint: (settlement: Settlement) => Promise.resolve(row('noted', settlement)),
      release: (hold: Hold, { isLogged }: { isLogged: boolean }) =>
        Promise.resolve(void given.push(`${hold.requestId}${isLogged ? ' with a row' : ''}`)),
    },
    observe: { ended: () => undefined, implausible: () => undefined },
    circuits: { distrust: () => undefined },
    modelLimits: () => undefined,
    startTimer: (ms: number, onFire: () => void) => {
      timers.set(onFire, ms)
      return () => void timers.delete(onFire)
    },
    shutdown,
    reportBug: (error: unknown) => void bugs.push(String(error)),
  } as unknown as Ports
  const noBuffer = { bufferedBytes: () => 0, pause: () => undefined, resume: () => undefined, ping: () => undefined }
  const upstream: UpstreamSocket = {
    ...noBuffer,
    send: (text) => void sent.push(parseJson(text) as JsonObject),
    close: (code, reason) => void (upstreamEnd = `${code} ${reason}`),
    listen: (given) => {
      listener = given
    },
  }
  const unread = { reads: true, bytes: 0, isPaused: false }
  const socket: Socket = {
    ...noBuffer,
    send: (text) => {
      told.push(parseJson(text) as JsonObject)
      if (!unread.reads) unread.bytes += text.length
    },
    bufferedBytes: () => unread.bytes,
    pause: () => void (unread.isPaused = true),
    resume: () => void (unread.isPaused = false),
    close: (code, reason) => void (callerEnd = `${code} ${reason}`),
  }
  const estimate = { promptTokens: 10, maxOutputTokens: 100, choices: 1 }
  const session = new RealtimeSession({
    requestId: 'r',
    address: '192.0.2.1',
    kind: { model: 'live', estimate, asked: { rawBody: '', body: {} } } as unknown as RequestKind,
    channel,
    reauthenticate: () => caller as unknown as Caller,
    ports,
    language: 'en',
    upstream,
    first: {
      caller,
      hold: { requestId: 'r', amount: 1 },
      prices: new Map([['live', ports.priceOf('live', '')]]),
      isStream: true,
      startedAt: 0,
      ticket,
    } as unknown as RequestFacts,
    delivery: { model: 'live', channelId: 1, attempts: [{ channel: 1, fault: 'none', ms: 1 }], dropped: [] } as unknown as Delivery,
    settings: options.settings,
    refusalOf: () => new RelayRefusal('internal'),
  })
  let hasEnded = false
  session.onEnd(() => (hasEnded = true))
  const heard = session.attach(socket)
  /** Everything that was begun has been passed on. */
  const settled = async () => {
    for (let turn = 0; turn < 60; turn++) await Promise.resolve()
  }
  const fromUpstream = async (event: JsonObject) => {
    listener?.message(JSON.stringify(event))
    await settled()
  }
  const ask = async (event: JsonObject | string) => {
    heard.message(typeof event === 'string' ? event : JSON.stringify(event))
    await settled()
  }
  const types = () => told.map((event) => textAt(event, 'type'))
  return {
    session,
    heard,
    told,
    unread,
    sent,
    booked,
    given,
    bugs,
    holds,
    timers,
    shutdown,
    ask,
    fromUpstream,
    settled,
    types,
    upstreamSays: (text: string) => listener?.message(text),
    upstreamCloses: (code: number) => listener?.closed(code),
    wait: (ms: number) => (now += ms),
    ends: () => ({ callerEnd, upstreamEnd, tickets, hasEnded }),
    problems: () => told.filter((event) => event['type'] === 'error').map((event) => event['error']),
  }
}

export const created = (id: string) => ({ type: 'response.created', response: { id } })
export const done = (id: string, usage: object | null = { input_tokens: 100, output_tokens: 10 }) => ({
  type: 'response.done',
  response: { id, ...(usage && { usage }) },
})
export const words = (id: string, delta: string) => ({ type: 'response.output_text.delta', response_id: id, delta })
