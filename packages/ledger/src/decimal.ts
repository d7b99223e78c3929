/** An exact decimal fraction: `units / 10^scale`. Ratios are decimals by nature; binary floats would lose or gain units. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** Reads the shortest decimal that prints as this number, so 0.075 is 75/1000 and not its binary neighbour. */
export const toDecimal = (value: number): Decimal => {
  if (!Number.isFinite(value)) throw new RangeError(`a ratio must be a finite number, got ${value}`)
  const text = String(value)
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? ''
  const exponent = Number(/e(.+)$/.exec(text)?.[1] ?? 0)
  const digits = BigInt(text.replace(/e.+$/, '').replace('.', ''))
  const scale = fraction.length - exponent
  return { units: digits * 10n ** BigInt(Math.max(0, -scale)), scale: Math.max(0, scale) }
}

export const multiply = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale })

export const atScale = (value: Decimal, scale: number): bigint => value.units * 10n ** BigInt(scale - value.scale)

export const ceilDivide = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator
  return numerator > 0n && quotient * denominator !== numerator ? quotient + 1n : quotient
}
