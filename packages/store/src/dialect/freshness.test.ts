import { describe, expect, it } from 'bun:test'
import { createFreshness } from './freshness.ts'

describe('connections of a pool', () => {
  it('are not trusted any more once one of them was lost', () => {
    const { opened, isStale, lost } = createFreshness<object>()
    const [one, two, later] = [{}, {}, {}]
    opened(one)
    opened(two)
    expect([isStale(one), isStale(two)]).toEqual([false, false])
    lost(one)
    expect([isStale(one), isStale(two)]).toEqual([true, true])
    opened(later)
    expect(isStale(later)).toBe(false)
  })

  it('stay trusted when one from before the loss fails as well', () => {
    const { opened, isStale, lost } = createFreshness<object>()
    const [one, two, later] = [{}, {}, {}]
    opened(one)
    opened(two)
    lost(one)
    opened(later)
    lost(two)
    expect(isStale(later)).toBe(false)
  })
})
