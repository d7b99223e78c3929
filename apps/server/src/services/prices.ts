import { CATALOG_VERSION, catalog } from '@weir/contract/catalog/catalog'
import type { Price, PriceRatios } from '@weir/ledger/price'
import type { Settings } from './settings.ts'

/** Ratio 1 is two dollars per million input tokens. */
const DOLLARS_PER_RATIO = 2
/** What a model without a price costs under the policy `ceiling`, as users of this family of gateways expect. */
const CEILING_RATIO = 30

type Ratios = Omit<PriceRatios, 'group'>

const CEILING: Ratios = { model: CEILING_RATIO, completion: 1, cacheRead: 1, cacheWrite: 1 }
const FREE: Ratios = { model: 0, completion: 1, cacheRead: 1, cacheWrite: 1 }

/** Quotients of list prices are rounded to six decimals: they are configuration, and must read as people would write them. */
const quotient = (part: number | undefined, whole: number, fallback: number): number =>
  part === undefined || whole === 0 ? fallback : Number((part / whole).toFixed(6))

const listedRatios = (model: string): Ratios | undefined => {
  const price = catalog.get(model)?.price
  if (price?.input === undefined) return undefined
  return {
    model: quotient(price.input, DOLLARS_PER_RATIO, 0),
    completion: quotient(price.output, price.input, 1),
    cacheRead: quotient(price.cacheRead, price.input, 1),
    cacheWrite: quotient(price.cacheWrite, price.input, 1),
  }
}

const unpricedRatios = (settings: Settings): Ratios => (settings.text('UnpricedModelPolicy') === 'free' ? FREE : CEILING)

/** The price of a model for a group: the operator's options first, then the catalogue, then the policy for unpriced models. */
export const priceOf = (model: string, group: string, settings: Settings): Price => {
  const listed = listedRatios(model)
  const ownRatio = settings.ratios('ModelRatio')[model]
  const base = listed ?? (ownRatio === undefined ? unpricedRatios(settings) : CEILING)
  return {
    version: CATALOG_VERSION,
    isListed: listed !== undefined || ownRatio !== undefined,
    ratios: {
      model: ownRatio ?? base.model,
      completion: settings.ratios('CompletionRatio')[model] ?? base.completion,
      cacheRead: settings.ratios('CacheReadRatio')[model] ?? base.cacheRead,
      cacheWrite: settings.ratios('CacheWriteRatio')[model] ?? base.cacheWrite,
      group: settings.ratios('GroupRatio')[group] ?? 1,
    },
  }
}
