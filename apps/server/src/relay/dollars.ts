import type { ListPrice, TokenRates } from '@weir/contract/catalog/entry'
import { roundedDollars } from '@weir/contract/prices/scaled-price'
import { PARTS, type Part, type Price, type PriceRatios } from '@weir/ledger/price'
import { DOLLARS_PER_RATIO, UNITS_PER_DOLLAR } from './list-ratios.ts'

/** What a ratio of 1 is counted in, where a list does not sell tokens. */
const pieces = [
  ['perMillionCharacters', 1],
  ['perSecond', 1000],
  ['perImage', 1000],
] as const

const tokenRates = (ratios: PriceRatios, hasOutput: boolean): TokenRates => {
  const dollars = (ratio: number): number => roundedDollars(ratios.model * DOLLARS_PER_RATIO * ratio)
  const input = dollars(ratios.input ?? 1)
  const [cacheRead, cacheWrite] = [dollars(ratios.cacheRead), dollars(ratios.cacheWrite)]
  const parts = (Object.keys(PARTS) as Part[]).flatMap((part) => {
    const ratio = ratios[part]
    return ratio === undefined ? [] : [[part, dollars(ratio)]]
  })
  return {
    input,
    ...(hasOutput && { output: dollars(ratios.completion) }),
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

/**
 * What is charged, in the words of a price list and before the ratio of a group. It is worked out of the ratios themselves, so that it
 * shows what they charge; the list tells only what they count.
 */
export const dollarsOf = ({ ratios, tiers = [], isPerQuery = false }: Price, list: ListPrice | undefined): ListPrice => {
  const perMillion = ratios.model * DOLLARS_PER_RATIO
  if (isPerQuery) return { perQuery: roundedDollars(perMillion / 1_000_000), ...feesIn(ratios) }
  const piece = list?.input === undefined ? pieces.find(([name]) => list?.[name] !== undefined) : undefined
  if (piece !== undefined) return { [piece[0]]: roundedDollars(perMillion / piece[1]), ...feesIn(ratios) }
  const hasOutput = list === undefined || list.output !== undefined || ratios.completion !== 1
  return {
    ...tokenRates(ratios, hasOutput),
    ...(tiers.length > 0 && { tiers: tiers.map(({ above, ratios: own }) => ({ above, ...tokenRates(own, hasOutput) })).toReversed() }),
    ...feesIn(ratios),
  }
}
