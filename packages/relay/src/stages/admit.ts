import { mappedModel } from '@weir/dialects/model/upstream'
import { estimateHold, estimateTokens } from '@weir/ledger/estimate'
import type { Price } from '@weir/ledger/price'
import { toQuota, type Quota } from '@weir/ledger/quota'
import type { Caller, Course, Prices } from '../stage-types.ts'
import type { BudgetAsker, BudgetCounter, BudgetOutcome, BudgetShare, RemainingLimits } from '../budget.ts'
import { budgetRefusal, budgetsLeft } from '../budgets-left.ts'
import type { Hold, HoldOutcome, Ports, LimitDecision, LimitTicket } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { kindOn } from '../charging/overlaid.ts'
import { toHold } from '../charging/to-hold.ts'

export interface Admission {
  readonly caller: Caller
  readonly courses: readonly Course[]
  readonly requestId: string
}

export interface Admitted {
  readonly hold: Hold
  readonly prices: Prices
  readonly ticket: LimitTicket
  readonly budgetsLeft?: RemainingLimits | undefined
}

type AdmitPorts = Pick<Ports, 'settings' | 'priceOf' | 'ledger' | 'limits' | 'budgets' | 'clock'>

interface Priced {
  /** Of every name under which a candidate would serve the request. */
  readonly prices: Prices
  /** Of the most expensive candidate: whichever channel answers in the end, with whichever model, the hold covers it. */
  readonly amount: Quota
  /** The most tokens that a candidate may count, and those of the prompt among them. */
  readonly tokens: number
  readonly promptTokens: number
}

const priceCourses = ({ caller, courses }: Admission, ports: AdmitPorts): Priced => {
  const { refusesUnpriced, preConsumedQuota } = ports.settings()
  const prices = new Map<string, Price>()
  let [mostExpensive, tokens, promptTokens] = [0, 0, 0]
  for (const course of courses) {
    let before: string | undefined
    for (const candidate of course.candidates) {
      const kind = kindOn(course.kind, candidate)
      const model = mappedModel(kind.model, candidate.modelMapping)
      // Nearly all channels know a model by the same name, and ask as the caller does.
      if (model === before && kind === course.kind) continue
      before = kind === course.kind ? model : undefined
      const price = prices.get(model) ?? ports.priceOf(model, caller.group)
      if (!price.isListed && refusesUnpriced) throw new RelayRefusal('unpriced', { params: { model } })
      prices.set(model, price)
      const { estimate, ratios } = toHold(kind, price)
      for (const each of ratios) mostExpensive = Math.max(mostExpensive, estimateHold(estimate, each, preConsumedQuota))
      tokens = Math.max(tokens, estimateTokens(estimate))
      promptTokens = Math.max(promptTokens, estimate.promptTokens)
    }
  }
  return { prices, amount: toQuota(mostExpensive), tokens, promptTokens }
}

/** The place under the limits, or the refusal that there is none. */
export const ticketOf = (decision: LimitDecision): LimitTicket => {
  if (decision.ok) return decision.ticket
  const { limit, remaining, retryAfterSeconds } = decision
  throw new RelayRefusal('limited', { params: { limit }, retryAfter: String(retryAfterSeconds), remaining })
}

/** Both figures are told: the hold covers the most that a request can cost, so it may be more than the request would. */
const requireHeld = async (
  outcome: HoldOutcome,
  { hold, caller }: { readonly hold: Hold; readonly caller: Caller },
  { ledger, clock }: AdmitPorts,
): Promise<BudgetOutcome | undefined> => {
  if (typeof outcome === 'object') {
    if (outcome.refusedBy === undefined) return outcome
    throw budgetRefusal(hold, outcome, { caller, refusedBy: outcome.refusedBy, now: clock() })
  }
  switch (outcome) {
    case 'held':
      return undefined
    case 'user-short':
      throw new RelayRefusal('user-quota', { params: { held: hold.amount, left: (await ledger.left(hold)).user } })
    case 'token-short':
      throw new RelayRefusal('token-quota', {
        params: { token: caller.tokenName, held: hold.amount, left: (await ledger.left(hold)).token },
      })
  }
}

/** The model that was asked for counts, also where another one answers in its place. */
const askerOf = ({ caller, courses }: Admission): BudgetAsker => ({
  tokenId: caller.tokenId,
  userId: caller.userId,
  group: caller.group,
  model: courses[0]?.substituteFor ?? courses[0]?.kind.model ?? '',
})

const sharesOf = (counters: readonly BudgetCounter[], { amount, tokens }: Priced): readonly BudgetShare[] =>
  counters.map((counter) => {
    switch (counter.unit) {
      case 'requests':
        return { counter, amount: 1 }
      case 'tokens':
        return { counter, amount: tokens }
      case 'quota':
        return { counter, amount }
    }
  })

/** Checks the limits and takes the estimated cost from user, token and budgets before upstream is called. */
export const admit = async (admission: Admission, ports: AdmitPorts): Promise<Admitted> => {
  const { caller } = admission
  const priced = priceCourses(admission, ports)
  const { prices, amount } = priced
  const found = ports.budgets.countersFor(askerOf(admission))
  const counters = found instanceof Promise ? await found : found
  const decision = ports.limits.take(caller, priced.promptTokens)
  const ticket = ticketOf(decision instanceof Promise ? await decision : decision)
  const hold: Hold = {
    requestId: admission.requestId,
    userId: caller.userId,
    tokenId: caller.tokenId,
    isTokenLimited: !caller.isUnlimited,
    amount,
    budgets: counters.length === 0 ? undefined : sharesOf(counters, priced),
  }
  try {
    const held = ports.ledger.hold(hold)
    const outcome = held instanceof Promise ? await held : held
    // Nearly every request: no budget holds for it, and its balances suffice.
    if (outcome === 'held') return { hold, prices, ticket }
    const left = await requireHeld(outcome, { hold, caller }, ports)
    return { hold, prices, ticket, budgetsLeft: left && budgetsLeft(hold, left, ports.clock()) }
  } catch (error) {
    ticket.release(0)
    throw error
  }
}
