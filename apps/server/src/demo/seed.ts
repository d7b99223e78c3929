import { Role } from '@weir/contract/user'
import type { Usage } from '@weir/dialects/model/usage'
import { costOf, type Price } from '@weir/ledger/price'
import type { AttemptRecord } from '@weir/relay/attempt-record'
import { chargeDetail } from '@weir/relay/charging/charge-detail'
import type { Hold, UsageRecord } from '@weir/relay/ports'
import type { Store } from '@weir/store/open-store'
import { redeemText } from '../settings/log-texts.ts'
import { bootstrapRoot } from '../accounts/bootstrap-root.ts'
import { openSettings } from '../settings/live-settings.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { priceOf } from '../relay/prices.ts'
import { newRedemptionCode, newTokenKey } from '../net/random-text.ts'
import type { Settings } from '../settings/settings.ts'
import { demoTraffic, type DemoRequest } from './traffic.ts'

export const DEMO_PASSWORD = 'weir-demo'
const NAMES = ['alice', 'bob', 'carol'] as const
const DAYS = 30
const DAY_MS = 86_400_000
const SIMULATOR = 1000
/** Twenty dollars. */
const START_QUOTA = 10_000_000
const CODE_QUOTA = 2_500_000
const MODELS = 'simulator-echo,simulator-slow,gpt-4o-mini,gpt-4o'
const NEVER = -1

type SeedStore = Pick<Store, 'users' | 'tokens' | 'channels' | 'redemptions' | 'ledger' | 'options'>

/** Read by the store; moved by the seed, so that a month passes while it writes. */
export interface DemoClock {
  now: number
}

interface DemoUser {
  readonly id: number
  readonly username: string
  readonly tokenId: number
}

export interface Demo {
  /** With `sk-`. */
  readonly tokenKey: string
}

const simulatorChannel = (name: string, over: { readonly weight: number; readonly priority: number }) => ({
  type: SIMULATOR,
  name,
  key: 'none',
  baseUrl: '',
  other: '',
  models: MODELS,
  group: 'default',
  modelMapping: '',
  config: '',
  systemPrompt: '',
  ...over,
})

const addUsers = async ({ users, tokens }: SeedStore): Promise<readonly DemoUser[]> => {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const added: DemoUser[] = []
  for (const username of NAMES) {
    const displayName = username.charAt(0).toUpperCase() + username.slice(1)
    const id = await users.create({ username, displayName, passwordHash, role: Role.user, startQuota: START_QUOTA })
    const fields = { name: 'demo', expiredTime: NEVER, remainQuota: 0, isUnlimited: true, models: '', subnet: '' }
    added.push({ id, username, tokenId: (await tokens.create(id, newTokenKey(), fields)).id })
  }
  return added
}

interface Booked {
  readonly user: DemoUser
  readonly price: Price
  readonly channelId: number
  readonly requestId: string
}

const usageOf = (request: DemoRequest): Usage => ({
  input: request.promptTokens,
  cacheRead: 0,
  cacheWrite: 0,
  output: request.completionTokens,
  reasoning: 0,
  source: 'upstream',
})

const DEMO_ADDRESS = '203.0.113.24'

/** What upstream is pretended to have said. */
const attemptsOf = (request: DemoRequest, channelId: number): readonly AttemptRecord[] =>
  request.outcome === 'failed'
    ? [{ channel: channelId, fault: 'overloaded', ms: request.elapsedMs, status: 503, said: 'The server is overloaded, try again later' }]
    : [{ channel: channelId, fault: 'none', ms: request.elapsedMs }]

const traceOf = (request: DemoRequest, channelId: number) => ({
  attempts: attemptsOf(request, channelId),
  ...(request.outcome === 'cut' && { cutBy: 'caller' }),
  queueMs: 1,
  ...(request.isStream && request.outcome !== 'failed' && { firstByteMs: Math.ceil(request.elapsedMs / 5) }),
  address: DEMO_ADDRESS,
})

