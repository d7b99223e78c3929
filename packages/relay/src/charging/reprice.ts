import type { Usage } from '@weir/dialects/model/usage'
import { costOf, type Price } from '@weir/ledger/price'
import type { Quota } from '@weir/ledger/quota'
import { chargeOf } from './charge.ts'
import { asCounted } from './pictures.ts'
import { chargeDetail, type ChargeDetail } from './charge-detail.ts'

/** As upstream reported it: the call that stands for the request as such was added when it was charged, as were whole pictures. */
const reportedUsage = (charged: Usage): Usage => {
  const { calls, ...usage } = asCounted(charged)
  const { request: _, ...others } = calls ?? {}
  return Object.keys(others).length === 0 ? usage : { ...usage, calls: others }
}

/** Undefined where tokens were not kept because the price of that time was by the query, and the other one is not. */
export const reprice = (detail: ChargeDetail, price: Price): { readonly cost: Quota; readonly detail: ChargeDetail } | undefined => {
  if (detail.usage.unit === 'query' && price.isPerQuery !== true) return undefined
  const { ratios, usage } = chargeOf(reportedUsage(detail.usage), price)
  return { cost: costOf(usage, ratios), detail: chargeDetail(price, ratios, usage) }
}
