import { describe, expect, it } from 'bun:test'
import { priceOf } from './prices.ts'
import { settingsFrom } from '../settings/settings.ts'

const settings = (options: Record<string, string> = {}) => settingsFrom(new Map(Object.entries(options)))

describe('price of a model', () => {
  it('comes from the catalogue: dollars per million divided by two', () => {
    expect(priceOf('gpt-4o-mini', 'default', settings())).toMatchObject({
      isListed: true,
      ratios: { model: 0.075, completion: 4, cacheRead: 0.5, group: 1 },
    })
  })

  it('is what the operator sets, where something is set', () => {
    const own = settings({ ModelRatio: '{"gpt-4o-mini":2}', CompletionRatio: '{"gpt-4o-mini":3}', GroupRatio: '{"vip":0.5}' })
    expect(priceOf('gpt-4o-mini', 'vip', own).ratios).toMatchObject({ model: 2, completion: 3, group: 0.5 })
    expect(priceOf('gpt-4o-mini', 'nobody', own).ratios.group).toBe(1)
  })

  it('is by the query where the list says so, not the nothing it lists for input', () => {
    // 0.002 dollars a query at 500 000 units a dollar
    expect(priceOf('rerank-v3.5', 'default', settings())).toMatchObject({ isPerQuery: true, ratios: { model: 1000 } })
    expect(priceOf('rerank-v3.5', 'default', settings({ ModelRatio: '{"rerank-v3.5":2}' })).isPerQuery).toBeUndefined()
  })

  it('is the ceiling for a model without one, and says so', () => {
    expect(priceOf('made-up', 'default', settings())).toMatchObject({ isListed: false, ratios: { model: 30, completion: 1 } })
    expect(priceOf('made-up', 'default', settings({ UnpricedModelPolicy: 'free' }))).toMatchObject({
      isListed: false,
      ratios: { model: 0 },
    })
    expect(priceOf('made-up', 'default', settings({ ModelRatio: '{"made-up":1.5}' }))).toMatchObject({
      isListed: true,
      ratios: { model: 1.5, completion: 1 },
    })
  })
})
