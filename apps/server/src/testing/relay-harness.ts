import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OptionKey } from '@weir/contract/options/option'
import { Role } from '@weir/contract/user'
import type { Provider } from '@weir/dialects/model/provider'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { providers } from '@weir/providers'
import { createCircuitBreakers } from '@weir/relay/guards/circuit-breakers'
import { createWindowLimits } from '@weir/relay/guards/window-limits'
import type { HealthEvent } from '@weir/relay/channel-health'
import type { Ports } from '@weir/relay/ports'
import { createShutdown } from '@weir/relay/guards/shutdown'
import { unboundedLoad } from '@weir/relay/guards/unbounded-load'
import { openStore, type Store } from '@weir/store/open-store'
import { createSqliteTemplate } from '@weir/store/testing/sqlite-template'
import type { ChannelFields } from '@weir/store/channels/plain-columns'
import { openSettings } from '../settings/live-settings.ts'
import type { Notice } from '../mail/notify-root.ts'
import { createRefusalLog } from '../relay/refusal-log.ts'
import { createRelayPorts } from '../relay/relay-ports.ts'
import { soleWorker } from '../cluster/worker-messages.ts'
import type { Settings } from '../settings/settings.ts'
import { quietObserver } from './quiet-observer.ts'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import { withLateWrites } from './late-writes.ts'

export const CHANNEL_KEY = 'sk-channel-5f2e81c07d'

/** A text or a stream is sent as it is, under the type that is told; anything else as JSON. */
type Answer = (request: UpstreamRequest) => { readonly status?: number; readonly body: unknown; readonly contentType?: string }

export interface RelayHarness {
  readonly store: Store
  readonly ports: Ports
  readonly settings: () => Settings
  readonly requests: UpstreamRequest[]
  readonly notices: Notice[]
  readonly notifyRoot: (notice: Notice) => Promise<void>
  /** Milliseconds; every reading moves it on by `tickMs`. */
  readonly time: { now: number; tickMs: number }
  upstream: Answer
  configure(options: Partial<Record<OptionKey, string>>): Promise<void>
  addChannel(over?: Partial<ChannelFields>): Promise<number>
  close(): Promise<void>
}

interface RelayHarnessOptions {
  readonly provider?: Provider
  readonly onHealth?: (event: HealthEvent) => void
  readonly resolveKey?: Ports['resolveKey']
}

export const chatAnswer = (text: string) => ({
  body: {
    choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2 },
  },
})

export const refusedKey = {
  status: 401,
  body: { error: { message: `Incorrect API key provided: ${CHANNEL_KEY}`, type: 'invalid_request_error', code: 'invalid_api_key' } },
}

const plainChannel: ChannelFields = {
  type: 1,
  name: 'first',
  weight: 0,
  priority: 0,
  baseUrl: 'http://upstream.test',
  other: '',
  models: 'gpt-4o-mini',
  group: 'default',
  modelMapping: '',
  config: '',
  systemPrompt: '',
}

const START_MS = 1_700_000_000_400
/** A mail takes longer than what is written beside it. */
const MAIL_TURNS = 60
const rootKey = crypto.getRandomValues(new Uint8Array(32))
const openAt = (sqlitePath: string, clock: () => number) => openStore({ dsn: '', sqlitePath, rootKey, nodeId: 'test', clock })
const copyTemplate = createSqliteTemplate(async (sqlitePath) => (await openAt(sqlitePath, () => START_MS)).close())

/** The services around the relay over a real SQLite file, with a scripted upstream and a hand-driven clock. */
export const openRelayHarness = async ({
  provider,
  onHealth = () => undefined,
  resolveKey = ({ key }) => key,
}: RelayHarnessOptions = {}): Promise<RelayHarness> => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-relay-'))
  const time = { now: START_MS, tickMs: 0 }
  const clock = (): number => (time.now += time.tickMs)
  const sqlitePath = join(folder, 'weir.db')
  await copyTemplate(sqlitePath)
  const { store } = withLateWrites(await openAt(sqlitePath, clock))
  const settings = await openSettings(store.options, clock)
  const requests: UpstreamRequest[] = []
  const notices: Notice[] = []
  const refusals = createRefusalLog({
    logs: store.logs,
    clock,
    isOn: () => settings.current().isOn('LogConsumeEnabled'),
    onError: (error) => {
      throw error
    },
  })
  const ports = createRelayPorts({
    store,
    clock,
    settings: settings.current,
    send: (request) => {
      requests.push(request)
      const { status = 200, body, contentType } = harness.upstream(request)
      const isRaw = contentType !== undefined && (typeof body === 'string' || body instanceof ReadableStream)
      return Promise.resolve(
        isRaw ? new Response(body, { status, headers: { 'content-type': contentType } }) : Response.json(body, { status }),
      )
    },
    openSocket: () => Promise.resolve({ status: 404 }),
    providerFor: (type) => provider ?? providers.get(type),
    countTokens: (_, text) => Promise.resolve(text.length),
    circuits: createCircuitBreakers(clock),
    limits: createWindowLimits(clock),
    load: unboundedLoad(),
    refusals,
    link: soleWorker,
    observe: quietObserver,
    shutdown: createShutdown(),
    reportHealth: onHealth,
    resolveKey,
    timeouts: { firstByteTimeoutMs: 1000, idleTimeoutMs: 1000 },
    reportBug: (error) => {
      throw error
    },
  })
  const harness: RelayHarness = {
    store,
    ports,
    settings: settings.current,
    requests,
    notices,
    notifyRoot: async (notice) => {
      for (let turn = 0; turn < MAIL_TURNS; turn++) await nextTurn()
      notices.push(notice)
    },
    time,
    upstream: () => chatAnswer('gpt-4o-mini'),
    configure: async (options) => {
      const rows = Object.entries(options).map(([name, value]) => ({ name, value, isSecret: false }))
      await store.options.set(rows, { id: 0, role: Role.root })
      await settings.refresh()
    },
    addChannel: async (over = {}) => {
      const [id = 0] = await store.channels.createMany([{ ...plainChannel, key: CHANNEL_KEY, ...over }])
      return id
    },
    close: async () => {
      await refusals.idle()
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
  return harness
}
