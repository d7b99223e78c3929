import { mappedModel } from '@weir/dialects/model/upstream'
import { estimateHold } from '@weir/ledger/estimate'
import { ratiosFor, type Price } from '@weir/ledger/price'
import { toQuota, type Quota } from '@weir/ledger/quota'
import type { Caller, Course, Prices } from '../stage-types.ts'
import type { Hold, LimitDecision, LimitTicket, Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'

export interface Admission {
  readonly caller: Caller
  readonly courses: readonly Course[]
  readonly requestId: string
}

export interface Admitted {
  readonly hold: Hold
  readonly prices: Prices
  readonly ticket: LimitTicket
}

type AdmitPorts = Pick<Ports, 'settings' | 'priceOf' | 'ledger' | 'limits'>

const modelsOf = ({ kind, candidates }: Course): ReadonlySet<string> =>
  new Set(candidates.map(({ modelMapping }) => mappedModel(kind.model, modelMapping)))

interface Priced {
  /** Of every name under which a candidate would serve the request. */
  readonly prices: Prices
  /** Of the most expensive candidate: whichever channel answers in the end, with whichever model, the hold covers it. */
  readonly amount: Quota
}

const priceCourses = ({ caller, courses }: Admission, ports: AdmitPorts): Priced => {
  const { refusesUnpriced, preConsumedQuota } = ports.settings()
  const prices = new Map<string, Price>()
  let mostExpensive = 0
  for (const course of courses) {
    const { estimate } = course.kind
    for (const model of modelsOf(course)) {
      const price = prices.get(model) ?? ports.priceOf(model, caller.group)
      if (!price.isListed && refusesUnpriced) throw new RelayRefusal('unpriced', { params: { model } })
      prices.set(model, price)
      mostExpensive = Math.max(mostExpensive, estimateHold(estimate, ratiosFor(price, estimate.promptTokens), preConsumedQuota))
    }
  }
  return { prices, amount: toQuota(mostExpensive) }
}

const promptTokensOf = ({ courses }: Admission): number => Math.max(...courses.map(({ kind }) => kind.estimate.promptTokens))

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
  const { caller } = admission
  const { prices, amount } = priceCourses(admission, ports)
  const decision = ports.limits.take(caller, promptTokensOf(admission))
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
