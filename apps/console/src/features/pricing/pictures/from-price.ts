import { perImageOf, type ListPrice } from '@weir/contract/catalog/entry'
import type { Translate } from '../../../shared/i18n/translate.ts'
import { formatDollars } from '../price-lines.ts'

/** The cheapest picture; undefined where all cost the same. */
export const cheapestPicture = (price: ListPrice): number | undefined => {
  const figures = [perImageOf(price) ?? 0, ...(price.images ?? []).map((row) => row.price)]
  const cheapest = Math.min(...figures)
  return cheapest === Math.max(...figures) ? undefined : cheapest
}

/** `$0.02 / image`, or `from` the cheapest size. */
export const picturePrice = (price: ListPrice, t: Translate): string => {
  const cheapest = cheapestPicture(price)
  return cheapest === undefined
    ? t('pricing.unit.perImage', { price: formatDollars(perImageOf(price) ?? 0) })
    : t('pricing.pictureFrom', { price: formatDollars(cheapest) })
}
