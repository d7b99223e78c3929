import { perImageOf, SERVICE_TIERS, TOKEN_RATES, type ListPrice, type PicturePrice, type TokenRates } from '@weir/contract/catalog/entry'
import type { Translate } from '../../shared/i18n/translate.ts'

/** What is not sold by tokens, in the order in which a server asks for it. */
export const PIECES = ['perMillionCharacters', 'perSecond', 'perImage', 'perQuery'] as const

export type Piece = (typeof PIECES)[number]

const FEES = ['webSearch', 'fileSearch', 'codeInterpreter', 'imageGeneration'] as const

type RateName = keyof TokenRates | Piece | 'perPage' | 'perRequest' | (typeof FEES)[number]

type LineName = Omit<PriceLine, 'dollars' | 'service'> & { readonly service?: PriceLine['service'] | '' }

/** One figure of a price. */
export interface PriceLine {
  readonly rate: RateName
  /** For prompts of more tokens. */
  readonly above?: number
  /** For requests that are served faster or slower. */
  readonly service?: (typeof SERVICE_TIERS)[number]
  /** For pictures of a size, a quality or both. */
  readonly picture?: Pick<PicturePrice, 'size' | 'quality'>
  readonly dollars: number
}

export const lineKey = ({ rate, above = 0, service = '', picture: { size = '', quality = '' } = {} }: LineName): string =>
  `${service}.${above}.${rate}.${size}.${quality}`

const linesOf = (rates: Partial<Record<string, unknown>>, names: readonly RateName[], above?: number): readonly PriceLine[] =>
  names.flatMap((rate) => {
    const dollars = rates[rate]
    return typeof dollars === 'number' ? [{ rate, dollars, ...(above !== undefined && { above }) }] : []
  })

const byLength = ({ tiers = [], ...rates }: TokenRates & Pick<ListPrice, 'tiers'>): readonly PriceLine[] => [
  ...linesOf(rates, TOKEN_RATES),
  ...tiers.toSorted((a, b) => a.above - b.above).flatMap((tier) => linesOf(tier, TOKEN_RATES, tier.above)),
]

/** Every figure of a price: as it is for short prompts, then its tiers, those of other services, and what is asked by the piece. */
export const priceLines = (price: ListPrice): readonly PriceLine[] => [
  ...byLength(price),
  ...SERVICE_TIERS.flatMap((service) => byLength(price.service?.[service] ?? {}).map((line) => ({ ...line, service }))),
  ...linesOf(price, PIECES),
  ...(price.images ?? []).map(({ price: dollars, ...picture }): PriceLine => ({ rate: 'perImage', picture, dollars })),
  ...linesOf(price, ['perPage', 'perRequest']),
  ...linesOf(price.fees ?? {}, FEES),
]

export const pieceOf = (price: ListPrice): Piece | undefined => {
  const pieces = { ...price, perImage: perImageOf(price) }
  return price.input === undefined ? PIECES.find((piece) => pieces[piece] !== undefined) : undefined
}

const CENTS = 2
const DIGITS = 6

/** At least cents, and as many digits as a small price needs. */
export const formatDollars = (dollars: number): string => {
  const decimals = String(Number(dollars.toPrecision(DIGITS))).includes('e') ? 12 : DIGITS
  return `$${dollars.toLocaleString('en-US', { minimumFractionDigits: CENTS, maximumFractionDigits: Math.max(decimals, CENTS) })}`
}

export const lineLabel = ({ rate, above, service, picture }: PriceLine, t: Translate): string =>
  [
    t(`pricing.rate.${rate}`),
    ...[picture?.size, picture?.quality].filter((word) => word !== undefined),
    ...(service === undefined ? [] : [t(`pricing.service.${service}`)]),
    ...(above === undefined ? [] : [t('pricing.tier', { above: above.toLocaleString('en-US') })]),
  ].join(' · ')
