import { perImageOf, type ListPrice } from '@weir/contract/catalog/entry'
import { scaledPrice } from '@weir/contract/prices/scaled-price'
import type { ReactNode } from 'react'
import type { Translate } from '../../shared/i18n/translate.ts'
import { ratioOfRow } from './group-price.ts'
import { cheapestPicture, picturePrice } from './pictures/from-price.ts'
import { PriceText } from './pictures/price-text.tsx'
import { formatDollars, pieceOf } from './price-lines.ts'
import type { PriceRow } from './price-filter.ts'
import classes from './pricing.module.css'

type Shown = 'input' | 'output' | 'cacheRead'

/** What a model is sold by stands in the column of its input. */
const textOf = (price: ListPrice, rate: Shown, t: Translate): string | undefined => {
  const piece = rate === 'input' ? pieceOf(price) : undefined
  if (piece === 'perImage') return picturePrice(price, t)
  if (piece !== undefined) return t(`pricing.unit.${piece}`, { price: formatDollars(price[piece] ?? 0) })
  const dollars = price[rate]
  return dollars === undefined ? undefined : formatDollars(dollars)
}

/** By size, what has no price last. */
export const sortValueOf = ({ price }: PriceRow, rate: Shown): number => {
  const piece = rate === 'input' && price ? pieceOf(price) : undefined
  if (piece === 'perImage' && price) return cheapestPicture(price) ?? perImageOf(price) ?? 0
  return price?.[piece ?? rate] ?? Number.MAX_VALUE
}

interface Shape {
  readonly rate: Shown
  /** Of the group whose prices are shown. */
  readonly ratio: number
  readonly t: Translate
}

/** Named, for where no title stands above it. */
export const briefPrice = (row: PriceRow, { rate, ratio, t }: Shape): string => {
  const price = row.price && textOf(scaledPrice(row.price, ratioOfRow(row, ratio)), rate, t)
  return price === undefined ? '' : `${t(rate === 'output' ? 'pricing.output' : 'pricing.input')} ${price}`
}

/** The price for the group; below it the one before the group's ratio, or the catalogue's. Blank where there is none. */
export const priceCell = (row: PriceRow, { rate, ratio, t }: Shape): ReactNode => {
  const factor = ratioOfRow(row, ratio)
  const scaled = scaledPrice(row.price ?? {}, factor)
  const price = textOf(scaled, rate, t)
  if (price === undefined) return ''
  const common = row.common ?? (factor === 1 ? undefined : row.price)
  const base = common && textOf(common, rate, t)
  const listed = row.catalog && common === undefined ? textOf(row.catalog, rate, t) : undefined
  return (
    <span className={classes.price}>
      <PriceText price={scaled} text={price} />
      {listed !== undefined && listed !== price && <small>{t('pricing.catalogPrice', { price: listed })}</small>}
      {base !== undefined && <small>{t('pricing.listPrice', { price: base })}</small>}
    </span>
  )
}
