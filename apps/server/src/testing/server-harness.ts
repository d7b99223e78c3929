import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tokenObject, type TokenObject } from '@weir/contract/token'
import type { OptionKey } from '@weir/contract/options/option'
import { Role } from '@weir/contract/user'
import { providers } from '@weir/providers'
import { createCircuitBreakers } from '@weir/relay/guards/circuit-breakers'
import { createWindowLimits } from '@weir/relay/guards/window-limits'
import type { Send } from '@weir/relay/ports'
import type { LoadGuard } from '@weir/relay/load'
import { createShutdown } from '@weir/relay/guards/shutdown'
import { unboundedLoad } from '@weir/relay/guards/unbounded-load'
import { createMemoryCounter } from '@weir/store/cache/memory'
import { openStore, type Store } from '@weir/store/open-store'
import { createSqliteTemplate } from '@weir/store/testing/sqlite-template'
import { createExternalKeys } from '../channels/external-keys.ts'
import { openChannelChecks, openChannelWatch } from '../channels/channel-watch.ts'
import { readConfig, type Config } from '../config.ts'
import { BodyGate, type BodyLimits } from '../http/request/body-gate.ts'
import { createServer } from '../http/server.ts'
import type { Route } from '../admin/route.ts'
import { allRoutes, type RouteDependencies } from '../admin/all-routes.ts'
import { createReadBilling } from '../relay/billing.ts'
import { bootstrapRoot, type InitialRoot } from '../accounts/bootstrap-root.ts'
import { createCredentials, type Credentials } from '../accounts/credentials.ts'
import { openSettings, type LiveSettings } from '../settings/live-settings.ts'
import { DEFAULT_ROOT_PASSWORD } from '../accounts/passwords.ts'
import { openExternalServices, type ExternalServices } from '../open-external-services.ts'
import { createRateLimits, type LimitSizes } from '../http/api/rate-limits.ts'
import { createAnnounceSignIn } from '../mail/new-device.ts'
import { priceOf } from '../relay/prices.ts'
import { createRelayPorts } from '../relay/relay-ports.ts'
import { shareProgress } from '../channels/shared-progress.ts'
import { soleWorker } from '../cluster/worker-messages.ts'
import { openKeptLogs } from './kept-logs.ts'
import { withLateWrites } from './late-writes.ts'
import { withNamedObjects } from './named-objects.ts'
import { quickHash } from './quick-hash.ts'
import { quietObserver } from './quiet-observer.ts'

export interface CallOptions {
  readonly body?: unknown
  /** Sent as it is, for what JSON.stringify would never write. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  readonly headers?: Readonly<Record<string, string>>
  readonly cookie?: string
  readonly peer?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly cookies: readonly string[]
  /** The reply as JSON; undefined when it is none. */
  readonly json: Readonly<Record<string, unknown>> | undefined
}

const parseObject = (text: string): Answer['json'] => {
  try {
    return JSON.parse(text) as Answer['json']
  } catch {
    return undefined
  }
}

const MEMBER_PASSWORD = 'a password of some length'
const memberHash = await quickHash(MEMBER_PASSWORD)

const UNLIMITED: LimitSizes = { api: 0, web: 0, critical: 0 }
const LOOPBACK = '127.0.0.1'
const ABOUT = { version: 'v0.0.0', releasesUrl: 'https://releases.test/latest' }
const MAX_REQUEST_BYTES = 2 * 1024 * 1024

interface HarnessParts {
  readonly store: Store
  readonly settings: LiveSettings
  readonly services: ExternalServices
  readonly routes: readonly Route[]
  readonly credentials: Credentials
  readonly handle: (request: Request, peer: string) => Promise<Response>
  readonly folder: string
  /** What is written behind a reply. */
  readonly idle: () => Promise<void>
}

/** The whole product over a real database, called without a socket. */
export class ServerHarness {
  readonly store: Store
  readonly services: ExternalServices
  readonly routes: readonly Route[]
  readonly #settings: LiveSettings
  readonly handle: HarnessParts['handle']
  readonly #credentials: Credentials
  readonly #folder: string
  readonly #idle: HarnessParts['idle']

