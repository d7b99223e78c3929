import { promptTokensOf, type Usage } from '@weir/dialects/model/usage'
import { drawnAt } from './pictures.ts'
import { inTokens } from './sound-tokens.ts'
import { ratiosFor, type Price, type PriceRatios } from '@weir/ledger/price'

const ONE_QUERY = { input: 1, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, unit: 'query' } as const

/** What is charged: upstream's count, unless it counted something else than what is sold. */
const billed = (usage: Usage, price: Price): Usage =>
  price.isPerQuery === true && usage.unit !== 'query'
    ? {
        ...ONE_QUERY,
        source: usage.source,
        ...(usage.implausible && { implausible: usage.implausible }),
        ...(usage.tier && { tier: usage.tier }),
      }
    : inTokens(usage, price)

/** Where the request as such has a price, it is counted as one call. */
const withRequest = (usage: Usage, { fees }: PriceRatios): Usage =>
  fees?.request === undefined ? usage : { ...usage, calls: { ...usage.calls, request: 1 } }

/** What a usage is charged by at a price. */
export interface Charge {
  readonly ratios: PriceRatios
  readonly usage: Usage
  readonly promptTokens: number
}

/** By the service tier that the usage names, or by the size and the quality of its pictures. */
export const chargeOf = (reported: Usage, price: Price): Charge => {
  const billable = billed(reported, price)
  const drawn = drawnAt(billable, price)
  const counted = drawn?.usage ?? billable
  const promptTokens = promptTokensOf(counted)
  const ratios = drawn?.ratios ?? ratiosFor(price, promptTokens, counted.tier === 'default' ? undefined : counted.tier)
  return { ratios, usage: withRequest(counted, ratios), promptTokens }
}
