import { expect, test } from 'bun:test'
import { priceCsvRows } from './price-csv.ts'

test('has a line for each model, with the figures of the group and blanks for what there is not', () => {
  const rows = priceCsvRows(
    [
      {
        model: 'gpt-4o',
        vendor: 'openai',
        mode: 'chat',
        context: 128_000,
        features: ['vision', 'tools'],
        groups: ['default', 'vip'],
        is_priced: true,
        price: { input: 2.5, output: 10, cacheRead: 1.25 },
      },
      { model: 'home-made', vendor: '', features: [], groups: ['default'], is_priced: false },
    ],
    { ratio: 0.5, isAdmin: false },
  )
  expect(rows).toEqual([
    [
      'model',
      'vendor',
      'mode',
      'context',
      'max_output',
      'features',
      'groups',
      'is_priced',
      'input',
      'output',
      'cacheRead',
      'cacheWrite',
      'perMillionCharacters',
      'perSecond',
      'perImage',
      'perQuery',
      'perRequest',
    ],
    ['gpt-4o', 'openai', 'chat', 128_000, '', 'vision tools', 'default vip', true, 1.25, 5, 0.625, '', '', '', '', '', ''],
    ['home-made', '', '', '', '', '', 'default', false, '', '', '', '', '', '', '', '', ''],
  ])
})

test('has the margins of the cheapest and the dearest channel for administrators', () => {
  const row = { vendor: '', features: [], groups: [], is_priced: true, price: { input: 2, output: 8 } }
  const rows = priceCsvRows(
    [
      { ...row, model: 'known', costs: { low: 8, high: 12 } },
      { ...row, model: 'unknown' },
    ],
    { ratio: 1, isAdmin: true },
  )
  expect(rows.map((line) => line.slice(17))).toEqual([
    ['margin_cheapest', 'margin_cheapest_percent', 'margin_dearest', 'margin_dearest_percent'],
    [2, 20, -2, -20],
    ['', '', '', ''],
  ])
})