  constructor(parts: HarnessParts) {
    this.store = parts.store
    this.services = parts.services
    this.#settings = parts.settings
    this.routes = parts.routes
    this.handle = parts.handle
    this.#credentials = parts.credentials
    this.#folder = parts.folder
    this.#idle = parts.idle
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const headers = new Headers(options.headers)
    if (options.cookie !== undefined) headers.set('cookie', options.cookie)
    const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
    if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
    const request = new Request(`http://weir.test${path}`, { method, headers, ...(body !== undefined && { body }) })
    const response = await this.handle(request, options.peer ?? LOOPBACK)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, cookies: response.headers.getSetCookie(), json: parseObject(text) }
  }

  /** Sets options as root, past their rules, and at once. */
  async configure(options: Partial<Record<OptionKey, string>>): Promise<void> {
    const rows = Object.entries(options).map(([name, value]) => ({ name, value, isSecret: false }))
    await this.store.options.set(rows, { id: 0, role: Role.root })
    await this.#settings.refresh()
  }

  /** Signs in and returns the cookie as a browser would send it back. */
  async signIn(username: string, password: string, options: CallOptions = {}): Promise<string> {
    const answer = await this.call('POST', '/api/user/login', { body: { username, password }, ...options })
    if (answer.json?.['success'] !== true) throw new Error(`${username} could not sign in: ${answer.text}`)
    return cookieOf(answer)
  }

  /** An account of its own with a session. */
  async member(role: number, username = `m${crypto.randomUUID().slice(0, 12)}`): Promise<Member> {
    const id = await this.store.users.create({ username, passwordHash: memberHash, displayName: username, role, startQuota: 1_000_000 })
    const session = await this.#credentials.startSession(id, { address: LOOPBACK, agent: '' })
    return { id, username, password: MEMBER_PASSWORD, cookie: `session=${session.id}` }
  }

  /** A relay token made through the management API. */
  async token(member: Member, over: Readonly<Record<string, unknown>> = {}): Promise<TokenObject> {
    const body = { name: 'token', unlimited_quota: true, ...over }
    const answer = await this.call('POST', '/api/token/', { cookie: member.cookie, body })
    return tokenObject.parse(answer.json?.['data'])
  }

  /** Ends when all that was relayed is written down. */
  idle(): Promise<void> {
    return this.#idle()
  }

  async close(): Promise<void> {
    await this.#idle()
    await this.store.close()
    rmSync(this.#folder, { recursive: true })
  }
}

export interface Member {
  readonly id: number
  readonly username: string
  readonly password: string
  readonly cookie: string
}

/** The cookie of a reply, without its attributes. */
export const cookieOf = (answer: Answer): string => {
  const [cookie] = answer.cookies
  if (cookie === undefined) throw new Error('the reply sets no cookie')
  return cookie.split(';', 1)[0] ?? ''
}

export interface HarnessOptions {
  readonly clock?: () => number
  readonly trustedProxies?: readonly string[]
  /** Calls per address are unlimited unless a test says otherwise; those per account are always counted. */
  readonly limits?: LimitSizes
  readonly root?: InitialRoot
  /** Where the services of others answer; a test that uses one brings its own. */
  readonly addresses?: Partial<Config['services']>
  /** What upstreams answer. Without it there are none. */
  readonly upstream?: Send
  readonly channelKeys?: Config['channelKeys']
  /** Dropped by the test that brings it. Without it there is a SQLite file. */
  readonly database?: { readonly dsn: string; readonly sqlitePath: string }
  /** How long the body of a request may take; as in the product unless a test says otherwise. */
  readonly bodyLimits?: BodyLimits
  readonly load?: LoadGuard
  /** `{}` hashes passwords as the product does, whatever that costs. */
  readonly hashing?: Pick<RouteDependencies, 'hashPassword'>
}

const rootKey = crypto.getRandomValues(new Uint8Array(32))

/** As the first start leaves it. */
const copyTemplate = createSqliteTemplate(async (sqlitePath) => {
  const store = await openStore({ dsn: '', sqlitePath, rootKey, nodeId: 'test', clock: Date.now })
  await store.users.createRootIfEmpty({ passwordHash: await quickHash(DEFAULT_ROOT_PASSWORD) })
  await store.close()
})

