import { toQuota } from '@weir/ledger/quota'
import type { Ledger } from '@weir/relay/ports'
import { checkpoint, release, settle } from '@weir/relay/stages/settle'
import type { RunningRequest } from './case.ts'
import { MODEL } from './price.ts'
import type { Spent } from './step.ts'

type Ports = Parameters<typeof settle>[1]
type Facts = Parameters<typeof release>[0]

/** A process that relays: the ledger it books in and the clock it reads. */
export interface Relay {
  readonly ledger: Ledger
  readonly clock: () => number
}

const portsOf = ({ ledger, clock }: Relay, isLogged: boolean): Ports => ({
  ledger,
  clock,
  circuits: { isOpen: () => false, isResting: () => false, record: () => undefined, distrust: () => undefined },
  observe: { attempted: () => undefined, begun: () => undefined, implausible: () => undefined, ended: () => undefined },
  settings: () => ({
    preConsumedQuota: toQuota(0),
    retryTimes: 0,
    refusesUnpriced: false,
    approximatesTokens: false,
    logsConsumption: isLogged,
    firstByteTimeoutMs: 1,
    idleTimeoutMs: 1,
    maxReplyBytes: 1,
    answerLifetimeMs: 0,
  }),
})

export const holdOf = ({ requestId, user, token, isTokenLimited, amount, shares }: RunningRequest) => ({
  requestId,
  userId: user.id,
  tokenId: token.id,
  isTokenLimited,
  amount: toQuota(amount),
  ...(shares.length > 0 && { budgets: shares }),
})

/** A request as the stages of the relay know it, with the price it was let in at. */
const factsOf = (request: RunningRequest): Facts => ({
  caller: {
    tokenId: request.token.id,
    tokenName: 'token',
    tokenState: 'enabled',
    expiresAt: -1,
    isUnlimited: !request.isTokenLimited,
    remainQuota: 0,
    models: [],
    subnets: [],
    userId: request.user.id,
    username: 'someone',
    isUserEnabled: true,
    isAdmin: false,
    group: 'default',
    pinnedChannelId: undefined,
  },
  hold: holdOf(request),
  prices: new Map([[MODEL, request.price]]),
  isStream: true,
  address: '',
  startedAt: request.startedAt,
  ticket: { remaining: {}, release: () => undefined },
})

const deliveryBy = (channelId: number) => ({ model: MODEL, channelId, isSystemPromptReset: false, attempts: [], dropped: [] })

const usageOf = ({ input, output }: Spent) => ({ input, output, cacheRead: 0, cacheWrite: 0, reasoning: 0, source: 'upstream' as const })

export interface Ending {
  readonly request: RunningRequest
  readonly spent: Spent
  readonly channelId: number
}

const bookingOf = ({ request, spent, channelId }: Ending) => ({
  facts: factsOf(request),
  delivery: deliveryBy(channelId),
  usage: usageOf(spent),
})

export const settleRelayed = (relay: Relay, ending: Ending): Promise<void> =>
  settle({ ...bookingOf(ending), outcome: 'ok' }, portsOf(relay, ending.spent.isLogged))

export const checkpointRelayed = (relay: Relay, ending: Ending): Promise<void> =>
  checkpoint(bookingOf(ending), portsOf(relay, ending.spent.isLogged))

export const releaseRelayed = (relay: Relay, request: RunningRequest, isLogged: boolean): Promise<void> =>
  release(factsOf(request), deliveryBy(0), portsOf(relay, isLogged))
