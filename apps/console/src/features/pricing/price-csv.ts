import type { ListPrice } from '@weir/contract/catalog/entry'
import type { ModelPrice } from '@weir/contract/prices/model-prices'
import { scaledPrice } from '@weir/contract/prices/scaled-price'
import type { CsvValue } from '../../shared/browser/csv.ts'
import { ratioOfRow } from './group-price.ts'
import type { PriceRow } from './price-filter.ts'
import { marginsOf } from './margin/margin.ts'
import { PIECES } from './price-lines.ts'

type CsvPrice = ModelPrice & Pick<PriceRow, 'common'>

const RATES = ['input', 'output', 'cacheRead', 'cacheWrite', ...PIECES, 'perRequest'] as const

/** `1024x1024 hd 0.08; 512x512 0.018` */
const imagesText = (images: ListPrice['images'] = []): string =>
  images.map(({ size, quality, price }) => [size, quality, price].filter((part) => part !== undefined).join(' ')).join('; ')

const HEAD = ['model', 'vendor', 'mode', 'context', 'max_output', 'features', 'groups', 'is_priced', ...RATES, 'images']

const MARGINS = ['margin_cheapest', 'margin_cheapest_percent', 'margin_dearest', 'margin_dearest_percent']

const marginValues = (row: CsvPrice, ratio: number): readonly CsvValue[] => {
  const { cheapest, dearest } = marginsOf(row, ratio) ?? {}
  return [cheapest, dearest].flatMap((margin) => [margin?.dollars ?? '', margin?.percent ?? ''])
}

interface Shape {
  /** Of the group whose prices are shown. */
  readonly ratio: number
  /** Administrators see margins as well. */
  readonly isAdmin: boolean
}

/** Columns under the names of the API and of price lists, in one currency: a program reads them as well as a person. */
export const priceCsvRows = (models: readonly CsvPrice[], { ratio, isAdmin }: Shape): readonly (readonly CsvValue[])[] => [
  [...HEAD, ...(isAdmin ? MARGINS : [])],
  ...models.map((row) => {
    const price = scaledPrice(row.price ?? {}, ratioOfRow(row, ratio))
    return [
      row.model,
      row.vendor,
      row.mode ?? '',
      row.context ?? '',
      row.max_output ?? '',
      row.features.join(' '),
      row.groups.join(' '),
      row.is_priced,
      ...RATES.map((rate) => price[rate] ?? ''),
      imagesText(price.images),
      ...(isAdmin ? marginValues(row, ratio) : []),
    ]
  }),
]
