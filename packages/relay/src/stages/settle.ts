import { promptTokensOf, type Usage } from '@weir/dialects/model/usage'
import { costOf, type Price } from '@weir/ledger/price'
import type { Delivery, RequestFacts } from '../line.ts'
import type { Outcome, Ports, Settlement, UsageRecord } from '../ports.ts'

type SettlePorts = Pick<Ports, 'ledger' | 'clock' | 'observe' | 'settings'>

const recordOf = (facts: RequestFacts, delivery: Delivery, ports: SettlePorts) => {
  const now = ports.clock()
  return {
    createdAt: Math.floor(now / 1000),
    username: facts.caller.username,
    tokenName: facts.caller.tokenName,
    model: delivery.model,
    channelId: delivery.channelId,
    elapsedMs: Math.max(0, Math.round(now - facts.startedAt)),
    isStream: facts.isStream,
    isSystemPromptReset: delivery.isSystemPromptReset,
    isLogged: ports.settings().logsConsumption,
  }
}

const traceOf = (delivery: Delivery) => ({ attempts: delivery.attempts, ...(delivery.dropped.length > 0 && { dropped: delivery.dropped }) })

export interface Booking {
  readonly facts: RequestFacts
  readonly delivery: Delivery
  readonly usage: Usage
  readonly outcome: Outcome
}

const ONE_QUERY = { input: 1, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, unit: 'query' } as const

/** What is charged: upstream's count, unless it counted tokens of something that is sold by the query. */
const billed = (usage: Usage, price: Price): Usage =>
  price.isPerQuery === true && usage.unit !== 'query' ? { ...ONE_QUERY, source: usage.source } : usage

const settlementOf = ({ facts, delivery, usage: reported, outcome }: Booking, ports: SettlePorts): Settlement => {
  const price = facts.prices.get(delivery.model)
  if (price === undefined) throw new Error('a model without a price of admission was delivered')
  const usage = billed(reported, price)
  const { ratios } = price
  const record: UsageRecord = {
    ...recordOf(facts, delivery, ports),
    promptTokens: promptTokensOf(usage),
    completionTokens: usage.output,
    outcome,
    content: `${ratios.model} × ${ratios.group} × ${ratios.completion}`,
    detail: { price: { version: price.version, isListed: price.isListed, ...ratios }, usage, ...traceOf(delivery) },
  }
  return { hold: facts.hold, cost: costOf(usage, ratios), record }
}

/** Books what was used, in the same commit as the log row. */
export const settle = async (booking: Booking, ports: SettlePorts): Promise<void> => {
  const settlement = settlementOf(booking, ports)
  await ports.ledger.settle(settlement)
  ports.observe.ended(settlement.record, settlement.cost)
}

/** Leaves behind what to charge should this process not live to settle: a stream that was cut, by estimate. */
export const note = ({ usage, ...booking }: Omit<Booking, 'outcome'>, ports: SettlePorts): Promise<void> =>
  ports.ledger.note(settlementOf({ ...booking, usage: { ...usage, source: 'estimate' }, outcome: 'cut' }, ports))

/** Gives the hold back: the request delivered nothing, so it costs nothing. */
export const release = async (facts: RequestFacts, delivery: Delivery, ports: SettlePorts): Promise<void> => {
  const record: UsageRecord = {
    ...recordOf(facts, delivery, ports),
    promptTokens: 0,
    completionTokens: 0,
    outcome: 'failed',
    content: delivery.attempts.at(-1)?.fault ?? '',
    detail: traceOf(delivery),
  }
  await ports.ledger.release(facts.hold, record)
  ports.observe.ended(record, 0)
}
