import { promptTokensOf, type Usage } from '@weir/dialects/model/usage'
import { costOf, type PriceRatios, type ServiceTier } from '@weir/ledger/price'
import { ZERO_QUOTA, type Quota } from '@weir/ledger/quota'
import type { Delivery, RequestFacts } from '../stage-types.ts'
import { chargeOf } from '../charging/charge.ts'
import { chargeDetail, type ChargeDetail } from '../charging/charge-detail.ts'
import type { CutCause } from '../attempt-record.ts'
import { chargedTier } from '../charging/served-tier.ts'
import type { Outcome, Ports, Settlement, UsageRecord } from '../ports.ts'

type SettlePorts = Pick<Ports, 'ledger' | 'clock' | 'observe' | 'settings' | 'circuits'>

export interface Booking {
  readonly facts: RequestFacts
  readonly delivery: Delivery
  readonly usage: Usage
  readonly outcome: Outcome
  /** Told where the outcome is a cut. */
  readonly cutBy?: CutCause | undefined
}

/** What is different for a request that was charged and one that was not. */
type Ending = Pick<UsageRecord, 'promptTokens' | 'completionTokens' | 'outcome' | 'content' | 'detail' | 'cost'>

const recordOf = ({ facts, delivery }: Pick<Booking, 'facts' | 'delivery'>, ending: Ending, ports: SettlePorts): UsageRecord => {
  const now = ports.clock()
  return {
    createdAt: Math.floor(now / 1000),
    username: facts.caller.username,
    tokenName: facts.caller.tokenName,
    model: delivery.model,
    channelId: delivery.channelId,
    promptTokens: ending.promptTokens,
    completionTokens: ending.completionTokens,
    elapsedMs: Math.max(0, Math.round(now - facts.startedAt)),
    isStream: facts.isStream,
    isSystemPromptReset: delivery.isSystemPromptReset,
    outcome: ending.outcome,
    attempts: delivery.attempts.length,
    content: ending.content,
    isLogged: ports.settings().logsConsumption,
    detail: ending.detail,
    group: facts.caller.group,
    cost: ending.cost,
  }
}

/** What a row tells of the way the request took, beside its charge. Fields that would say nothing are left out: every row keeps the others. */
const detailOf = (
  { facts, delivery, cutBy }: Pick<Booking, 'facts' | 'delivery' | 'cutBy'>,
  { charge, cost }: { readonly charge?: ChargeDetail; readonly cost?: PriceRatios | undefined } = {},
): UsageRecord['detail'] => {
  const { attempts, dropped, substituteFor, mappedFrom, wire } = delivery
  const { address, queueMs, firstByteMs } = facts
  const detail: Record<string, unknown> = charge === undefined ? { attempts } : { price: charge.price, usage: charge.usage, attempts }
  if (cost !== undefined) detail['cost'] = cost
  if (dropped.length > 0) detail['dropped'] = dropped
  if (substituteFor !== undefined) detail['substituteFor'] = substituteFor
  if (mappedFrom !== undefined) detail['mappedFrom'] = mappedFrom
  if (wire !== undefined) detail['wire'] = wire
  if (cutBy !== undefined) detail['cutBy'] = cutBy
  if (queueMs !== undefined) detail['queueMs'] = queueMs
  if (firstByteMs !== undefined) detail['firstByteMs'] = firstByteMs
  detail['address'] = address
  return detail
}

/** How prices read in the log. They are few and requests are many: each is written once. */
const contents = new WeakMap<PriceRatios, string>()

const contentOf = (ratios: PriceRatios): string => {
  const known = contents.get(ratios)
  if (known !== undefined) return known
  const { model, group, completion } = ratios
  const content = `${model} × ${group} × ${completion}`
  contents.set(ratios, content)
  return content
}

/** The row keeps the tier that was charged; the usual one is not named. */
const atTier = (usage: Usage, tier: ServiceTier | undefined): Usage => {
  if (usage.tier === tier) return usage
  if (tier !== undefined) return { ...usage, tier }
  const { tier: _, ...rest } = usage
  return rest
}