const recordOf = (request: DemoRequest, { user, price, channelId }: Booked): UsageRecord => {
  const { model, group, completion } = price.ratios
  const hasFailed = request.outcome === 'failed'
  return {
    createdAt: request.at,
    username: user.username,
    tokenName: 'demo',
    model: request.model,
    channelId,
    promptTokens: request.promptTokens,
    completionTokens: request.completionTokens,
    elapsedMs: request.elapsedMs,
    isStream: request.isStream,
    isSystemPromptReset: false,
    isLogged: true,
    outcome: request.outcome,
    attempts: 1,
    content: hasFailed ? 'overloaded' : `${model} × ${group} × ${completion}`,
    detail: { ...(!hasFailed && chargeDetail(price, price.ratios, usageOf(request))), ...traceOf(request, channelId) },
  }
}

/** The same two steps as on the relay, so that balances, ledger and rows agree. */
const book = async (request: DemoRequest, booked: Booked, { ledger }: SeedStore): Promise<void> => {
  const cost = costOf(usageOf(request), booked.price.ratios)
  const { user, requestId } = booked
  const hold: Hold = { requestId, userId: user.id, tokenId: user.tokenId, isTokenLimited: false, amount: cost }
  if ((await ledger.hold(hold)) !== 'held') return
  const record = recordOf(request, booked)
  await (request.outcome === 'failed' ? ledger.release(hold, record) : ledger.settle({ hold, cost, record }))
}

interface Month {
  readonly users: readonly DemoUser[]
  readonly channelIds: readonly number[]
  readonly settings: Settings
}

const bookDay = async (
  requests: readonly DemoRequest[],
  day: number,
  { month, store }: { month: Month; store: SeedStore },
): Promise<void> => {
  const work = requests.map(async (request, index) => {
    const user = month.users[request.userIndex]
    if (user === undefined) return
    const channelId = month.channelIds[index % 4 === 0 ? 1 : 0] ?? 0
    const price = priceOf(request.model, 'default', month.settings)
    await book(request, { user, price, channelId, requestId: `demo-${day}-${index}` }, store)
  })
  await Promise.all(work)
}

/** Five codes, of which one is redeemed. */
const addCodes = async ({ users, redemptions }: SeedStore, { users: [, bob], settings }: Month): Promise<void> => {
  const root = await users.findByName('root')
  const keys = Array.from({ length: 5 }, newRedemptionCode)
  await redemptions.createMany({ creatorId: root?.user.id ?? 0, name: 'Welcome', quota: CODE_QUOTA, keys })
  const [key] = keys
  if (bob === undefined || key === undefined) return
  await redemptions.redeem({ key, user: bob, requestId: 'demo-redeem', describe: (quota) => redeemText(quota, settings) })
}

const addMonth = async (store: SeedStore, clock: DemoClock): Promise<void> => {
  const end = clock.now
  clock.now = end - (DAYS + 1) * DAY_MS
  await bootstrapRoot(store.users, { password: '' })
  const settings = (await openSettings(store.options, () => clock.now)).current()
  const channelIds = await store.channels.createMany([
    simulatorChannel('Simulator A', { weight: 3, priority: 0 }),
    simulatorChannel('Simulator B', { weight: 1, priority: 0 }),
    simulatorChannel('Simulator, last resort', { weight: 0, priority: -10 }),
  ])
  const month: Month = { users: await addUsers(store), channelIds, settings }
  await addCodes(store, month)
  for (const [day, requests] of demoTraffic(Math.floor(end / 1000), DAYS).entries()) {
    clock.now = end - (DAYS - day) * DAY_MS
    await bookDay(requests, day, { month, store })
  }
  clock.now = end
}

/** Fills an empty database with a month of plausible use. A second time it only finds what is there. */
export const seedDemo = async (store: SeedStore, clock: DemoClock): Promise<Demo> => {
  if ((await store.users.findByName(NAMES[0])) === undefined) await addMonth(store, clock)
  const alice = await store.users.findByName(NAMES[0])
  const [token] = await store.tokens.list(alice?.user.id ?? 0, { offset: 0, limit: 1 })
  if (token === undefined) throw new Error('the token of the demonstration is gone: remove its data folder')
  return { tokenKey: `sk-${token.key}` }
}
