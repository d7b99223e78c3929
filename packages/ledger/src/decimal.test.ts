import { expect, it } from 'bun:test'
import { atScale, ceilDivide, multiply, toDecimal } from './decimal.ts'

it.each([
  [0, 0n, 0],
  [7, 7n, 0],
  [-3, -3n, 0],
  [120, 120n, 0],
  [0.075, 75n, 3],
  [-2.5, -25n, 1],
  [12.5, 125n, 1],
  [1e-7, 1n, 7],
  [2.5e-8, 25n, 9],
  [1e21, 1_000_000_000_000_000_000_000n, 0],
  [1.25e22, 12_500_000_000_000_000_000_000n, 0],
])('reads %p as the decimal that is printed', (value, units, scale) => {
  expect(toDecimal(value)).toEqual({ units, scale })
})

it.each([
  [Number.NaN, 'a ratio must be a finite number, got NaN'],
  [Number.POSITIVE_INFINITY, 'a ratio must be a finite number, got Infinity'],
  [Number.NEGATIVE_INFINITY, 'a ratio must be a finite number, got -Infinity'],
])('refuses %p and says so', (value, words) => {
  expect(() => toDecimal(value)).toThrow(new RangeError(words))
})

it('multiplies exactly and brings a decimal to a finer scale', () => {
  expect(multiply({ units: 75n, scale: 3 }, { units: 15n, scale: 1 })).toEqual({ units: 1125n, scale: 4 })
  expect([atScale({ units: 75n, scale: 3 }, 5), atScale({ units: 75n, scale: 3 }, 3)]).toEqual([7500n, 75n])
})

it.each([
  [0n, 10n, 0n],
  [1n, 10n, 1n],
  [9n, 10n, 1n],
  [10n, 10n, 1n],
  [11n, 10n, 2n],
  [20n, 10n, 2n],
  [-5n, 10n, 0n],
  [-15n, 10n, -1n],
])('rounds %p / %p up to %p', (numerator, denominator, quotient) => {
  expect(ceilDivide(numerator, denominator)).toBe(quotient)
})
