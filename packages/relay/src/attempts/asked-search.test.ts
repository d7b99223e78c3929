import { describe, expect, it } from 'bun:test'
import { assumedSearches, searchesBeside, searchesToHold } from './asked-search.ts'
import { counterFor, estimateUsage, once } from './estimate-usage.ts'

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

it('holds for a search that is asked for', () => {
  expect([searchesToHold(field), searchesToHold(undefined)]).toEqual([{ webSearch: 1, groundedPrompt: 1 }, undefined])
})

it('assumes a search where one is asked for and has a fee, also of nothing', () => {
  const at = (asked: string | undefined, fees: { readonly webSearch?: number } | undefined) =>
    assumedSearches(asked, { model: 'm', fees, isTold: false })
  const oneSearch = { calls: { webSearch: 1 }, isTold: false }
  expect([at(field, { webSearch: 5 }), at(field, { webSearch: 0 })]).toEqual([oneSearch, oneSearch])
  expect([at(undefined, { webSearch: 5 }), at(undefined, undefined)]).toEqual([undefined, undefined])
  expect(() => at(field, {})).toThrow(
    "Searching the web has no price for this model: leave it out, or have fees.webSearch set in the model's price sheet, to 0 where a search is free",
  )
})

it('counts by itself where upstream does not', () => {
  const asked = { calls: { webSearch: 1 }, isTold: false }
  expect(searchesBeside(told, asked)).toEqual({ webSearch: 1 })
  expect(searchesBeside({ ...told, calls: { webSearch: 0 } }, asked)).toBeUndefined()
  expect(searchesBeside({ ...told, calls: { fileSearch: 2 } }, asked)).toEqual({ webSearch: 1 })
})

it('counts with a tokenizer, or 0.38 tokens a byte where that is preferred', async () => {
  const ports = (approximatesTokens: boolean) =>
    ({
      countTokens: (model: string, text: string) => Promise.resolve(model.length * 1000 + text.length),
      settings: () => ({ approximatesTokens }),
    }) as unknown as Parameters<typeof counterFor>[0]
  expect(await counterFor(ports(false))('mm', 'é'.repeat(50))).toBe(2050)
  expect(await counterFor(ports(true))('mm', 'é'.repeat(50))).toBe(38)
})

it('stands in for a report, and works once', async () => {
  let times = 0
  const work = once(() => ++times)
  expect([work(), work()]).toEqual([1, 1])
  expect(await estimateUsage({ prompt: Promise.resolve(3), output: Promise.resolve(4) })).toEqual({
    input: 3,
    cacheRead: 0,
    cacheWrite: 0,
    output: 4,
    reasoning: 0,
    source: 'estimate',
  })
})
