import { CATALOG_VERSION, catalog } from '@weir/contract/catalog/catalog'
import type { ListPrice } from '@weir/contract/catalog/entry'
import type { Price, PriceRatios } from '@weir/ledger/price'
import type { Settings } from '../settings/settings.ts'

/** Ratio 1 is two dollars per million input tokens. */
const DOLLARS_PER_RATIO = 2
/** What a model without a price costs under the policy `ceiling`, as users of this family of gateways expect. */
const CEILING_RATIO = 30
const MAX_REMEMBERED = 10_000

type Ratios = Omit<PriceRatios, 'group'>

const CEILING: Ratios = { model: CEILING_RATIO, completion: 1, cacheRead: 1, cacheWrite: 1 }
const FREE: Ratios = { model: 0, completion: 1, cacheRead: 1, cacheWrite: 1 }

/** Quotients of list prices are rounded to six decimals: they are configuration, and must read as people would write them. */
const quotient = (part: number | undefined, whole: number, fallback: number): number =>
  part === undefined || whole === 0 ? fallback : Number((part / whole).toFixed(6))

/** Lists give such models an input price of nothing beside the real one. */
const isPerQuery = (price: ListPrice): boolean => price.perQuery !== undefined && !price.input

/** Dollars per million of what the model is counted in: tokens, characters, milliseconds of audio, thousandths of a picture or queries. */
const dollarsPerMillion = (price: ListPrice): number | undefined => {
  if (isPerQuery(price) && price.perQuery !== undefined) return price.perQuery * 1_000_000
  if (price.input !== undefined) return price.input
  if (price.perMillionCharacters !== undefined) return price.perMillionCharacters
  if (price.perSecond !== undefined) return price.perSecond * 1000
  return price.perImage === undefined ? undefined : price.perImage * 1000
}

const listedRatios = (model: string): Ratios | undefined => {
  const price = catalog.get(model)?.price
  const base = price && dollarsPerMillion(price)
  if (price === undefined || base === undefined) return undefined
  return {
    model: quotient(base, DOLLARS_PER_RATIO, 0),
    completion: quotient(price.output, base, 1),
    cacheRead: quotient(price.cacheRead, base, 1),
    cacheWrite: quotient(price.cacheWrite, base, 1),
    ...(price.cacheWriteHour !== undefined && { cacheWriteHour: quotient(price.cacheWriteHour, base, 1) }),
  }
}

const isSoldByQuery = (model: string): boolean => {
  const price = catalog.get(model)?.price
  return price !== undefined && isPerQuery(price)
}

const unpricedRatios = (settings: Settings): Ratios => (settings.text('UnpricedModelPolicy') === 'free' ? FREE : CEILING)

const workOut = (model: string, group: string, settings: Settings): Price => {
  const listed = listedRatios(model)
  const ownRatio = settings.ratios('ModelRatio')[model]
  const base = listed ?? (ownRatio === undefined ? unpricedRatios(settings) : CEILING)
  return Object.freeze({
    version: CATALOG_VERSION,
    isListed: listed !== undefined || ownRatio !== undefined,
    ...(ownRatio === undefined && isSoldByQuery(model) && { isPerQuery: true }),
    ratios: Object.freeze({
      ...base,
      model: ownRatio ?? base.model,
      completion: settings.ratios('CompletionRatio')[model] ?? base.completion,
      cacheRead: settings.ratios('CacheReadRatio')[model] ?? base.cacheRead,
      cacheWrite: settings.ratios('CacheWriteRatio')[model] ?? base.cacheWrite,
      group: settings.ratios('GroupRatio')[group] ?? 1,
    }),
  })
}

/** Worked out once for every snapshot of the settings; a changed option makes a new snapshot, and so new prices. */
const remembered = new WeakMap<Settings, Map<string, Price>>()

/** The price of a model for a group: the operator's options first, then the catalogue, then the policy for unpriced models. */
export const priceOf = (model: string, group: string, settings: Settings): Price => {
  let prices = remembered.get(settings)
  if (prices === undefined || prices.size >= MAX_REMEMBERED) {
    prices = new Map()
    remembered.set(settings, prices)
  }
  const name = `${group}\n${model}`
  const known = prices.get(name)
  if (known !== undefined) return known
  const price = workOut(model, group, settings)
  prices.set(name, price)
  return price
}
