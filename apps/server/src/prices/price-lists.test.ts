import { expect, it } from 'bun:test'
import type { ModelSheet } from '@weir/contract/catalog/entry'
import { comparePrices, readPriceList } from './price-lists.ts'

it('a price is the same in whatever order its rates are written', () => {
  const sheet = (price: ModelSheet['price']): ModelSheet => ({ model: 'own-model', vendor: 'v', mode: 'chat', price })
  const own = new Map([['own-model', sheet({ input: 2, output: 8, cacheRead: 1 })]])
  expect(comparePrices([sheet({ cacheRead: 1, output: 8, input: 2 })], own)).toEqual({ added: [], changed: [], same: 1, missing: [] })
  expect(comparePrices([sheet({ cacheRead: 1, output: 8, input: 3 })], own).changed).toHaveLength(1)
})

it('a public list is known by one row of its form, whatever stands beside it', () => {
  const row = { litellm_provider: 'openai', mode: 'chat', input_cost_per_token: 3e-6, output_cost_per_token: 1e-5 }
  const list = readPriceList(JSON.stringify({ note: 'of today', 'own-model': row }))
  expect('sheets' in list && list.sheets.map(({ model }) => model)).toEqual(['own-model'])
  expect(readPriceList('{"note":"of today"}')).toEqual({ kind: 'no-list' })
  expect(readPriceList('{"a":1,\n}')).toEqual({ kind: 'no-json', line: 2 })
})
