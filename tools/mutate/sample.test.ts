import { expect, it } from 'bun:test'
import type { Kind, Mutant } from './mutant.ts'
import { sample } from './sample.ts'

const mutant = (area: string, kind: Kind, line: number): Mutant => ({
  area,
  kind,
  line,
  path: `${area}/${line % 3}.ts`,
  start: line,
  end: line + 1,
  before: 'a',
  after: 'b',
  context: 'a',
})

const many = (area: string, kind: Kind, count: number): readonly Mutant[] =>
  Array.from({ length: count }, (_, at) => mutant(area, kind, at))

const pool = [
  ...many('store', 'text', 300),
  ...many('store', 'sort', 3),
  ...many('store', 'guard', 5),
  ...many('ledger', 'number', 40),
  ...many('ledger', 'boundary', 2),
]

it('takes as many of a small area as of a large one', () => {
  const taken = sample(pool, { count: 20, seed: 1 })
  expect(taken.filter(({ area }) => area === 'store')).toHaveLength(10)
  expect(taken.filter(({ area }) => area === 'ledger')).toHaveLength(10)
})

it('takes each kind in turn until it has no more', () => {
  const ofStore = sample(pool, { count: 18, seed: 7 }).filter(({ area }) => area === 'store')
  const counts = (['text', 'sort', 'guard'] as const).map((kind) => ofStore.filter((taken) => taken.kind === kind).length)
  expect(counts).toEqual([3, 3, 3])
})

it('takes from each file in turn', () => {
  const texts = sample(many('store', 'text', 300), { count: 6, seed: 3 })
  expect(texts.map(({ path }) => path).toSorted()).toEqual([
    'store/0.ts',
    'store/0.ts',
    'store/1.ts',
    'store/1.ts',
    'store/2.ts',
    'store/2.ts',
  ])
})

it('does not fall on the same files with every kind', () => {
  const kinds = ['text', 'sort', 'guard', 'call', 'flag', 'wait', 'logic', 'number'] as const
  const taken = sample(
    kinds.flatMap((kind) => many('store', kind, 9)),
    { count: 8, seed: 1 },
  )
  expect(new Set(taken.map(({ path }) => path)).size).toBe(3)
})

it('takes the same for the same seed and others for another', () => {
  const linesOf = (seed: number): readonly number[] => sample(pool, { count: 12, seed }).map(({ line }) => line)
  expect(linesOf(5)).toEqual(linesOf(5))
  expect(linesOf(5)).not.toEqual(linesOf(6))
})

it('takes all there is when more is asked for, each once', () => {
  const taken = sample(pool, { count: 1000, seed: 2 })
  expect(taken).toHaveLength(350)
  expect(new Set(taken).size).toBe(350)
})

it('takes the same of what is left when something else is gone', () => {
  const before = sample(pool, { count: 10, seed: 4 })
  const gone = before[0]
  const after = sample(
    pool.filter((mutant) => mutant !== gone),
    { count: 10, seed: 4 },
  )
  expect(before.slice(1).every((mutant) => after.includes(mutant))).toBe(true)
})
