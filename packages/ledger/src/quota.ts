declare const quotaBrand: unique symbol

/** Whole units of money. Never a fraction, never beyond ±2^53: outside that a JSON number is no longer exact. */
export type Quota = number & { readonly [quotaBrand]: true }

const isQuota = (value: number): value is Quota => Number.isSafeInteger(value)

export const toQuota = (value: number): Quota => {
  if (!isQuota(value)) throw new RangeError(`quota must be a whole number within ±2^53, got ${value}`)
  return value
}

/** Ends at ±(2^53 - 1): ratios that multiply beyond it must not turn a delivered request into an error that is never booked. */
export const saturatedQuota = (value: bigint): Quota => {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) return toQuota(Number.MAX_SAFE_INTEGER)
  return toQuota(value < BigInt(Number.MIN_SAFE_INTEGER) ? Number.MIN_SAFE_INTEGER : Number(value))
}

export const ZERO_QUOTA = toQuota(0)
