import type { PriceRow } from './price-filter.ts'

/** The row as a group sees it: at the price that it has alone, where there is one, with the common price beside it. */
export const rowForGroup = (row: PriceRow, group: string | undefined): PriceRow => {
  const own = group === undefined ? undefined : row.group_prices?.[group]
  return own === undefined ? row : { ...row, price: own, common: row.price ?? {} }
}

/** A price of the group's own is what is charged; every other one is multiplied. */
export const ratioOfRow = ({ common }: Pick<PriceRow, 'common'>, ratio: number): number => (common === undefined ? ratio : 1)
