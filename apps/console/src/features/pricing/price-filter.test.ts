import { expect, test } from 'bun:test'
import type { ModelPrice } from '@weir/contract/prices/model-prices'
import { featuresOf, filteredPrices, isNarrowed, vendorsOf } from './price-filter.ts'

const row = (model: string, over: Partial<ModelPrice> = {}): ModelPrice => ({
  model,
  vendor: 'openai',
  features: [],
  groups: ['default'],
  is_priced: true,
  source: 'catalog',
  ...over,
})

const rows = [
  row('gpt-4o', { features: ['vision', 'tools'] }),
  row('claude', { vendor: 'anthropic', groups: ['default', 'vip'], source: 'sheet' }),
  row('alias', { charged_as: ['gpt-4o'], source: 'ratios' }),
  row('home-made', { vendor: '', is_priced: false, source: 'none' }),
]
const none = { keyword: '', vendor: '', feature: '', group: '', state: '' }

test.each([
  [{}, ['gpt-4o', 'claude', 'alias', 'home-made']],
  [{ keyword: ' GPT ' }, ['gpt-4o', 'alias']],
  [{ keyword: 'anthro' }, ['claude']],
  [{ vendor: 'openai', feature: 'tools' }, ['gpt-4o']],
  [{ group: 'vip' }, ['claude']],
  [{ state: 'own' }, ['claude', 'alias']],
  [{ state: 'unpriced' }, ['home-made']],
  [{ state: 'catalog' }, ['gpt-4o']],
] as const)('%j leaves %j', (filter, expected) => {
  expect(filteredPrices(rows, { ...none, ...filter }).map(({ model }) => model)).toEqual([...expected])
  expect(isNarrowed({ ...none, ...filter })).toBe(Object.keys(filter).length > 0)
})

test('what can be chosen is what there is', () => {
  expect(vendorsOf(rows)).toEqual(['anthropic', 'openai'])
  expect(featuresOf(rows)).toEqual(['vision', 'tools'])
})
