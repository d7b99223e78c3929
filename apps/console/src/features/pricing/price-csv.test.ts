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
      {
        model: 'drawer',
        vendor: '',
        features: [],
        groups: [],
        is_priced: true,
        price: {
          perImage: 0.04,
          images: [
            { size: '1024x1024', quality: 'hd', price: 0.08 },
            { size: '512x512', price: 0.02 },
          ],
        },
      },
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
      'images',
    ],
    ['gpt-4o', 'openai', 'chat', 128_000, '', 'vision tools', 'default vip', true, 1.25, 5, 0.625, '', '', '', '', '', '', ''],
    ['home-made', '', '', '', '', '', 'default', false, '', '', '', '', '', '', '', '', '', ''],
    ['drawer', '', '', '', '', '', '', true, '', '', '', '', '', '', 0.02, '', '', '1024x1024 hd 0.04; 512x512 0.01'],
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
  expect(rows.map((line) => line.slice(18))).toEqual([
    ['margin_cheapest', 'margin_cheapest_percent', 'margin_dearest', 'margin_dearest_percent'],
    [2, 20, -2, -20],
    ['', '', '', ''],
  ])
})
