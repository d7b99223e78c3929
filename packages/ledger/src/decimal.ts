/** An exact decimal fraction: `units / 10^scale`. Ratios are decimals by nature; binary floats would lose or gain units. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** Reads the shortest decimal that prints as this number, so 0.075 is 75/1000 and not its binary neighbour. */
export const toDecimal = (value: number): Decimal => {
  if (!Number.isFinite(value)) throw new RangeError(`a ratio must be a finite number, got ${value}`)
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const shift = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return shift >= 0 ? { units: digits, scale: shift } : { units: digits * 10n ** BigInt(-shift), scale: 0 }
}

export const multiply = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale })

export const atScale = (value: Decimal, scale: number): bigint => value.units * 10n ** BigInt(scale - value.scale)

export const ceilDivide = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator
  return numerator > 0n && quotient * denominator !== numerator ? quotient + 1n : quotient
}
