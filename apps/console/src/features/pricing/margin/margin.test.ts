import { expect, test } from 'bun:test'
import { marginSortValue, marginsOf } from './margin.ts'

const price = { input: 2, output: 8 }
const costs = { low: 8, high: 12 }

test('is the price of a million of input and one of output less what the channel is paid, and its share of the price', () => {
  expect(marginsOf({ price, costs }, 1)).toEqual({ cheapest: { dollars: 2, percent: 20 }, dearest: { dollars: -2, percent: -20 } })
})

test('follows the ratio of the group, and not where the group has a price of its own', () => {
  expect(marginsOf({ price, costs }, 2)).toEqual({ cheapest: { dollars: 12, percent: 60 }, dearest: { dollars: 8, percent: 40 } })
  expect(marginsOf({ price: { input: 6, output: 10 }, common: price, costs }, 2)?.dearest).toEqual({ dollars: 4, percent: 25 })
})

test('has no share of a price of nothing', () => {
  expect(marginsOf({ price: { input: 0, output: 0 }, costs }, 1)?.cheapest).toEqual({ dollars: -8 })
})

test('is not known without a cost or a price, or where they count different things', () => {
  expect(marginsOf({ price }, 1)).toBeUndefined()
  expect(marginsOf({ costs }, 1)).toBeUndefined()
  expect(marginsOf({ price: { perRequest: 1 }, common: price, costs }, 1)).toBeUndefined()
})

test('sorts by the dearest channel, a loss first and the unknown last', () => {
  const values = [
    marginsOf({ price, costs }, 1),
    undefined,
    marginsOf({ price, costs: { low: 1, high: 9 } }, 1),
    marginsOf({ price: { input: 0 }, costs }, 1),
  ].map(marginSortValue)
  expect(values).toEqual([-20, Number.MAX_VALUE, 10, -Number.MAX_VALUE])
})
