import type { ChatCall } from '@weir/dialects/model/call'
import { mappedModel } from '@weir/dialects/model/upstream'
import { approximateTokens } from '@weir/dialects/model/usage'
import { estimateHold } from '@weir/ledger/estimate'
import type { Quota } from '@weir/ledger/quota'
import { toQuota } from '@weir/ledger/quota'
import type { Channel, Hold, Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import type { Caller } from './authenticate.ts'

export interface Admission {
  readonly call: ChatCall
  readonly caller: Caller
  readonly candidates: readonly Channel[]
  readonly requestId: string
}

/** The dearest of the candidates: whichever channel answers in the end, the hold covers it. */
const amountFor = (admission: Admission, ports: Pick<Ports, 'settings' | 'priceOf'>): Quota => {
  const { call, caller, candidates } = admission
  const estimate = { promptTokens: approximateTokens(call.promptBytes), maxOutputTokens: call.maxOutputTokens, choices: call.choices }
  const models = new Set(candidates.map((channel) => mappedModel(call.model, channel.modelMapping)))
  const amounts = [...models].map((model) =>
    estimateHold(estimate, ports.priceOf(model, caller.group).ratios, ports.settings().preConsumedQuota),
  )
  return toQuota(Math.max(...amounts))
}

/** Takes the estimated cost from user and token before upstream is called. */
export const admit = async (admission: Admission, ports: Pick<Ports, 'settings' | 'priceOf' | 'ledger'>): Promise<Hold> => {
  const { caller } = admission
  const hold: Hold = {
    requestId: admission.requestId,
    userId: caller.userId,
    tokenId: caller.tokenId,
    isTokenLimited: !caller.isUnlimited,
    amount: amountFor(admission, ports),
  }
  switch (await ports.ledger.hold(hold)) {
    case 'held':
      return hold
    case 'user-short':
      throw new RelayRefusal('user-quota')
    case 'token-short':
      throw new RelayRefusal('token-quota', { params: { token: caller.tokenName } })
  }
}
