import type { ListPrice } from '@weir/contract/catalog/entry'
import { MODEL_FEATURES } from '@weir/contract/catalog/entry'
import type { ModelPrice } from '@weir/contract/prices/model-prices'

/** A model of the list; lists know their rows by a number. */
export interface PriceRow extends ModelPrice {
  /** The price of all others, where the shown one is that of a group alone. */
  readonly common?: ListPrice
  readonly id: number
}

export const PRICE_STATES = ['unpriced', 'own', 'catalog'] as const

export type PriceState = (typeof PRICE_STATES)[number]

/** Empty texts ask for nothing. */
export interface PriceFilter {
  readonly keyword: string
  readonly vendor: string
  readonly feature: string
  readonly group: string
  readonly state: string
}

export const isNarrowed = (filter: PriceFilter): boolean => Object.values(filter).some((value) => value !== '')

export const stateOf = ({ is_priced: isPriced, source }: ModelPrice): PriceState => {
  if (!isPriced) return 'unpriced'
  return source === 'sheet' || source === 'ratios' ? 'own' : 'catalog'
}

const has = (text: string, keyword: string): boolean => text.toLowerCase().includes(keyword)

const isFound = ({ model, vendor, charged_as: names = [] }: ModelPrice, keyword: string): boolean =>
  keyword === '' || [model, vendor, ...names].some((text) => has(text, keyword))

export const filteredPrices = <Row extends ModelPrice>(rows: readonly Row[], filter: PriceFilter): readonly Row[] => {
  const keyword = filter.keyword.trim().toLowerCase()
  return rows.filter(
    (row) =>
      isFound(row, keyword) &&
      (filter.vendor === '' || row.vendor === filter.vendor) &&
      (filter.feature === '' || row.features.some((feature) => feature === filter.feature)) &&
      (filter.group === '' || row.groups.includes(filter.group)) &&
      (filter.state === '' || stateOf(row) === filter.state),
  )
}

/** What there is to choose from, no more. */
export const vendorsOf = (rows: readonly ModelPrice[]): readonly string[] =>
  [...new Set(rows.map(({ vendor }) => vendor))].filter((vendor) => vendor !== '').toSorted()

export const featuresOf = (rows: readonly ModelPrice[]) =>
  MODEL_FEATURES.filter((feature) => rows.some(({ features }) => features.includes(feature)))
