import { expect, it } from 'bun:test'
import { addSaturated, cleanText, quotaNotNegative, quotaUnits, saturated, splitList } from './quantity.ts'

const MOST = 9_007_199_254_740_991

it('shows figures beyond what is exact as the last that is', () => {
  expect([MOST, MOST + 1, 1e300, -MOST, -MOST - 1, 5].map(saturated)).toEqual([MOST, MOST, MOST, -MOST, -MOST, 5])
  expect([addSaturated(2, 3), addSaturated(MOST, 1), addSaturated(-MOST, -1)]).toEqual([5, MOST, -MOST])
})

it('counts quota in whole units that are exact', () => {
  const values = [0, 1, -1, MOST, MOST + 1, 1.5]
  expect(values.map((value) => quotaUnits.safeParse(value).success)).toEqual([true, true, true, true, false, false])
  expect(values.map((value) => quotaNotNegative.safeParse(value).success)).toEqual([true, true, false, true, false, false])
})

it('splits lists at commas, without blanks and repeats, in their order', () => {
  expect(splitList(' b, a,,b , c')).toEqual(['b', 'a', 'c'])
  expect(splitList('')).toEqual([])
})

it('takes texts up to their length and without NUL', () => {
  expect(['', 'abc', 'abcd', 'a\0'].map((text) => cleanText(3).safeParse(text).success)).toEqual([true, true, false, false])
})
