import { comparedPrice } from '@weir/contract/prices/compared-price'
import type { ModelPrice } from '@weir/contract/prices/model-prices'
import { roundedDollars, scaledPrice } from '@weir/contract/prices/scaled-price'
import { ratioOfRow } from '../group-price.ts'
import type { PriceRow } from '../price-filter.ts'

type Sold = Pick<ModelPrice, 'price' | 'costs'> & Pick<PriceRow, 'common'>

/** What is left of a price when a channel was paid. */
export interface Margin {
  readonly dollars: number
  /** Of the price; absent where there is none to divide by. */
  readonly percent?: number
}

export interface Margins {
  readonly cheapest: Margin
  readonly dearest: Margin
}

const TENTHS = 10

const marginOf = (price: number, cost: number): Margin => ({
  dollars: roundedDollars(price - cost),
  ...(price > 0 && { percent: Math.round(((price - cost) / price) * 100 * TENTHS) / TENTHS }),
})

/** At the price of the group that is shown. Undefined where no channel tells its cost, or it counts something else than the price does. */
export const marginsOf = (row: Sold, ratio: number): Margins | undefined => {
  if (row.price === undefined || row.costs === undefined) return undefined
  const sold = comparedPrice(scaledPrice(row.price, ratioOfRow(row, ratio)))
  const bought = comparedPrice(row.common ?? row.price)
  if (sold === undefined || sold.unit !== bought?.unit) return undefined
  return { cheapest: marginOf(sold.dollars, row.costs.low), dearest: marginOf(sold.dollars, row.costs.high) }
}

/** The worst first; what is not known last. */
export const marginSortValue = (margins: Margins | undefined): number => {
  if (margins === undefined) return Number.MAX_VALUE
  const { dollars, percent } = margins.dearest
  if (percent !== undefined) return percent
  return dollars < 0 ? -Number.MAX_VALUE : 0
}
