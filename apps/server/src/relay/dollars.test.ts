import { describe, expect, it } from 'bun:test'
import { catalog } from '@weir/contract/catalog/catalog'
import { settingsFrom } from '../settings/settings.ts'
import { dollarsOf } from './dollars.ts'
import { priceOf } from './prices.ts'

const inForce = (model: string, options: Record<string, string> = {}) => {
  const settings = settingsFrom(new Map(Object.entries(options)))
  return dollarsOf(priceOf(model, 'default', settings), (settings.sheets().get(model) ?? catalog.get(model))?.price)
}

const sheet = (price: object) => ({ ModelSheets: JSON.stringify({ m: { vendor: 'v', mode: 'chat', price } }) })

describe('dollars of a price', () => {
  it('are those of the list where the list is in force', () => {
    expect(inForce('gpt-4o-mini')).toMatchObject({ input: 0.15, output: 0.6, cacheRead: 0.075 })
    const whole = {
      input: 1.25,
      output: 10,
      cacheRead: 0.125,
      audioInput: 3,
      perRequest: 0.002,
      fees: { webSearch: 0.01 },
      tiers: [
        { above: 200_000, input: 2.5, output: 15, cacheRead: 0.25, audioInput: 6 },
        { above: 500_000, input: 5, output: 30, cacheRead: 0.5, audioInput: 12 },
      ],
    }
    expect(inForce('m', sheet(whole))).toEqual(whole)
  })

  it('have thirds that do not fray, and no cache price where there is none', () => {
    expect(inForce('m', sheet({ input: 3, output: 10 }))).toEqual({ input: 3, output: 10 })
    const ninths = { input: 4.5, output: 7, cacheRead: 0.5, tiers: [{ above: 9, input: 9, output: 0.07, cacheRead: 0.5 }] }
    expect(inForce('m', sheet(ninths))).toEqual(ninths)
  })

  it('are counted in what the model is counted in', () => {
    expect(inForce('m', sheet({ perSecond: 0.0001 }))).toEqual({ perSecond: 0.0001 })
    expect(inForce('m', sheet({ perImage: 0.04 }))).toEqual({ perImage: 0.04 })
    expect(inForce('m', sheet({ perMillionCharacters: 15 }))).toEqual({ perMillionCharacters: 15 })
    expect(inForce('m', sheet({ input: 0, perQuery: 0.002 }))).toEqual({ perQuery: 0.002 })
    expect(inForce('m', sheet({ input: 0.02 }))).toEqual({ input: 0.02 })
  })

  it('are told for every size and quality that is named', () => {
    const images = [
      { size: '1x1', quality: 'hd', price: 0.12 },
      { size: '1x1', price: 0.07 },
    ]
    expect(inForce('m', sheet({ perImage: 0.04, images }))).toEqual({ perImage: 0.04, images })
    expect(inForce('m', sheet({ images }))).toEqual({ perImage: 0.12, images })
    expect(inForce('dall-e-2', { ModelRatio: '{"dall-e-2":10}' })).toEqual({ perImage: 0.02 })
  })

  it('are those of the ratios where an operator has set some', () => {
    expect(inForce('gpt-4o-mini', { ModelRatio: '{"gpt-4o-mini":2}', CompletionRatio: '{"gpt-4o-mini":3}' })).toMatchObject({
      input: 4,
      output: 12,
    })
    expect(inForce('made-up', { ModelRatio: '{"made-up":1.5}' })).toEqual({ input: 3, output: 3 })
    expect(inForce('rerank-v3.5', { ModelRatio: '{"rerank-v3.5":2}' })).toMatchObject({ input: 4 })
  })

  it('say what a model without a price costs', () => {
    expect(inForce('made-up')).toEqual({ input: 60, output: 60 })
    expect(inForce('made-up', { UnpricedModelPolicy: 'free' })).toEqual({ input: 0, output: 0 })
  })

  it('are told for every service tier that is sold', () => {
    expect(inForce('gpt-4o').service).toEqual({
      batch: { input: 1.25, output: 5 },
      priority: { input: 4.25, output: 17, cacheRead: 2.125 },
    })
    const service = { flex: { multiplier: 0.5 } }
    expect(inForce('m', sheet({ input: 4, output: 8, tiers: [{ above: 1000, input: 6 }], service }))).toEqual({
      input: 4,
      output: 8,
      tiers: [{ above: 1000, input: 6, output: 8 }],
      service: { flex: { input: 2, output: 4, tiers: [{ above: 1000, input: 3, output: 4 }] } },
    })
    expect(inForce('gpt-4o', { ModelRatio: '{"gpt-4o":2}' }).service).toBeUndefined()
  })

  it('are free for input and not for output where the list says so', () => {
    expect(inForce('m', sheet({ input: 0, output: 4 }))).toEqual({ input: 0, output: 4 })
  })
})
