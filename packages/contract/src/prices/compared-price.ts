import { perImageOf, type ListPrice } from '../catalog/entry.ts'

const PIECES = ['perQuery', 'perSecond', 'perImage', 'perMillionCharacters', 'perPage', 'perRequest'] as const

/** One figure by which two prices of a model are held against each other. */
export interface ComparedPrice {
  readonly unit: 'tokens' | (typeof PIECES)[number]
  /** For tokens what a million of input and a million of output cost together. */
  readonly dollars: number
}

/** Undefined where the price names nothing that can be compared. */
export const comparedPrice = (price: ListPrice): ComparedPrice | undefined => {
  const tokens = (price.input ?? 0) + (price.output ?? 0)
  // Tokens that are free beside a request that is not are no price of theirs.
  const isOfTokens = price.perRequest === undefined || tokens > 0
  if (isOfTokens && (price.input !== undefined || price.output !== undefined)) return { unit: 'tokens', dollars: tokens }
  const pieces = { ...price, perImage: perImageOf(price) }
  const unit = PIECES.find((piece) => pieces[piece] !== undefined)
  return unit && { unit, dollars: pieces[unit] ?? 0 }
}
