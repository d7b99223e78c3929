import { expect, test } from 'bun:test'
import { amountOf, unitsOf } from './money.ts'

const usual = { quotaPerUnit: 500_000, inCurrency: true }
const odd = { quotaPerUnit: 300_000, inCurrency: true }

test.each([
  [1, 500_000],
  [1.23, 615_000],
  [0.000002, 1],
  [0.0000009, 0],
  [0.0000011, 1],
  [-3, -1_500_000],
  [1e12, 5e17],
])('%d dollars are %d units', (amount, units) => {
  expect(unitsOf(amount, usual)).toBe(units)
})

test.each([
  [615_000, 1.23],
  [1, 0.000002],
  [0, 0],
  [-250_000, -0.5],
])('%d units are %d dollars', (units, amount) => {
  expect(amountOf(units, usual)).toBe(amount)
})

test('an amount that is no whole number of units is still shown as it was typed', () => {
  expect(amountOf(unitsOf(1.234567, odd), odd)).toBe(1.234567)
})

test('a worth that nobody has told yet is one unit each', () => {
  expect([unitsOf(7, { quotaPerUnit: Number.NaN, inCurrency: true }), amountOf(7, { quotaPerUnit: 0, inCurrency: true })]).toEqual([7, 7])
})