interface Taken {
  readonly units: Quota
  readonly ratios: PriceRatios
}

/** Of the same figures that are charged. The ratios stay in the row, so that this can be recomputed, too. */
const takenByUpstream = ({ costPrice }: Delivery, counted: Usage): Taken | undefined => {
  if (costPrice === undefined) return undefined
  const { ratios, usage } = chargeOf(counted, costPrice)
  return { units: costOf(usage, ratios), ratios }
}

const settlementOf = (booking: Booking, ports: SettlePorts): Settlement => {
  const { facts, delivery, usage: reported, outcome } = booking
  const price = facts.prices.get(delivery.model)
  if (price === undefined) throw new Error('a model without a price of admission was delivered')
  const { tier: asked, dropped } = delivery
  const tier = chargedTier({ asked, reported: reported.tier, isDropped: dropped.includes('service_tier') }, price)
  const counted = atTier(reported, tier)
  const { ratios, usage, promptTokens } = chargeOf(counted, price)
  const taken = takenByUpstream(delivery, counted)
  const ending: Ending = {
    promptTokens,
    completionTokens: usage.output,
    outcome,
    content: contentOf(ratios),
    detail: detailOf(booking, { charge: chargeDetail(price, ratios, usage), cost: taken?.ratios }),
    cost: taken?.units,
  }
  return { hold: facts.hold, cost: costOf(usage, ratios), record: recordOf({ facts, delivery }, ending, ports) }
}

/** Beyond what any request can use, no caller's input is the cause: only then is it held against the channel. */
const reportImplausible = ({ usage, delivery: { channelId, model } }: Booking, ports: SettlePorts): void => {
  if (usage.implausible === undefined) return
  ports.observe.implausible(channelId, usage.implausible)
  if (usage.implausible === 'for-any-request') ports.circuits.distrust(channelId, model)
}

/** Books what was used, in the same commit as the log row, and gives the place under the limits back. */
export const settle = async (booking: Booking, ports: SettlePorts): Promise<void> => {
  const { usage, facts } = booking
  try {
    reportImplausible(booking, ports)
    const settlement = settlementOf(booking, ports)
    await ports.ledger.settle(settlement)
    ports.observe.ended(settlement)
    facts.trace?.settled(settlement.record)
  } finally {
    facts.ticket.release(promptTokensOf(usage) + usage.output)
  }
}

/** Leaves behind what to charge should this process not live to settle: a stream that was cut, by estimate. */
export const checkpoint = ({ usage, ...booking }: Omit<Booking, 'outcome'>, ports: SettlePorts): Promise<void> =>
  ports.ledger.checkpoint(settlementOf({ ...booking, usage: { ...usage, source: 'estimate' }, outcome: 'cut', cutBy: 'stopping' }, ports))

/** Gives the hold back: the request delivered nothing, so it costs nothing. */
export const release = async (facts: RequestFacts, delivery: Delivery, ports: SettlePorts): Promise<void> => {
  try {
    const content = delivery.fault ?? delivery.attempts.at(-1)?.fault ?? ''
    const outcome = delivery.fault === 'caller-left' ? 'left' : 'failed'
    const ending: Ending = { promptTokens: 0, completionTokens: 0, outcome, content, detail: detailOf({ facts, delivery }) }
    const record = recordOf({ facts, delivery }, ending, ports)
    await ports.ledger.release(facts.hold, record)
    ports.observe.ended({ hold: facts.hold, cost: ZERO_QUOTA, record })
    facts.trace?.settled(record)
  } finally {
    facts.ticket.release(0)
  }
}

/** Gives back what was held ahead for something that was never asked. There is no request to tell of, so no row is written. */
export const giveBack = async (facts: RequestFacts, delivery: Delivery, ports: SettlePorts): Promise<void> => {
  try {
    const ending: Ending = { promptTokens: 0, completionTokens: 0, outcome: 'ok', content: '', detail: {} }
    await ports.ledger.release(facts.hold, { ...recordOf({ facts, delivery }, ending, ports), isLogged: false })
  } finally {
    facts.ticket.release(0)
  }
}
