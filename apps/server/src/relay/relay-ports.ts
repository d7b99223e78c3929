import { createKeyTurns } from '@weir/relay/routing/key-turns'
import { randomBytes } from 'node:crypto'
import { MAX_PRE_CONSUMED } from '@weir/contract/options/integer-ranges'
import { parseGroupRouting, parseSubstitutes } from '@weir/contract/options/routing'
import type { Provider } from '@weir/dialects/model/provider'
import { toQuota } from '@weir/ledger/quota'
import { createAccessTokens } from '@weir/relay/upstream/access-tokens'
import { askedTogether } from '@weir/relay/guards/asked-together'
import { createGuessLimit } from '@weir/relay/guards/guess-limit'
import { createBudgets } from '@weir/relay/guards/budgets'
import { createLimits, type LimitKeeper } from '@weir/relay/guards/limits'
import type { Circuits } from '@weir/relay/channel-health'
import type { Clock, Observer, Ports, Send, Shutdown } from '@weir/relay/ports'
import { createFirstByteTimes } from '@weir/relay/routing/first-byte-times'
import type { Store } from '@weir/store/open-store'
import { addressBlock, isAddressInSubnet } from '../net/ip-address.ts'
import { startTimer } from '../process/timers.ts'
import { costPriceOf } from './channel-costs.ts'
import { modelFacts } from './model-facts.ts'
import { modelLimits } from './model-limits.ts'
import { priceOf } from './prices.ts'
import { remember } from '../settings/remember.ts'
import type { Settings } from '../settings/settings.ts'
import { shareGuesses } from '../cluster/shared-guesses.ts'
import type { WorkerLink } from '../cluster/worker-messages.ts'

const HOUR_MS = 3_600_000
const MAX_REPLY_BYTES = 64 * 1024 * 1024
/** For a provider's token exchange: a request waits no longer for a key. */
const ACCESS_TIMEOUT_MS = 10_000

interface RelayPortsOptions {
  readonly store: Pick<Store, 'identities' | 'pool' | 'budgetPool' | 'ledger' | 'answerIds' | 'storedAnswers' | 'clientSecrets'>
  readonly settings: () => Settings
  readonly send: Send
  readonly openSocket: Ports['openSocket']
  readonly clock: Clock
  readonly providerFor: (channelType: number) => Provider | undefined
  readonly countTokens: Ports['countTokens']
  readonly timeouts: { readonly firstByteTimeoutMs: number; readonly idleTimeoutMs: number }
  readonly circuits: Circuits
  readonly observe: Observer
  readonly shutdown: Shutdown
  readonly reportHealth: Ports['reportHealth']
  readonly reportBug: Ports['reportBug']
  readonly resolveKey: Ports['resolveKey']
  readonly limits: LimitKeeper
  readonly load: Ports['load']
  readonly refusals: Ports['refusals']
  /** The other processes of this node, with whom guesses are counted together. */
  readonly link: WorkerLink
}

const NONCE_BYTES = 16

const nonce = (): string => randomBytes(NONCE_BYTES).toString('hex')

const relaySettings = (now: Settings, timeouts: RelayPortsOptions['timeouts']) => ({
  preConsumedQuota: toQuota(Math.min(now.number('PreConsumedQuota'), MAX_PRE_CONSUMED)),
  retryTimes: now.number('RetryTimes'),
  refusesUnpriced: now.text('UnpricedModelPolicy') === 'refuse',
  approximatesTokens: now.isOn('ApproximateTokenEnabled'),
  logsConsumption: now.isOn('LogConsumeEnabled'),
  maxReplyBytes: MAX_REPLY_BYTES,
  answerLifetimeMs: now.number('ResponseStoreHours') * HOUR_MS,
  ...timeouts,
})

const routingSettings = (now: Settings) => {
  const substitutes = parseSubstitutes(now.text('ModelSubstitutes'))
  const strategies = parseGroupRouting(now.text('GroupRouting'))
  return {
    keepsConversations: now.isOn('CacheAffinity'),
    allowsEffortSuffixes: now.isOn('EffortSuffixes'),
    substitutes: substitutes.ok ? substitutes.value : {},
    strategies: strategies.ok ? strategies.value : {},
  }
}

const limitSettings = (now: Settings) => ({
  perToken: {
    requestsPerMinute: now.number('TokenRequestsPerMinute'),
    tokensPerMinute: now.number('TokenTokensPerMinute'),
    parallel: now.number('TokenParallelRequests'),
  },
  perUser: {
    requestsPerMinute: now.number('UserRequestsPerMinute'),
    tokensPerMinute: now.number('UserTokensPerMinute'),
    parallel: now.number('UserParallelRequests'),
  },
})

/** Everything the relay line may touch, in one place. */
export const createRelayPorts = (options: RelayPortsOptions): Ports => {
  const { clock, send, settings, link, store } = options
  return {
    ...store,
    identities: askedTogether(store.identities, [store.pool, store.budgetPool]),
    send,
    openSocket: options.openSocket,
    clock,
    nonce,
    startTimer,
    random: Math.random,
    settings: remember(settings, (now) => relaySettings(now, options.timeouts)),
    routing: remember(settings, routingSettings),
    firstBytes: createFirstByteTimes(),
    access: createAccessTokens({ send, clock, nonce, startTimer }, ACCESS_TIMEOUT_MS),
    circuits: options.circuits,
    observe: options.observe,
    shutdown: options.shutdown,
    budgets: createBudgets({ pool: store.budgetPool, timeZone: () => settings().text('TimeZone'), clock }),
    limits: createLimits(remember(settings, limitSettings), options.limits),
    guesses: shareGuesses(createGuessLimit(addressBlock, clock), link),
    load: options.load,
    refusals: options.refusals,
    priceOf: (model, group) => priceOf(model, group, settings()),
    costPriceOf: (channel, model) => costPriceOf(channel, model, settings()),
    modelLimits: (model) => modelLimits(model, settings()),
    modelFacts: (model, group) => modelFacts(model, group, settings()),
    providerFor: options.providerFor,
    countTokens: options.countTokens,
    isAddressInSubnet,
    isGroupUsable: (group) => settings().usableGroups().has(group),
    reportHealth: options.reportHealth,
    reportBug: options.reportBug,
    resolveKey: options.resolveKey,
    keyTurn: createKeyTurns(),
  }
}
