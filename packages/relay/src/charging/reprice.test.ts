import { describe, expect, it } from 'bun:test'
import type { Usage } from '@weir/dialects/model/usage'
import type { Price } from '@weir/ledger/price'
import { recompute } from './charge-detail.ts'
import { reprice } from './reprice.ts'

const ratios = { model: 1, group: 1, completion: 4, cacheRead: 0.5, cacheWrite: 1 }
const usage: Usage = { input: 1000, cacheRead: 200, cacheWrite: 0, output: 50, reasoning: 0, source: 'upstream' }
const price = (over: Partial<Price> = {}): Price => ({ ratios, version: 'new', isListed: true, ...over })
const charged = (over: Partial<Usage> = {}) => ({ price: { ...ratios, model: 9 }, usage: { ...usage, ...over } })

describe('a charge at another price', () => {
  it('is what the same usage costs at it, and follows from its own figures alone', () => {
    const repriced = reprice(charged(), price())
    expect(repriced?.cost as number).toBe(1300)
    expect(recompute({ detail: JSON.stringify(repriced?.detail) }) as number).toBe(1300)
  })

  it('takes the tier that the prompt falls into', () => {
    const tiers = [{ above: 1100, ratios: { ...ratios, model: 2 } }]
    expect(reprice(charged(), price({ tiers }))?.cost as number).toBe(2600)
    expect(reprice(charged({ input: 900 }), price({ tiers }))?.cost as number).toBe(1200)
  })

  it('counts the request once where it has a price, and not at all where it has none any more', () => {
    const fees = { webSearch: 10, request: 7 }
    const before = charged({ calls: { webSearch: 2, request: 1 } })
    expect(reprice(before, price({ ratios: { ...ratios, fees } }))?.cost as number).toBe(1327)
    const without = reprice(before, price())
    expect([without?.cost as number, without?.detail.usage.calls]).toEqual([1300, { webSearch: 2 }])
  })

  it('is one query at a price by the query, and is not guessed where only queries were kept', () => {
    expect(reprice(charged(), price({ isPerQuery: true, ratios: { ...ratios, model: 500 } }))?.cost as number).toBe(500)
    expect(reprice(charged({ input: 1, cacheRead: 0, output: 0, unit: 'query' }), price())).toBeUndefined()
  })
})
