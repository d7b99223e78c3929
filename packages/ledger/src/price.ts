import { atScale, ceilDivide, multiply, toDecimal } from './decimal.ts'
import { ZERO_QUOTA, quotaFromBigInt, type Quota } from './quota.ts'

/** Tokens by what they cost. The classes do not overlap: cached input is not counted again under `input`. */
export interface BillableTokens {
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
}

/** Ratio 1 is one unit per token. The class ratios are relative to the model's input price. */
export interface PriceRatios {
  readonly model: number
  readonly group: number
  readonly completion: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

export interface Price {
  readonly ratios: PriceRatios
  /** Names the table the ratios came from, so that a charge can be recomputed later. */
  readonly version: string
  /** False when no price is known and the ceiling ratio stands in. */
  readonly isListed: boolean
}

const CLASSES = ['input', 'cacheRead', 'cacheWrite', 'output'] as const

const classRatio = (ratios: PriceRatios, tokenClass: (typeof CLASSES)[number]): number => {
  switch (tokenClass) {
    case 'input':
      return 1
    case 'cacheRead':
      return ratios.cacheRead
    case 'cacheWrite':
      return ratios.cacheWrite
    case 'output':
      return ratios.completion
  }
}

const checkedCount = (count: number): bigint => {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`a token count must be a whole number from 0, got ${count}`)
  return BigInt(count)
}

/**
 * The exact cost, rounded up once, at the end. Nothing used costs nothing; anything used at a price above zero costs at least one unit.
 */
export const costOf = (tokens: BillableTokens, ratios: PriceRatios): Quota => {
  if (CLASSES.every((tokenClass) => tokens[tokenClass] === 0)) return ZERO_QUOTA
  const base = multiply(toDecimal(ratios.model), toDecimal(ratios.group))
  const parts = CLASSES.map((tokenClass) => ({
    count: checkedCount(tokens[tokenClass]),
    unitPrice: multiply(base, toDecimal(classRatio(ratios, tokenClass))),
  }))
  const scale = Math.max(...parts.map((part) => part.unitPrice.scale))
  const total = parts.reduce((sum, part) => sum + part.count * atScale(part.unitPrice, scale), 0n)
  const cost = ceilDivide(total, 10n ** BigInt(scale))
  return quotaFromBigInt(cost === 0n && base.units > 0n ? 1n : cost)
}
