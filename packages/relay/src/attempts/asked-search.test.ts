import { describe, expect, it } from 'bun:test'
import { assumedSearches, searchesBeside } from './asked-search.ts'

const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }
const told = { ...usage, source: 'upstream' as const }
const counted = { ...usage, source: 'estimate' as const }
const field = 'web_search_options'

describe('a search that was asked for', () => {
  it('is charged once where upstream never tells how many there were', () => {
    const asked = assumedSearches(field, { model: 'm', fees: { webSearch: 5000 }, isTold: false })
    expect([searchesBeside(told, asked), searchesBeside(counted, asked)]).toEqual([{ webSearch: 1 }, { webSearch: 1 }])
    expect(searchesBeside({ ...told, calls: { webSearch: 3 } }, asked)).toBeUndefined()
  })

  it('is charged by figures that tell, and once of either kind where an answer broke off before them', () => {
    const asked = assumedSearches(field, { model: 'm', fees: { groundedPrompt: 17_500 }, isTold: true })
    expect(searchesBeside(told, asked)).toBeUndefined()
    expect(searchesBeside({ ...told, calls: { webSearch: 2 } }, asked)).toBeUndefined()
    expect(searchesBeside(counted, asked)).toEqual({ webSearch: 1, groundedPrompt: 1 })
  })

  it('is refused without a fee under which it could be sold', () => {
    expect(() => assumedSearches(field, { model: 'm', fees: {}, isTold: true })).toThrow('no price for this model')
    expect(() => assumedSearches(field, { model: 'm', fees: { groundedPrompt: 1 }, isTold: false })).toThrow('no price for this model')
  })
})
