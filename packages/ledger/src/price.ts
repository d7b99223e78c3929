import { atScale, ceilDivide, multiply, toDecimal, type Decimal } from './decimal.ts'
import { saturatedQuota, toQuota, ZERO_QUOTA, type Quota } from './quota.ts'

/** Parts of a class of tokens that may have a price of their own, with the class they lie in. */
export const PARTS = {
  cacheWriteHour: 'cacheWrite',
  audioInput: 'input',
  imageInput: 'input',
  audioCacheRead: 'cacheRead',
  audioOutput: 'output',
  imageOutput: 'output',
  reasoning: 'output',
} as const

export type Part = keyof typeof PARTS

/** What is sold by the call: what upstream runs for a model by itself, and the request as such. */
export const FEES = ['webSearch', 'groundedPrompt', 'mapsGrounding', 'fileSearch', 'codeInterpreter', 'imageGeneration', 'request'] as const

export type Fee = (typeof FEES)[number]

/** Tokens by what they cost. The classes do not overlap; each part lies inside its class. */
export interface BillableTokens extends Partial<Readonly<Record<Part, number>>> {
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
  /** Calls by kind. */
  readonly calls?: Partial<Readonly<Record<Fee, number>>>
}

/** Ratio 1 is one unit per token. Those of classes and parts are relative to `model`; a part without one costs what its class costs. */
export interface PriceRatios extends Partial<Readonly<Record<Part, number>>> {
  readonly model: number
  readonly group: number
  /** 1 when absent. Only where input is cheaper than what `model` stands for, such as free. */
  readonly input?: number
  readonly completion: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** Units for a call, before the group's ratio. A kind without a fee is free. */
  readonly fees?: Partial<Readonly<Record<Fee, number>>>
}

/** Ratios that hold for prompts above a length. */
export interface PriceTier {
  readonly above: number
  readonly ratios: PriceRatios
}

/** What upstreams sell beside the usual service: slower for less, or faster for more. */
export const SERVICE_TIERS = ['batch', 'flex', 'priority'] as const

export type ServiceTier = (typeof SERVICE_TIERS)[number]

/** One price for every length of prompt, or several. */
export interface LengthPrice {
  readonly ratios: PriceRatios
  /** Longest prompts first. */
  readonly tiers?: readonly PriceTier[]
}

/** Ratios of pictures of a size, of a quality or of both. */
export interface PicturePrice {
  readonly size?: string
  readonly quality?: string
  readonly ratios: PriceRatios
}

export interface Price extends LengthPrice {
  /** Closest first: size and quality, size alone, quality alone. What none of them names costs `ratios`. */
  readonly pictures?: readonly PicturePrice[]
  /** By service tier; one that is absent is not sold. */
  readonly service?: Partial<Readonly<Record<ServiceTier, LengthPrice>>>
  /** Names the table the ratios came from, so that a charge can be recomputed later. */
  readonly version: string
  /** False when no price is known and the ceiling ratio stands in. */
  readonly isListed: boolean
  /** The price is for a query, whatever upstream counted: tokens at that price would cost a fortune. */
  readonly isPerQuery?: boolean
  /** The price is known to be for tokens: the length of a recording must not be taken for a count of them. */
  readonly isPerToken?: boolean
}

/** The ratios for a prompt of this length. A service tier without a price costs what the usual service costs. */
export const ratiosFor = (price: Price, promptTokens: number, tier?: ServiceTier): PriceRatios => {
  const { ratios, tiers } = (tier && price.service?.[tier]) ?? price
  return tiers?.find(({ above }) => promptTokens > above)?.ratios ?? ratios
}

/** The ratios of a picture; those of the price itself where no row names it. */
export const ratiosForPicture = (price: Price, picture: { readonly size: string; readonly quality: string }): PriceRatios =>
  price.pictures?.find(({ size = picture.size, quality = picture.quality }) => size === picture.size && quality === picture.quality)
    ?.ratios ?? price.ratios

const CLASSES = ['input', 'cacheRead', 'cacheWrite', 'output'] as const
const PART_NAMES = Object.keys(PARTS) as Part[]

/** Whole numbers: a token of a class costs `multiplier / divisor` units, exactly. */
interface ExactPrice {
  readonly multipliers: readonly bigint[]
  readonly divisor: bigint
  /** The same as plain numbers, exact in every sum that stays below 2^53. */
  readonly plain: { readonly multipliers: readonly number[]; readonly divisor: number }
  /** In the order of the multipliers after those of the classes; a part that costs what its class costs is not among them. */
  readonly parts: readonly Part[]
  readonly fees: readonly Fee[]
  readonly isFree: boolean
}

const priceOfCalls = ({ fees, group }: PriceRatios, fee: Fee): Decimal => multiply(toDecimal(fees?.[fee] ?? 0), toDecimal(group))

