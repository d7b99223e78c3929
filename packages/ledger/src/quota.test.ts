import { describe, expect, it } from 'bun:test'
import { saturatedQuota, toQuota, ZERO_QUOTA } from './quota.ts'

const MOST = 9_007_199_254_740_991

describe('an amount', () => {
  it('is any whole number within the exact range', () => {
    expect([MOST, -MOST, 0, 7].map((value) => Number(toQuota(value)))).toEqual([MOST, -MOST, 0, 7])
    expect(Number(ZERO_QUOTA)).toBe(0)
  })

  it.each([0.5, MOST + 1, -MOST - 1, Number.NaN, Number.POSITIVE_INFINITY])('is not %p', (value) => {
    expect(() => toQuota(value)).toThrow(new RangeError(`quota must be a whole number within ±2^53, got ${value}`))
  })

  it('ends at either end of the range', () => {
    const values = [2n ** 53n, 2n ** 53n - 1n, 5n, -(2n ** 53n) + 1n, -(2n ** 60n)]
    expect(values.map((value) => Number(saturatedQuota(value)))).toEqual([MOST, MOST, 5, -MOST, -MOST])
  })
})
