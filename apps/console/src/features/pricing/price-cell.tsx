import type { ListPrice } from '@weir/contract/catalog/entry'
import { scaledPrice } from '@weir/contract/prices/scaled-price'
import type { Translate } from '../../shared/i18n/translate.ts'
import { formatDollars, pieceOf } from './price-lines.ts'
import type { PriceRow } from './price-filter.ts'
import classes from './pricing.module.css'

type Shown = 'input' | 'output' | 'cacheRead'

/** What a model is sold by stands in the column of its input. */
const textOf = (price: ListPrice, rate: Shown, t: Translate): string | undefined => {
  const piece = rate === 'input' ? pieceOf(price) : undefined
  if (piece !== undefined) return t(`pricing.unit.${piece}`, { price: formatDollars(price[piece] ?? 0) })
  const dollars = price[rate]
  return dollars === undefined ? undefined : formatDollars(dollars)
}

/** By size, what has no price last. */
export const sortValueOf = ({ price }: PriceRow, rate: Shown): number => {
  const piece = rate === 'input' && price ? pieceOf(price) : undefined
  return price?.[piece ?? rate] ?? Number.MAX_VALUE
}

interface Props {
  readonly row: PriceRow
  readonly rate: Shown
  readonly ratio: number
  readonly t: Translate
}

/** The price for the group; below it what it was before, in the catalogue or without the group's ratio. */
export const PriceCell = ({ row, rate, ratio, t }: Props) => {
  const price = row.price && textOf(scaledPrice(row.price, ratio), rate, t)
  if (price === undefined) return <span className={classes.none}>–</span>
  const listed = row.catalog && textOf(row.catalog, rate, t)
  const base = row.price && ratio !== 1 ? textOf(row.price, rate, t) : undefined
  return (
    <span className={classes.price}>
      <span>{price}</span>
      {listed !== undefined && listed !== price && <small>{t('pricing.catalogPrice', { price: listed })}</small>}
      {listed === undefined && base !== undefined && <small>{t('pricing.listPrice', { price: base })}</small>}
    </span>
  )
}
