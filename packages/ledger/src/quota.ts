declare const quotaBrand: unique symbol

/** Whole units of money. Never a fraction, never beyond ±2^53: outside that a JSON number is no longer exact. */
export type Quota = number & { readonly [quotaBrand]: true }

const isQuota = (value: number): value is Quota => Number.isSafeInteger(value)

export const toQuota = (value: number): Quota => {
  if (!isQuota(value)) throw new RangeError(`quota must be a whole number within ±2^53, got ${value}`)
  return value
}

export const quotaFromBigInt = (value: bigint): Quota => {
  if (value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER)) {
    throw new RangeError(`quota must lie within ±2^53, got ${value}`)
  }
  return toQuota(Number(value))
}

export const ZERO_QUOTA = toQuota(0)
