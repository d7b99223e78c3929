import { mappedModel } from '@weir/dialects/model/upstream'
import { estimateHold } from '@weir/ledger/estimate'
import { toQuota, type Quota } from '@weir/ledger/quota'
import type { Caller, Job } from '../line.ts'
import type { Channel, Hold, LimitTicket, Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'

export interface Admission {
  readonly job: Job
  readonly caller: Caller
  readonly candidates: readonly Channel[]
  readonly requestId: string
}

export interface Admitted {
  readonly hold: Hold
  readonly ticket: LimitTicket
}

type AdmitPorts = Pick<Ports, 'settings' | 'priceOf' | 'ledger' | 'limits'>

/** The dearest of the candidates: whichever channel answers in the end, the hold covers it. */
const amountFor = ({ job, caller, candidates }: Admission, ports: AdmitPorts): Quota => {
  const settings = ports.settings()
  const models = new Set(candidates.map((channel) => mappedModel(job.model, channel.modelMapping)))
  const amounts = [...models].map((model) => {
    const price = ports.priceOf(model, caller.group)
    if (!price.isListed && settings.refusesUnpriced) throw new RelayRefusal('unpriced', { params: { model } })
    return estimateHold(job.estimate, price.ratios, settings.preConsumedQuota)
  })
  return toQuota(Math.max(...amounts))
}

const takeTicket = ({ job, caller }: Admission, ports: AdmitPorts): LimitTicket => {
  const decision = ports.limits.take(caller, job.estimate.promptTokens)
  if (decision.ok) return decision.ticket
  throw new RelayRefusal('limited', { params: { limit: decision.limit }, retryAfter: String(decision.retryAfterSeconds) })
}

const placeHold = async (hold: Hold, caller: Caller, ports: AdmitPorts): Promise<void> => {
  switch (await ports.ledger.hold(hold)) {
    case 'held':
      return
    case 'user-short':
      throw new RelayRefusal('user-quota')
    case 'token-short':
      throw new RelayRefusal('token-quota', { params: { token: caller.tokenName } })
  }
}

/** Checks the limits and takes the estimated cost from user and token before upstream is called. */
export const admit = async (admission: Admission, ports: AdmitPorts): Promise<Admitted> => {
  const { caller } = admission
  const amount = amountFor(admission, ports)
  const ticket = takeTicket(admission, ports)
  const hold: Hold = {
    requestId: admission.requestId,
    userId: caller.userId,
    tokenId: caller.tokenId,
    isTokenLimited: !caller.isUnlimited,
    amount,
  }
  try {
    await placeHold(hold, caller, ports)
  } catch (error) {
    ticket.release(0)
    throw error
  }
  return { hold, ticket }
}
