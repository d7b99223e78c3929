import {
  perImageOf,
  SERVICE_TIERS,
  TOKEN_RATES,
  type ListPrice,
  type PicturePrice as ListedPicture,
  type TokenRates,
} from '@weir/contract/catalog/entry'
import { PARTS, type Fee, type Part, type PicturePrice, type PriceRatios, type PriceTier, type ServiceTier } from '@weir/ledger/price'

/** Ratio 1 is two dollars per million input tokens. */
export const DOLLARS_PER_RATIO = 2
/** So many units are a dollar, since one unit is a token at ratio 1. */
export const UNITS_PER_DOLLAR = 1_000_000 / DOLLARS_PER_RATIO

export type ListRatios = Omit<PriceRatios, 'group'>
export interface ListLengths {
  readonly ratios: ListRatios
  readonly tiers: readonly ListTier[]
}
export type ListPicture = Omit<PicturePrice, 'ratios'> & { readonly ratios: ListRatios }
export type ListTier = Omit<PriceTier, 'ratios'> & { readonly ratios: ListRatios }

/** Quotients of list prices are rounded to six decimals: they are configuration, and must read as people would write them. */
const quotient = (part: number, whole: number): number => Number((part / whole).toFixed(6))

/** Lists give such models an input price of nothing beside the real one. */
export const isPerQuery = (price: ListPrice): boolean => price.perQuery !== undefined && !price.input

/** Sold by tokens and by nothing else. */
export const isPerToken = (price: ListPrice): boolean =>
  price.input !== undefined &&
  [price.perSecond, price.perMillionCharacters, price.perQuery, price.perImage].every((unit) => unit === undefined)

/** Dollars per million of what the model is counted in: tokens, characters, milliseconds of audio, thousandths of a picture or queries. */
const dollarsPerMillion = (price: ListPrice): number | undefined => {
  if (isPerQuery(price) && price.perQuery !== undefined) return price.perQuery * 1_000_000
  if (price.input !== undefined) return price.input
  if (price.perMillionCharacters !== undefined) return price.perMillionCharacters
  if (price.perSecond !== undefined) return price.perSecond * 1000
  const perImage = perImageOf(price)
  if (perImage !== undefined) return perImage * 1000
  // Sold by the request and by nothing else.
  return price.perRequest === undefined ? undefined : 0
}

/** Whether a list names a price for what the model is counted in. */
export const isCounted = (price: ListPrice): boolean => dollarsPerMillion(price) !== undefined

const partRatios = (price: TokenRates, base: number): Partial<Record<Part, number>> =>
  Object.fromEntries(
    (Object.keys(PARTS) as Part[]).flatMap((part) => {
      const rate = price[part]
      return rate === undefined ? [] : [[part, quotient(rate, base)]]
    }),
  )

const feeUnits = ({ fees, perRequest }: ListPrice): ListRatios['fees'] => {
  const dollars: Partial<Record<Fee, number | undefined>> = { ...fees, request: perRequest }
  const units = Object.entries(dollars).flatMap(([kind, fee]) =>
    fee === undefined ? [] : [[kind, Number((fee * UNITS_PER_DOLLAR).toFixed(6))]],
  )
  return units.length === 0 ? undefined : (Object.fromEntries(units) as Partial<Record<Fee, number>>)
}

/** Undefined when the list names no price for what the model is counted in. */
export const listRatios = (price: ListPrice): ListRatios | undefined => {
  const counted = dollarsPerMillion(price)
  if (counted === undefined) return undefined
  // Input that is free beside output that is not: ratios are relative to what costs something.
  const base = counted === 0 ? (price.output ?? 0) : counted
  const fees = feeUnits(price)
  if (base === 0) return { model: 0, completion: 1, cacheRead: 1, cacheWrite: 1, ...(fees && { fees }) }
  const input = counted === 0 ? 0 : 1
  const ratio = (rate: number | undefined, fallback: number): number => (rate === undefined ? fallback : quotient(rate, base))
  return {
    model: quotient(base, DOLLARS_PER_RATIO),
    ...(input !== 1 && { input }),
    completion: ratio(price.output, 1),
    cacheRead: ratio(price.cacheRead, input),
    cacheWrite: ratio(price.cacheWrite, input),
    ...partRatios(price, base),
    ...(fees && { fees }),
  }
}

const ratesIn = (price: TokenRates): TokenRates =>
  Object.fromEntries(TOKEN_RATES.flatMap((rate) => (price[rate] === undefined ? [] : [[rate, price[rate]]])))

type ListService = NonNullable<NonNullable<ListPrice['service']>[ServiceTier]>

const mapRates = (price: TokenRates, change: (figure: number, rate: keyof TokenRates) => number): TokenRates =>
  Object.fromEntries(
    TOKEN_RATES.flatMap((rate) => {
      const figure = price[rate]
      return figure === undefined ? [] : [[rate, Number(change(figure, rate).toFixed(9))]]
    }),
  )

/** A service tier in the words of a price of its own. */
const servicePrice = ({ tiers = [], ...price }: Omit<ListPrice, 'service'>, own: ListService): ListPrice => {
  const rates = { ...mapRates(price, (figure) => figure * (own.multiplier ?? 1)), ...ratesIn(own) }
  const proportion = (rate: keyof TokenRates): number => {
    const [usual, served] = [price[rate], rates[rate]]
    return usual === undefined || usual === 0 || served === undefined ? 1 : served / usual
  }
  const scaled = tiers.map(({ above, ...longer }) => ({ above, ...mapRates(longer, (figure, rate) => figure * proportion(rate)) }))
  return { ...price, ...rates, tiers: own.tiers ?? scaled }
}

/** Ratios by service tier. Only what is sold by the token has them. */
export const listServices = (price: ListPrice): ReadonlyMap<ServiceTier, ListLengths> =>
  new Map(
    SERVICE_TIERS.flatMap((tier) => {
      const own = price.service?.[tier]
      const served = own === undefined || price.input === undefined ? undefined : servicePrice(price, own)
      const ratios = served && listRatios(served)
      return served === undefined || ratios === undefined ? [] : [[tier, { ratios, tiers: listTiers(served) }] as const]
    }),
  )

/** How closely a row names a picture: by size and quality, by size, by quality. */
const closeness = ({ size, quality }: ListedPicture): number => (size === undefined ? 0 : 2) + (quality === undefined ? 0 : 1)

/** The rows that name most of a picture first. */
export const listPictures = ({ images = [], fees, perRequest, input }: ListPrice): readonly ListPicture[] =>
  (input === undefined ? images : [])
    .toSorted((a, b) => closeness(b) - closeness(a))
    .flatMap(({ size, quality, price }) => {
      const ratios = listRatios({ perImage: price, fees, perRequest })
      return ratios === undefined ? [] : [{ ...(size !== undefined && { size }), ...(quality !== undefined && { quality }), ratios }]
    })

/** Longest prompts first. What a tier does not name stays as it is below it. */
export const listTiers = ({ tiers = [], ...price }: ListPrice): readonly ListTier[] =>
  tiers
    .toSorted((a, b) => b.above - a.above)
    .flatMap(({ above, ...rates }) => {
      const ratios = listRatios({ ...price, ...ratesIn(rates) })
      return ratios === undefined ? [] : [{ above, ratios }]
    })