interface FirstStart {
  readonly root: InitialRoot | undefined
  readonly database: HarnessOptions['database'] | undefined
  readonly clock: () => number
}

const openFirst = async (sqlitePath: string, { root, database, clock }: FirstStart): Promise<Store> => {
  const isCopied = root === undefined && database === undefined
  if (isCopied) await copyTemplate(sqlitePath)
  const store = await openStore({ dsn: '', sqlitePath, ...database, rootKey, nodeId: 'test', clock })
  if (!isCopied) await bootstrapRoot(store.users, root ?? { password: '' })
  return store
}

const noUpstream: Send = () => Promise.reject(new Error('nothing is sent upstream here'))

export const openServerHarness = async ({
  clock = Date.now,
  trustedProxies = [],
  limits = UNLIMITED,
  addresses = {},
  root,
  upstream,
  channelKeys = {},
  database,
  bodyLimits,
  load = unboundedLoad(),
  hashing = { hashPassword: quickHash },
}: HarnessOptions = {}): Promise<ServerHarness> => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-server-'))
  const opened = await openFirst(join(folder, 'weir.db'), { root, database, clock })
  const { store, awaited } = withLateWrites(opened)
  const settings = await openSettings(store.options, clock)
  const services = openExternalServices({
    users: store.users,
    settings: settings.current,
    clock,
    addressesOf: () => [LOOPBACK],
    addresses: { ...readConfig({}).services, ...addresses },
  })
  const circuits = createCircuitBreakers(clock)
  const watched = { store, settings: settings.current, notifyRoot: services.notifyRoot, clock }
  const { channelSwitch, health } = openChannelWatch({ ...watched, link: soleWorker })
  const externalKeys = createExternalKeys({
    variables: channelKeys,
    folder: join(folder, 'secrets'),
    secretKeyFile: join(folder, 'secret.key'),
    clock,
    onMissing: () => undefined,
  })
  const { refusals, bodyLog, idle } = openKeptLogs(store, settings, clock)
  const ports = createRelayPorts({
    store,
    clock,
    settings: settings.current,
    send: upstream ?? noUpstream,
    openSocket: () => Promise.resolve({ status: 404 }),
    providerFor: (type) => (upstream === undefined ? undefined : providers.get(type)),
    countTokens: (_, text) => Promise.resolve(text.length),
    circuits,
    limits: createWindowLimits(clock),
    load,
    refusals,
    link: soleWorker,
    observe: quietObserver,
    shutdown: createShutdown(),
    reportHealth: health.report,
    resolveKey: externalKeys.resolve,
    timeouts: { firstByteTimeoutMs: 1000, idleTimeoutMs: 1000 },
    reportBug: () => undefined,
  })
  const checks = openChannelChecks({ ...watched, channelSwitch, ports, circuits, shared: shareProgress(soleWorker), pollingIntervalMs: 0 })
  const price = (model: string, group: string) => priceOf(model, group, settings.current())
  const routes = allRoutes({ store, settings, clock, ...ABOUT, services, checks, externalKeys, priceOf: price, ...hashing })
  const announce = createAnnounceSignIn({ ...store, mailer: services.mailer, settings: settings.current, clock })
  const credentials = createCredentials({ ...store, settings: settings.current, announce }, clock)
  const serve = createServer({
    routes,
    credentials,
    limits: createRateLimits({ frequent: createMemoryCounter(clock), strict: store.rateCounts }, limits),
    audit: withNamedObjects(store.audit),
    tokens: store.tokens,
    version: '0.0.0',
    relay: {
      ports,
      maxRequestBytes: MAX_REQUEST_BYTES,
      readBilling: createReadBilling({ ...store, settings: settings.current }),
      upgrade: () => false,
      bodyLog,
    },
    serveConsole: () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    trustedProxies,
    ...(bodyLimits && { bodies: new BodyGate(ports.startTimer, bodyLimits) }),
  })
  const handle: HarnessParts['handle'] = (request, peer) => awaited(() => serve(request, peer))
  return new ServerHarness({ store: opened, settings, services, routes, credentials, handle, folder, idle })
}
