import { STORED_LIMIT } from '../dialect/engine.ts'

/** A number where it is exact, a bigint beyond. */
export type Exact = number | bigint

const clamped = (value: bigint): bigint => {
  if (value > STORED_LIMIT) return STORED_LIMIT
  return value < -STORED_LIMIT ? -STORED_LIMIT : value
}

const whole = (value: Exact): bigint => (typeof value === 'number' ? BigInt(Math.trunc(value)) : value)

/** Rows are subtracted from their rollups when they are deleted, so rollups are exact as far as a column can hold them. */
export const addExactly = (a: Exact, b: Exact): Exact => {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a + b)) return a + b
  return clamped(whole(a) + whole(b))
}
