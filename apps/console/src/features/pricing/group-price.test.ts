import { expect, test } from 'bun:test'
import type { PriceRow } from './price-filter.ts'
import { ratioOfRow, rowForGroup } from './group-price.ts'

const row: PriceRow = {
  id: 1,
  model: 'm',
  vendor: '',
  features: [],
  groups: ['default', 'vip'],
  is_priced: true,
  price: { input: 2 },
  group_prices: { vip: { input: 1.5 } },
}

test('a group with a price of its own pays that, and no ratio multiplies it', () => {
  const vip = rowForGroup(row, 'vip')
  expect([vip.price, vip.common, ratioOfRow(vip, 3)]).toEqual([{ input: 1.5 }, { input: 2 }, 1])
})

test('every other group pays the common price times its ratio', () => {
  expect([rowForGroup(row, 'default'), rowForGroup(row, undefined)]).toEqual([row, row])
  expect(ratioOfRow(row, 3)).toBe(3)
})
