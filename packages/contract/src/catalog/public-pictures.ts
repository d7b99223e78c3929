import type { ListPrice, PicturePrice } from './entry.ts'

type Row = Readonly<Record<string, unknown>>

interface SizedName {
  readonly model: string
  readonly size: string
  readonly quality: string | undefined
  readonly pixels: number
}

/** `hd/1024-x-1792/dall-e-3`, `512-x-512/dall-e-2`; with steps of drawing between them it is nothing that a request asks for. */
const SIZED = /^(?:([a-z]+)\/)?(\d{1,5})-x-(\d{1,5})\/([^/]+)$/

/** Undefined for a name that is no model's at a size. */
export const sizedName = (name: string): SizedName | undefined => {
  const [, quality, width, height, model] = SIZED.exec(name) ?? []
  if (model === undefined) return undefined
  return { model, size: `${width}x${height}`, quality, pixels: Number(width) * Number(height) }
}

const MILLS = 1000
const DIGITS = 6
const ROUNDING = 0.01

/** Lists write a price per pixel with two digits or three, while pictures are sold by the tenth of a cent. */
const ofPixels = (dollars: number): number => {
  const mills = Math.round(dollars * MILLS) / MILLS
  return Math.abs(mills - dollars) <= dollars * ROUNDING ? mills : Number(dollars.toPrecision(DIGITS))
}

const figureAt = (row: Row, name: string): number | undefined => (typeof row[name] === 'number' ? row[name] : undefined)

/** Undefined where the row has no price of a picture. */
const priceOf = (row: Row, pixels: number): number | undefined => {
  const perImage = figureAt(row, 'output_cost_per_image') ?? figureAt(row, 'input_cost_per_image')
  const perPixel = figureAt(row, 'input_cost_per_pixel')
  return perImage ?? (perPixel === undefined ? undefined : ofPixels(perPixel * pixels))
}

/** The row of a price sheet that a row of the list stands for. */
export const pictureOf = (row: Row, { size, quality, pixels }: SizedName): PicturePrice | undefined => {
  const price = priceOf(row, pixels)
  return price === undefined ? undefined : { size, ...(quality !== undefined && { quality }), price }
}

const nameOf = ({ size = '', quality = '' }: PicturePrice): string => `${quality} ${size.padStart(11, '0')}`

/** In an order of their own, so that a list in another order changes nothing. The first row of a pair counts. */
export const imagesFrom = (rows: readonly PicturePrice[]): NonNullable<ListPrice['images']> => {
  const byName = new Map(rows.toReversed().map((row) => [nameOf(row), row]))
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
