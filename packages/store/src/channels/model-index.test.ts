import { describe, expect, it } from 'bun:test'
import { indexModels, type ModelIndex, type ModelList } from './model-index.ts'

const numbered = (prefix: string, count: number): readonly ModelList[] =>
  Array.from({ length: count }, (_, at) => [`${prefix}-${at}`, 'common'])

/** By model, the lists it stands on. */
const listsOf = ({ places, holding }: ModelIndex, model: string): readonly ModelList[] => {
  const held = new Set(holding.get(model))
  return [...places].filter(([, place]) => held.has(place)).map(([list]) => list)
}

const twenty = numbered('m', 20)
const first = twenty[0] ?? []

describe('the index of models', () => {
  it('finds the lists of a model, also where a list names it twice', () => {
    const [one, two]: readonly ModelList[] = [
      ['b', 'a', 'a'],
      ['b', 'c'],
    ]
    const index = indexModels(new Set([one, two].flatMap((list) => (list ? [list] : []))))
    expect(index.models).toEqual(['a', 'b', 'c'])
    expect(listsOf(index, 'a')).toEqual([['b', 'a', 'a']])
    expect(listsOf(index, 'b')).toHaveLength(2)
    expect(index.holding.get('a')).toHaveLength(1)
    expect(index.holding.has('d')).toBe(false)
  })

  it('is the same one while the lists are', () => {
    const index = indexModels(new Set(twenty))
    expect(indexModels(new Set(twenty), index)).toBe(index)
  })

  it('puts a changed list in the place of the one before it, and leaves what was read alone', () => {
    const before = indexModels(new Set(twenty))
    const changed: ModelList = ['common', 'new', 'new']
    const after = indexModels(new Set([changed, ...twenty.slice(1)]), before)
    expect(after.places.get(changed)).toBe(before.places.get(first))
    expect(after.models).toEqual([...before.models.filter((model) => model !== 'm-0'), 'new'].toSorted())
    expect(listsOf(after, 'new')).toEqual([changed])
    expect(listsOf(after, 'common')).toHaveLength(20)
    expect(after.holding.get('common')).toBe(before.holding.get('common'))
    expect([listsOf(before, 'm-0'), listsOf(before, 'new')]).toEqual([[first], []])
  })

  it('gives the place of a list that is gone to the next that comes', () => {
    const full = indexModels(new Set(twenty))
    const fewer = indexModels(new Set(twenty.slice(1)), full)
    expect([fewer.places.size, fewer.holding.get('common')?.length, fewer.holding.has('m-0')]).toEqual([19, 19, false])
    const more = indexModels(new Set([...twenty.slice(1), ['late', 'common']]), fewer)
    expect([more.end, more.free, more.holding.get('common')?.length]).toEqual([20, [], 20])
    expect(listsOf(more, 'late')).toEqual([['late', 'common']])
  })

  it('is written anew where most lists are others', () => {
    const other = numbered('n', 20)
    const index = indexModels(new Set(other), indexModels(new Set(twenty)))
    expect([index.end, index.places.size, index.models.length]).toEqual([20, 20, 21])
    expect(listsOf(index, 'n-7')).toEqual([['n-7', 'common']])
  })
})
