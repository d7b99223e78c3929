import { perImageOf, SERVICE_TIERS, type ListPrice, type TokenRates } from '@weir/contract/catalog/entry'
import { roundedDollars } from '@weir/contract/prices/scaled-price'
import { PARTS, type LengthPrice, type Part, type PicturePrice, type Price, type PriceRatios, type PriceTier } from '@weir/ledger/price'
import { DOLLARS_PER_RATIO, UNITS_PER_DOLLAR } from './list-ratios.ts'

type ListedLengths = TokenRates & Pick<ListPrice, 'tiers'>

/** What a ratio of 1 is counted in, where a list does not sell tokens. */
const pieces = [
  ['perMillionCharacters', 1],
  ['perSecond', 1000],
  ['perImage', 1000],
] as const

/** Ratios are kept to six decimals. */
const HALF_A_DECIMAL = 5e-7

/** A third of a price cannot be written as a ratio: where the ratio is that of the listed figure, the figure is what it stands for. */
const dollarsFor = (ratio: number, perMillion: number, listed: number | undefined): number =>
  listed !== undefined && Math.abs(listed - perMillion * ratio) <= HALF_A_DECIMAL * perMillion ? listed : roundedDollars(perMillion * ratio)

const tokenRates = (ratios: PriceRatios, list: TokenRates, hasOutput: boolean): TokenRates => {
  const dollars = (rate: keyof TokenRates, ratio: number): number => dollarsFor(ratio, ratios.model * DOLLARS_PER_RATIO, list[rate])
  const input = dollars('input', ratios.input ?? 1)
  const [cacheRead, cacheWrite] = [dollars('cacheRead', ratios.cacheRead), dollars('cacheWrite', ratios.cacheWrite)]
  const parts = (Object.keys(PARTS) as Part[]).flatMap((part) => {
    const ratio = ratios[part]
    return ratio === undefined ? [] : [[part, dollars(part, ratio)]]
  })
  return {
    input,
    ...(hasOutput && { output: dollars('output', ratios.completion) }),
    // What costs as much as fresh input has no price of its own.
    ...(cacheRead !== input && { cacheRead }),
    ...(cacheWrite !== input && { cacheWrite }),
    ...(Object.fromEntries(parts) as TokenRates),
  }
}

const feesIn = ({ fees = {} }: PriceRatios): Pick<ListPrice, 'fees' | 'perRequest'> => {
  const { request, ...tools } = fees
  const dollars = Object.entries(tools).map(([kind, units]) => [kind, roundedDollars(units / UNITS_PER_DOLLAR)] as const)
  return {
    ...(dollars.length > 0 && { fees: Object.fromEntries(dollars) }),
    ...(request !== undefined && { perRequest: roundedDollars(request / UNITS_PER_DOLLAR) }),
  }
}

const lengthsOf = ({ ratios, tiers = [] }: LengthPrice, list: ListedLengths, hasOutput: boolean): ListedLengths => {
  const tierOf = ({ above, ratios: own }: PriceTier) => {
    const listed = list.tiers?.find((tier) => tier.above === above)
    return { above, ...tokenRates(own, { ...list, ...listed }, hasOutput) }
  }
  return { ...tokenRates(ratios, list, hasOutput), ...(tiers.length > 0 && { tiers: tiers.map(tierOf).toReversed() }) }
}

const THOUSANDTHS = 1000

const imagesOf = (pictures: readonly PicturePrice[]): Pick<ListPrice, 'images'> =>
  pictures.length === 0
    ? {}
    : {
        images: pictures.map(({ ratios, ...row }) => ({ ...row, price: roundedDollars((ratios.model * DOLLARS_PER_RATIO) / THOUSANDTHS) })),
      }

/**
 * What is charged, in the words of a price list and before the ratio of a group. It is worked out of the ratios themselves, so that it
 * shows what they charge; the list tells only what they count.
 */
export const dollarsOf = (price: Price, list: ListPrice | undefined): ListPrice => {
  const { ratios, isPerQuery = false } = price
  const perMillion = ratios.model * DOLLARS_PER_RATIO
  if (isPerQuery) return { perQuery: roundedDollars(perMillion / 1_000_000), ...feesIn(ratios) }
  const sold = list && { ...list, perImage: perImageOf(list) }
  const piece = sold?.input === undefined ? pieces.find(([name]) => sold?.[name] !== undefined) : undefined
  if (piece !== undefined)
    return { [piece[0]]: roundedDollars(perMillion / piece[1]), ...imagesOf(price.pictures ?? []), ...feesIn(ratios) }
  const hasOutput = list === undefined || list.output !== undefined || ratios.completion !== 1
  const services = SERVICE_TIERS.flatMap((tier) => {
    const served = price.service?.[tier]
    return served === undefined ? [] : [[tier, lengthsOf(served, { ...list, ...list?.service?.[tier] }, hasOutput)] as const]
  })
  return {
    ...lengthsOf(price, list ?? {}, hasOutput),
    ...(services.length > 0 && { service: Object.fromEntries(services) }),
    ...feesIn(ratios),
  }
}
