import { afterEach, expect, it } from 'bun:test'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { findStaleEquivalents, leaveOutEquivalents, readEquivalents } from './equivalent.ts'
import { toMutant } from './mutant.ts'

afterEach(removePlanted)

const source = 'const a = 1\n  if (a < 2) f()\n'
const [boundary, number] = [
  toMutant({ kind: 'boundary', start: 20, end: 21, after: '<=' }, { area: 'store', path: 'a.ts', source }),
  toMutant({ kind: 'number', start: 10, end: 11, after: '2' }, { area: 'store', path: 'a.ts', source }),
]
const entry = { path: 'a.ts', context: 'if (a < 2) f()', before: '<', after: '<=', reason: 'a is never 2' }

it('names a mutant by its line', () => {
  expect([boundary.line, boundary.context, boundary.before]).toEqual([2, 'if (a < 2) f()', '<'])
  expect([number.line, number.context, number.before]).toEqual([1, 'const a = 1', '1'])
})

it('leaves out what is listed and nothing else', () => {
  expect(leaveOutEquivalents([boundary, number], [entry])).toEqual([number])
})

it('finds nothing wrong with an entry that names a change', () => {
  expect(findStaleEquivalents([boundary, number], [entry])).toEqual([])
})

it.each([{ path: 'b.ts' }, { context: 'if (a < 3) f()' }, { before: '>' }, { after: '>' }])(
  'names an entry that no longer matches: %j',
  (change) => {
    expect(findStaleEquivalents([boundary, number], [entry, { ...entry, ...change }])).toEqual([
      expect.stringContaining('correct or remove it in tools/mutate/equivalent.json'),
    ])
  },
)

it('names an entry without a reason', () => {
  expect(findStaleEquivalents([boundary], [{ ...entry, reason: ' ' }])).toEqual(['a.ts: < → <= is called equivalent without a reason'])
})

it('reads the list and refuses one with a field missing', () => {
  const file = 'tools/mutate/equivalent.json'
  expect(readEquivalents(plantTree({ [file]: JSON.stringify([entry]) }))).toEqual([entry])
  expect(() => readEquivalents(plantTree({ [file]: '[{"path":"a.ts"}]' }))).toThrow(
    'every entry needs the texts path, context, before, after, reason',
  )
})
