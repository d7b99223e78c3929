import { expect, it } from 'bun:test'
import { toMutant } from './mutant.ts'
import { renderResults } from './report.ts'

const mutant = (area: string, path: string) =>
  toMutant({ kind: 'boundary', start: 6, end: 7, after: '<=' }, { area, path, source: 'if (a < 2) f()' })

it('counts by area and lists what was not noticed, and what only took too long', () => {
  const text = renderResults([
    { mutant: mutant('store', 'a.ts'), caughtBy: 'tests' },
    { mutant: mutant('store', 'b.ts'), caughtBy: undefined },
    { mutant: mutant('store', 'c.ts'), caughtBy: 'time' },
    { mutant: mutant('ledger', 'd.ts'), caughtBy: 'types' },
  ])
  expect(text.split('\n')).toEqual([
    '| Area | Planted | Caught | Share |',
    '|---|---:|---:|---:|',
    '| ledger | 1 | 1 | 100.0 % |',
    '| store | 3 | 2 | 66.7 % |',
    '| all | 4 | 3 | 75.0 % |',
    '',
    '1 not noticed:',
    '- b.ts:1 [boundary] < → <=',
    '',
    '1 noticed by the time limit alone:',
    '- c.ts:1 [boundary] < → <=',
  ])
})

it('says so when everything was noticed', () => {
  expect(renderResults([{ mutant: mutant('store', 'a.ts'), caughtBy: 'tests' }])).toEndWith('No survivor.')
})

it('calls what is removed nothing and cuts what is long', () => {
  const source = `f(${'a, '.repeat(60)}b)`
  const removed = toMutant({ kind: 'call', start: 0, end: source.length, after: ';' }, { area: 'store', path: 'a.ts', source })
  expect(renderResults([{ mutant: removed, caughtBy: undefined }])).toEndWith(`a.ts:1 [call] f(${'a, '.repeat(32)}a… → nothing`)
})