const exactPrice = (ratios: PriceRatios): ExactPrice => {
  const base = multiply(toDecimal(ratios.model), toDecimal(ratios.group))
  const parts = PART_NAMES.filter((part) => ratios[part] !== undefined)
  const fees = FEES.filter((fee) => ratios.fees?.[fee] !== undefined)
  const relative = [ratios.input ?? 1, ratios.cacheRead, ratios.cacheWrite, ratios.completion, ...parts.map((part) => ratios[part] ?? 1)]
  const prices = [...relative.map((ratio) => multiply(base, toDecimal(ratio))), ...fees.map((fee) => priceOfCalls(ratios, fee))]
  const scale = Math.max(...prices.map((price) => price.scale))
  const multipliers = prices.map((price) => atScale(price, scale))
  const divisor = 10n ** BigInt(scale)
  return {
    multipliers,
    divisor,
    plain: { multipliers: multipliers.map(Number), divisor: Number(divisor) },
    parts,
    fees,
    isFree: base.units === 0n,
  }
}

/** Prices are few and requests are many: each price is worked out once. */
const known = new WeakMap<PriceRatios, ExactPrice>()

const exactPriceOf = (ratios: PriceRatios): ExactPrice => {
  const cached = known.get(ratios)
  if (cached !== undefined) return cached
  const exact = exactPrice(ratios)
  known.set(ratios, exact)
  return exact
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** In the order of `ExactPrice.multipliers`. What is counted as a part is taken out of its class. */
const countsOf = (tokens: BillableTokens, { parts, fees }: ExactPrice): readonly number[] => {
  const counts = [tokens.input, tokens.cacheRead, tokens.cacheWrite, tokens.output]
  for (const part of parts) {
    const within = CLASSES.indexOf(PARTS[part])
    const whole = counts[within] ?? 0
    const count = Math.min(tokens[part] ?? 0, whole)
    counts[within] = whole - count
    counts.push(count)
  }
  for (const fee of fees) counts.push(tokens.calls?.[fee] ?? 0)
  for (const count of counts)
    if (!isCount(count)) throw new RangeError(`token counts must be whole numbers from 0, got ${counts.join(', ')}`)
  return counts
}

/**
 * Undefined when the sum leaves the range in which plain numbers are exact. Ratios are never negative, so a multiplier that is not exact
 * makes such a sum, and a divisor that is not exact is larger than every other one.
 */
const plainCost = (counts: readonly number[], { plain }: ExactPrice): number | undefined => {
  let total = 0
  for (let at = 0; at < counts.length; at++) total += (counts[at] ?? 0) * (plain.multipliers[at] ?? 0)
  if (!Number.isSafeInteger(total)) return undefined
  const remainder = total % plain.divisor
  return (total - remainder) / plain.divisor + (remainder > 0 ? 1 : 0)
}

const largeCost = (counts: readonly number[], price: ExactPrice): Quota => {
  const total = counts.reduce((sum, count, index) => sum + BigInt(count) * (price.multipliers[index] ?? 0n), 0n)
  return saturatedQuota(ceilDivide(total, price.divisor))
}

/**
 * The exact cost, rounded up once, at the end. Nothing used costs nothing; anything used at a price above zero costs at least one unit.
 */
export const costOf = (tokens: BillableTokens, ratios: PriceRatios): Quota => {
  const price = exactPriceOf(ratios)
  const counts = countsOf(tokens, price)
  if (counts.every((count) => count === 0)) return ZERO_QUOTA
  const plain = plainCost(counts, price)
  const cost = plain === undefined ? largeCost(counts, price) : toQuota(plain)
  return cost === 0 && !price.isFree ? toQuota(1) : cost
}

export interface ChargedPart {
  readonly kind: (typeof CLASSES)[number] | Part
  readonly count: number
  readonly ratio: number
}

/** What a charge is made of, in the order in which it is read: a class without its parts, then those. */
export const chargedParts = (tokens: BillableTokens, ratios: PriceRatios): readonly ChargedPart[] => {
  const price = exactPriceOf(ratios)
  const counts = countsOf(tokens, price)
  const kinds = [...CLASSES, ...price.parts]
  const own = { input: ratios.input ?? 1, cacheRead: ratios.cacheRead, cacheWrite: ratios.cacheWrite, output: ratios.completion }
  const charged = kinds.map((kind, at): ChargedPart => ({
    kind,
    count: counts[at] ?? 0,
    ratio: kind in own ? own[kind as keyof typeof own] : (ratios[kind as Part] ?? 1),
  }))
  return CLASSES.flatMap((name) => charged.filter(({ kind }) => kind === name || (kind in PARTS && PARTS[kind as Part] === name)))
}
