import { atScale, ceilDivide, multiply, toDecimal } from './decimal.ts'
import { saturatedQuota, toQuota, ZERO_QUOTA, type Quota } from './quota.ts'

/** Tokens by what they cost. The classes do not overlap, but for the last: it is part of `cacheWrite`. */
export interface BillableTokens {
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
  /** How much of `cacheWrite` is kept for an hour, where that has a price of its own. */
  readonly cacheWriteHour?: number
}

/** Ratio 1 is one unit per token. The class ratios are relative to the model's input price. */
export interface PriceRatios {
  readonly model: number
  readonly group: number
  readonly completion: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** As `cacheWrite` when absent. */
  readonly cacheWriteHour?: number
}

export interface Price {
  readonly ratios: PriceRatios
  /** Names the table the ratios came from, so that a charge can be recomputed later. */
  readonly version: string
  /** False when no price is known and the ceiling ratio stands in. */
  readonly isListed: boolean
  /** The price is for a query, whatever upstream counted: tokens at that price would cost a fortune. */
  readonly isPerQuery?: boolean
}

/** Whole numbers: a class costs `multiplier / divisor` units a token, exactly. */
interface ExactPrice {
  readonly multipliers: readonly bigint[]
  readonly divisor: bigint
  /** The same as plain numbers where they are small enough to be exact. */
  readonly small: { readonly multipliers: readonly number[]; readonly divisor: number } | undefined
  readonly isFree: boolean
}

const isSafe = (value: bigint): boolean => value <= BigInt(Number.MAX_SAFE_INTEGER)

const exactPrice = (ratios: PriceRatios): ExactPrice => {
  const base = multiply(toDecimal(ratios.model), toDecimal(ratios.group))
  const hour = ratios.cacheWriteHour ?? ratios.cacheWrite
  const prices = [1, ratios.cacheRead, ratios.cacheWrite, hour, ratios.completion].map((ratio) => multiply(base, toDecimal(ratio)))
  const scale = Math.max(...prices.map((price) => price.scale))
  const multipliers = prices.map((price) => atScale(price, scale))
  const divisor = 10n ** BigInt(scale)
  const areSmall = isSafe(divisor) && multipliers.every(isSafe)
  return {
    multipliers,
    divisor,
    small: areSmall ? { multipliers: multipliers.map(Number), divisor: Number(divisor) } : undefined,
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

/** In the order of `ExactPrice.multipliers`. */
const countsOf = (tokens: BillableTokens): readonly number[] => {
  const hour = tokens.cacheWriteHour ?? 0
  const counts = [tokens.input, tokens.cacheRead, tokens.cacheWrite - hour, hour, tokens.output]
  if (!counts.every(isCount)) throw new RangeError(`token counts must be whole numbers from 0, got ${counts.join(', ')}`)
  return counts
}

/** Undefined when a sum leaves the range in which plain numbers are exact. */
const smallCost = (counts: readonly number[], { small }: ExactPrice): number | undefined => {
  if (small === undefined) return undefined
  let total = 0
  for (let index = 0; index < counts.length; index++) total += (counts[index] ?? 0) * (small.multipliers[index] ?? 0)
  if (!Number.isSafeInteger(total)) return undefined
  const remainder = total % small.divisor
  return (total - remainder) / small.divisor + (remainder > 0 ? 1 : 0)
}

const largeCost = (counts: readonly number[], price: ExactPrice): Quota => {
  const total = counts.reduce((sum, count, index) => sum + BigInt(count) * (price.multipliers[index] ?? 0n), 0n)
  return saturatedQuota(ceilDivide(total, price.divisor))
}

/**
 * The exact cost, rounded up once, at the end. Nothing used costs nothing; anything used at a price above zero costs at least one unit.
 */
export const costOf = (tokens: BillableTokens, ratios: PriceRatios): Quota => {
  const counts = countsOf(tokens)
  if (counts.every((count) => count === 0)) return ZERO_QUOTA
  const price = exactPriceOf(ratios)
  const small = smallCost(counts, price)
  const cost = small === undefined ? largeCost(counts, price) : toQuota(small)
  return cost === 0 && !price.isFree ? toQuota(1) : cost
}
