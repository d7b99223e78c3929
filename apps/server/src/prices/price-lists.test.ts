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

it('aliases count as a change where a list names others, and stay where it names none', () => {
  const sheet = (aliases?: string[]): ModelSheet => ({
    model: 'm',
    vendor: 'v',
    mode: 'chat',
    price: { input: 2 },
    ...(aliases && { aliases }),
  })
  const own = new Map([['m', sheet(['a'])]])
  expect(comparePrices([sheet()], own)).toMatchObject({ changed: [], same: 1 })
  expect(comparePrices([sheet(['a'])], own)).toMatchObject({ changed: [], same: 1 })
  expect(comparePrices([sheet(['b'])], own).changed.map((change) => change.sheet.aliases)).toEqual([['b']])
  expect(comparePrices([{ ...sheet(), price: { input: 3 } }], own).changed.map((change) => change.sheet.aliases)).toEqual([['a']])
})

it('an alias that two models of a list claim is told with both, in both languages', () => {
  const sheet = (model: string) => ({ model, vendor: 'v', mode: 'chat', price: { input: 2 }, aliases: ['same'] })
  const text = JSON.stringify({ models: [sheet('one'), sheet('two')] })
  const problemsIn = (language: 'zh' | 'en') => {
    const list = readPriceList(text, language)
    return 'problems' in list ? list.problems.map(({ name, reason }) => [name, reason]) : []
  }
  expect(problemsIn('en')).toEqual([['two', 'the alias same is a name of one already']])
  expect(problemsIn('zh')).toEqual([['two', '别名 same 已属于 one']])
})
