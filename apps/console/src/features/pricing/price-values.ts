import { perImageOf, TOKEN_RATES, type ListPrice, type ModelMode, type ModelSheet, type TokenRates } from '@weir/contract/catalog/entry'
import { imagesFrom, pictureRowsOf, type PictureRow } from './pictures/picture-rows.ts'
import { pieceOf, PIECES, type Piece } from './price-lines.ts'

export const PRICE_UNITS = ['tokens', ...PIECES] as const

export type PriceUnit = (typeof PRICE_UNITS)[number]

export type FigureName = keyof TokenRates | 'amount' | 'perRequest'

/** A form of one price. An empty field is null. */
export interface PriceValues extends Partial<Record<FigureName, number | null>> {
  readonly unit: PriceUnit
  /** Only of what is charged by the picture. */
  readonly images?: readonly PictureRow[]
  readonly aliases?: readonly string[]
  readonly context?: number | null
  readonly maxOutput?: number | null
  /** Tiers and fees stay as they are. */
  readonly keepsRest?: boolean
}

export const MAIN_RATES = ['input', 'output', 'cacheRead', 'cacheWrite'] as const
export const MORE_RATES = TOKEN_RATES.filter((rate) => !MAIN_RATES.some((main) => main === rate))

const modeOf: Readonly<Record<PriceUnit, ModelMode>> = {
  tokens: 'chat',
  perMillionCharacters: 'audio-speech',
  perSecond: 'audio-transcription',
  perImage: 'image',
  perQuery: 'rerank',
}

/** What the form has no fields for. */
export const restOf = ({ tiers, fees, service, perPage }: ListPrice): ListPrice => ({
  ...(tiers && { tiers }),
  ...(fees && { fees }),
  ...(service && { service }),
  ...(perPage !== undefined && { perPage }),
})

const isPerQuery = (price: ListPrice): boolean => price.perQuery !== undefined && !price.input

export const unitOf = (price: ListPrice): PriceUnit => {
  if (isPerQuery(price)) return 'perQuery'
  if (price.input !== undefined) return 'tokens'
  return pieceOf(price) ?? 'tokens'
}

const amountOf = (price: ListPrice, unit: PriceUnit): number | null => {
  if (unit === 'perImage') return perImageOf(price) ?? null
  return unit === 'tokens' ? null : (price[unit] ?? null)
}

/** What is edited. The catalogue's aliases count where an own sheet is silent about them. */
export const baseOf = (sheet: ModelSheet | undefined, catalog: ModelSheet | undefined): ModelSheet | undefined => {
  const aliases = sheet?.aliases ?? catalog?.aliases
  return sheet && aliases ? { ...sheet, aliases } : (sheet ?? catalog)
}

export const valuesOf = (sheet: Pick<ModelSheet, 'price' | 'aliases' | 'context' | 'maxOutput'> | undefined): PriceValues => {
  const price = sheet?.price ?? {}
  const unit = unitOf(price)
  return {
    unit,
    amount: amountOf(price, unit),
    ...Object.fromEntries(TOKEN_RATES.map((rate) => [rate, unit === 'tokens' ? (price[rate] ?? null) : null])),
    images: pictureRowsOf(price),
    aliases: sheet?.aliases ?? [],
    perRequest: price.perRequest ?? null,
    context: sheet?.context ?? null,
    maxOutput: sheet?.maxOutput ?? null,
    keepsRest: true,
  }
}

const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as Partial<T>

const figuresOf = (values: PriceValues): ListPrice => {
  const { unit, amount, perRequest, images = [] } = values
  const figures =
    unit === 'tokens' ? Object.fromEntries(TOKEN_RATES.map((rate) => [rate, values[rate]])) : { [unit satisfies Piece]: amount }
  return given({ ...figures, ...(unit === 'perImage' && imagesFrom(images)), perRequest }) as ListPrice
}

/** An empty list says that the catalogue's aliases do not count. */
const aliasesFrom = (values: PriceValues, base: ModelSheet | undefined): Pick<ModelSheet, 'aliases'> => {
  const aliases = (values.aliases ?? []).map((alias) => alias.trim()).filter((alias) => alias !== '')
  return aliases.length === 0 && base?.aliases === undefined ? {} : { aliases: [...new Set(aliases)] }
}

/** The sheet to save: what the form says, over what was known of the model before. */
export const sheetFrom = (values: PriceValues, base: ModelSheet | undefined): Omit<ModelSheet, 'model'> => ({
  ...aliasesFrom(values, base),
  vendor: base?.vendor ?? 'custom',
  mode: base?.mode ?? modeOf[values.unit],
  ...(given({ can: base?.can, retires: base?.retires, context: values.context, maxOutput: values.maxOutput }) as object),
  price: { ...(values.keepsRest === true && restOf(base?.price ?? {})), ...figuresOf(values) },
})
