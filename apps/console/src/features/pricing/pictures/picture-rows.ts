import type { ListPrice, PicturePrice } from '@weir/contract/catalog/entry'

/** A row of the form. What is not filled in is empty. */
export interface PictureRow {
  readonly size?: string
  readonly quality?: string
  readonly price?: number | null
}

const wordOf = (text = ''): string => text.trim().toLowerCase()

/** The same for rows that the server takes for one. */
const pairOf = ({ size, quality }: PictureRow): string => `${wordOf(size)} ${wordOf(quality)}`

export const isNameless = (row: PictureRow): boolean => pairOf(row) === ' '

export const isRepeated = (row: PictureRow, rows: readonly PictureRow[]): boolean =>
  !isNameless(row) && rows.filter((other) => pairOf(other) === pairOf(row)).length > 1

export const pictureRowsOf = ({ images = [] }: ListPrice): readonly PictureRow[] =>
  images.map(({ size = '', quality = '', price }) => ({ size, quality, price }))

export const imagesFrom = (rows: readonly PictureRow[]): Pick<ListPrice, 'images'> => {
  const images = rows.map(({ size = '', quality = '', price }): PicturePrice => {
    const words = { ...(wordOf(size) !== '' && { size: wordOf(size) }), ...(wordOf(quality) !== '' && { quality: wordOf(quality) }) }
    return { ...words, price: price ?? 0 }
  })
  return images.length === 0 ? {} : { images }
}
