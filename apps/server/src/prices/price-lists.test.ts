import { expect, it } from 'bun:test'
import type { ModelSheet } from '@weir/contract/catalog/entry'
import { comparePrices } from './price-lists.ts'

it('a price is the same in whatever order its rates are written', () => {
  const sheet = (price: ModelSheet['price']): ModelSheet => ({ model: 'own-model', vendor: 'v', mode: 'chat', price })
  const own = new Map([['own-model', sheet({ input: 2, output: 8, cacheRead: 1 })]])
  expect(comparePrices([sheet({ cacheRead: 1, output: 8, input: 2 })], own)).toEqual({ added: [], changed: [], same: 1, missing: [] })
  expect(comparePrices([sheet({ cacheRead: 1, output: 8, input: 3 })], own).changed).toHaveLength(1)
})
