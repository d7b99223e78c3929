import { expect, it } from 'bun:test'
import { aliasClash, parseModelSheets } from './model-sheets.ts'

const sheet = (aliases: readonly string[]) => ({ vendor: 'v', mode: 'chat', price: { input: 1 }, aliases })

it('takes sheets with aliases, and tells of an alias that two of them claim', () => {
  const parsed = parseModelSheets(JSON.stringify({ one: sheet(['a', 'b']), two: sheet(['c', 'one']) }))
  expect(parsed.ok && parsed.sheets.get('two')?.aliases).toEqual(['c', 'one'])
  expect(parseModelSheets(JSON.stringify({ one: sheet(['a', 'b']), two: sheet(['b']) }))).toEqual({
    ok: false,
    problem: 'two.aliases: b is a name of one already',
  })
  const many = Array.from({ length: 21 }, (_, at) => `m${at}`)
  expect([
    parseModelSheets(JSON.stringify({ one: sheet(many.slice(1)) })).ok,
    parseModelSheets(JSON.stringify({ one: sheet(many) })).ok,
  ]).toEqual([true, false])
})

it('finds a name that stands twice in one sheet or is its own', () => {
  expect(aliasClash([{ model: 'm', aliases: ['a', 'a'] }])).toEqual({ alias: 'a', first: 'm', second: 'm' })
  expect(aliasClash([{ model: 'm', aliases: ['m'] }])).toEqual({ alias: 'm', first: 'm', second: 'm' })
  expect(aliasClash([{ model: 'm' }, { model: 'n', aliases: ['m', 'o'] }])).toBeUndefined()
})
