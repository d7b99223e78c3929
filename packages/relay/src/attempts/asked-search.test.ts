import { expect, it } from 'bun:test'
import { assumedSearches, searchesBeside, searchesToHold } from './asked-search.ts'
import { counterFor, estimateUsage, once } from './estimate-usage.ts'

const asked = { body: { web_search_options: {} } }
const plain = { body: {} }

it('holds for a search that is asked for', () => {
  expect([searchesToHold(asked), searchesToHold(plain)]).toEqual([{ webSearch: 1 }, {}])
})

it('assumes a search where one is asked for and has a fee, also of nothing', () => {
  expect(assumedSearches(asked, 'm', { webSearch: 5 })).toEqual({ webSearch: 1 })
  expect(assumedSearches(asked, 'm', { webSearch: 0 })).toEqual({ webSearch: 1 })
  expect(assumedSearches(plain, 'm', { webSearch: 5 })).toBeUndefined()
  expect(assumedSearches(plain, 'm', undefined)).toBeUndefined()
  expect(() => assumedSearches(asked, 'm', {})).toThrow(
    "Searching the web has no price for this model: leave it out, or have fees.webSearch set in the model's price sheet, to 0 where a search is free",
  )
})

it('counts by itself where upstream does not', () => {
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'upstream' } as const
  expect(searchesBeside(usage, { webSearch: 1 })).toEqual({ webSearch: 1 })
  expect(searchesBeside({ ...usage, calls: { webSearch: 0 } }, { webSearch: 1 })).toBeUndefined()
  expect(searchesBeside({ ...usage, calls: { fileSearch: 2 } }, { webSearch: 1 })).toEqual({ webSearch: 1 })
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
