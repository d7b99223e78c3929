import { TOKEN_RATES, type ListPrice, type TokenRates } from '@weir/contract/catalog/entry'
import type { Translate } from '../../shared/i18n/translate.ts'

/** What is not sold by tokens, in the order in which a server asks for it. */
export const PIECES = ['perMillionCharacters', 'perSecond', 'perImage', 'perQuery'] as const

export type Piece = (typeof PIECES)[number]

const FEES = ['webSearch', 'fileSearch', 'codeInterpreter', 'imageGeneration'] as const

type RateName = keyof TokenRates | Piece | 'perPage' | 'perRequest' | (typeof FEES)[number]

/** One figure of a price. */
export interface PriceLine {
  readonly rate: RateName
  /** For prompts of more tokens. */
  readonly above?: number
  readonly dollars: number
}

export const lineKey = ({ rate, above = 0 }: Pick<PriceLine, 'rate' | 'above'>): string => `${above}.${rate}`

const linesOf = (rates: Partial<Record<string, unknown>>, names: readonly RateName[], above?: number): readonly PriceLine[] =>
  names.flatMap((rate) => {
    const dollars = rates[rate]
    return typeof dollars === 'number' ? [{ rate, dollars, ...(above !== undefined && { above }) }] : []
  })

/** Every figure of a price: as it is for short prompts, then its tiers, then what is asked by the piece. */
export const priceLines = (price: ListPrice): readonly PriceLine[] => [
  ...linesOf(price, TOKEN_RATES),
  ...(price.tiers ?? []).toSorted((a, b) => a.above - b.above).flatMap((tier) => linesOf(tier, TOKEN_RATES, tier.above)),
  ...linesOf(price, [...PIECES, 'perPage', 'perRequest']),
  ...linesOf(price.fees ?? {}, FEES),
]

export const pieceOf = (price: ListPrice): Piece | undefined =>
  price.input === undefined ? PIECES.find((piece) => price[piece] !== undefined) : undefined

const CENTS = 2
const DIGITS = 6

/** At least cents, and as many digits as a small price needs. */
export const formatDollars = (dollars: number): string => {
  const decimals = String(Number(dollars.toPrecision(DIGITS))).includes('e') ? 12 : DIGITS
  return `$${dollars.toLocaleString('en-US', { minimumFractionDigits: CENTS, maximumFractionDigits: Math.max(decimals, CENTS) })}`
}

export const lineLabel = ({ rate, above }: PriceLine, t: Translate): string => {
  const name = t(`pricing.rate.${rate}`)
  return above === undefined ? name : `${name} · ${t('pricing.tier', { above: above.toLocaleString('en-US') })}`
}
