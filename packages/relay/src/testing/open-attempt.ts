import type { Provider } from '@weir/dialects/model/provider'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { toQuota } from '@weir/ledger/quota'
import { createShutdown } from '../guards/shutdown.ts'
import type { AccessGrant, AttemptPorts, ByteReader, Channel, RelaySettings, UpstreamReply } from '../ports.ts'
import type { Attempt } from '../stage-types.ts'
import { UpstreamDeadline } from '../upstream/upstream-deadline.ts'
import { channelOf } from './sample-records.ts'

export interface ScriptedReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly pieces?: () => ByteReader
}

interface AttemptOptions {
  readonly replies: readonly (ScriptedReply | Error)[]
  readonly provider?: Partial<Provider>
  readonly channel?: Partial<Channel>
  readonly settings?: Partial<RelaySettings>
  readonly grants?: readonly AccessGrant[]
}

const SETTINGS: RelaySettings = {
  preConsumedQuota: toQuota(0),
  retryTimes: 0,
  firstByteTimeoutMs: 3500,
  idleTimeoutMs: 700,
  maxReplyBytes: 1000,
  answerLifetimeMs: 0,
  refusesUnpriced: false,
  approximatesTokens: false,
  logsConsumption: true,
}

const replyOf = ({ status = 200, headers = {}, body = '', pieces }: ScriptedReply): UpstreamReply => ({
  status,
  headers: new Headers(headers),
  body: new Response(body).body,
  ...(pieces && { pieces }),
})

/** One attempt on one channel, with a scripted upstream and timers that run on demand. A token is one for each letter. */
export const openAttempt = (options: AttemptOptions) => {
  const requests: UpstreamRequest[] = []
  const timers = new Map<() => void, number>()
  /** The length of every timer that was ever started. */
  const waits: number[] = []
  const forgotten: number[] = []
  const caller = new AbortController()
  const left = [...options.replies]
  const grants = [...(options.grants ?? [])]
  const ports: AttemptPorts = {
    send: (request) => {
      requests.push(request)
      const reply = left.shift() ?? new Error('nothing more is scripted')
      return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(replyOf(reply))
    },
    startTimer: (ms, onFire) => {
      timers.set(onFire, ms)
      waits.push(ms)
      return () => void timers.delete(onFire)
    },
    clock: () => 1_700_000_000_400,
    nonce: () => 'n',
    access: {
      tokenFor: () => grants.shift() ?? { token: '', isFresh: true },
      forget: ({ id }) => void forgotten.push(id),
    },
    settings: () => ({ ...SETTINGS, ...options.settings }),
    countTokens: (_, text) => Promise.resolve(text.length),
    modelLimits: () => undefined,
  }
  const link = new UpstreamDeadline(caller.signal, { ...ports, shutdown: createShutdown() })
  const provider: Provider = {
    id: 'fake',
    channelType: 1,
    classify: (status) => (status === 401 ? 'bad-credential' : 'broken'),
    ...options.provider,
  }
  const attempt: Attempt = { channel: channelOf(options.channel ?? {}, 0), provider, link, requestId: 'r', fees: undefined }
  return { attempt, ports, link, caller, requests, timers, waits, forgotten }
}
