import { mappedModel } from '@weir/dialects/model/upstream'
import { estimateHold } from '@weir/ledger/estimate'
import { ratiosFor, type Price } from '@weir/ledger/price'
import { toQuota, type Quota } from '@weir/ledger/quota'
import type { Caller, RequestKind, Prices } from '../stage-types.ts'
import type { Channel, Hold, LimitDecision, LimitTicket, Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'

export interface Admission {
  readonly kind: RequestKind
  readonly caller: Caller
  readonly candidates: readonly Channel[]
  readonly requestId: string
}

export interface Admitted {
  readonly hold: Hold
  readonly prices: Prices
  readonly ticket: LimitTicket
}

type AdmitPorts = Pick<Ports, 'settings' | 'priceOf' | 'ledger' | 'limits'>

/** Of every name under which a candidate would serve the request. */
const pricesFor = ({ kind, caller, candidates }: Admission, ports: AdmitPorts): Prices => {
  const { refusesUnpriced } = ports.settings()
  const prices = new Map<string, Price>()
  for (const channel of candidates) {
    const model = mappedModel(kind.model, channel.modelMapping)
    if (prices.has(model)) continue
    const price = ports.priceOf(model, caller.group)
    if (!price.isListed && refusesUnpriced) throw new RelayRefusal('unpriced', { params: { model } })
    prices.set(model, price)
  }
  return prices
}

/** The most expensive of the candidates: whichever channel answers in the end, the hold covers it. */
const amountFor = ({ kind }: Admission, prices: Prices, ports: AdmitPorts): Quota => {
  const { preConsumedQuota } = ports.settings()
  let mostExpensive = 0
  for (const price of prices.values()) {
    const ratios = ratiosFor(price, kind.estimate.promptTokens)
    mostExpensive = Math.max(mostExpensive, estimateHold(kind.estimate, ratios, preConsumedQuota))
  }
  return toQuota(mostExpensive)
}

/** The place under the limits, or the refusal that there is none. */
export const ticketOf = (decision: LimitDecision): LimitTicket => {
  if (decision.ok) return decision.ticket
  const { limit, remaining, retryAfterSeconds } = decision
  throw new RelayRefusal('limited', { params: { limit }, retryAfter: String(retryAfterSeconds), remaining })
}

/** Both figures are told: the hold covers the most that a request can cost, so it may be more than the request would. */
const requireHeld = async (hold: Hold, caller: Caller, ledger: Ports['ledger']): Promise<void> => {
  const outcome = await ledger.hold(hold)
  switch (outcome) {
    case 'held':
      return
    case 'user-short':
      throw new RelayRefusal('user-quota', { params: { held: hold.amount, left: (await ledger.left(hold)).user } })
    case 'token-short':
      throw new RelayRefusal('token-quota', {
        params: { token: caller.tokenName, held: hold.amount, left: (await ledger.left(hold)).token },
      })
  }
}

/** Checks the limits and takes the estimated cost from user and token before upstream is called. */
export const admit = async (admission: Admission, ports: AdmitPorts): Promise<Admitted> => {
  const { caller, kind } = admission
  const prices = pricesFor(admission, ports)
  const amount = amountFor(admission, prices, ports)
  const decision = ports.limits.take(caller, kind.estimate.promptTokens)
  const ticket = ticketOf(decision instanceof Promise ? await decision : decision)
  const hold: Hold = {
    requestId: admission.requestId,
    userId: caller.userId,
    tokenId: caller.tokenId,
    isTokenLimited: !caller.isUnlimited,
    amount,
  }
  try {
    await requireHeld(hold, caller, ports.ledger)
  } catch (error) {
    ticket.release(0)
    throw error
  }
  return { hold, prices, ticket }
}
