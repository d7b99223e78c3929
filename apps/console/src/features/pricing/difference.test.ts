import { expect, test } from 'bun:test'
import { changesBetween, percentOf } from './difference.ts'

test('names every figure that differs, with its change in percent', () => {
  const before = { input: 2.5, output: 10, cacheRead: 1.25, tiers: [{ above: 9, input: 5 }] }
  const after = { input: 3, output: 10, perRequest: 0.1, tiers: [{ above: 9, input: 4 }] }
  expect(
    changesBetween(before, after).map((change) => [change.line.rate, change.line.above, change.before, change.after, percentOf(change)]),
  ).toEqual([
    ['input', undefined, 2.5, 3, '+20 %'],
    ['cacheRead', undefined, 1.25, undefined, undefined],
    ['input', 9, 5, 4, '-20 %'],
    ['perRequest', undefined, undefined, 0.1, undefined],
  ])
  expect(changesBetween(before, before)).toEqual([])
})

test('has no percentage of nothing', () => {
  expect(percentOf({ line: { rate: 'input', dollars: 1 }, before: 0, after: 1 })).toBeUndefined()
})
