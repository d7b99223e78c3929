import { describe, expect, it } from 'bun:test'
import { parseJsonTask } from '@weir/dialects/openai-tasks/parse-task'
import { costOf } from '@weir/ledger/price'
import { chargeOf } from '@weir/relay/charging/charge'
import { listRatios } from './list-ratios.ts'
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

  it.each(['__proto__', 'constructor', 'toString'])('is the ceiling for %s, a word that every object knows', (model) => {
    expect(priceOf(model, model, settings())).toMatchObject({ isListed: false, ratios: { model: 30, completion: 1, group: 1 } })
    expect(priceOf(model, model, settings({ ModelRatio: '{"gpt-4o":2}', GroupRatio: '{"vip":2}' }))).toMatchObject({
      isListed: false,
      ratios: { model: 30, completion: 1, group: 1 },
    })
  })

  it('is by the query where the list says so, not the nothing it lists for input', () => {
    // 0.002 dollars a query at 500 000 units a dollar
    expect(priceOf('rerank-v3.5', 'default', settings())).toMatchObject({ isPerQuery: true, ratios: { model: 1000 } })
    expect(priceOf('rerank-v3.5', 'default', settings({ ModelRatio: '{"rerank-v3.5":2}' })).isPerQuery).toBeUndefined()
  })

  it('is for the request alone where its sheet names nothing else', () => {
    const own = settings({ ModelSheets: '{"by-call":{"vendor":"v","mode":"chat","price":{"perRequest":0.04}}}', GroupRatio: '{"vip":0.5}' })
    const price = priceOf('by-call', 'vip', own)
    expect(price.isListed).toBe(true)
    const usage = { input: 900, cacheRead: 0, cacheWrite: 0, output: 70, reasoning: 0, source: 'upstream' } as const
    const charge = chargeOf(usage, price)
    // 0.04 dollars at 500 000 units a dollar, and half of it for the group
    expect<number>(costOf(charge.usage, charge.ratios)).toBe(10_000)
  })

  it('is known to be for tokens, also of sound, where the list says so', () => {
    expect(priceOf('gpt-4o-transcribe', 'default', settings()).isPerToken).toBe(true)
    expect(priceOf('gpt-4o-transcribe', 'default', settings({ ModelRatio: '{"gpt-4o-transcribe":2}' })).isPerToken).toBe(true)
    expect(priceOf('whisper-1', 'default', settings()).isPerToken).toBeUndefined()
    expect(priceOf('made-up', 'default', settings({ ModelRatio: '{"made-up":1.5}' })).isPerToken).toBeUndefined()
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

  it('is that of the group alone where it has one, whatever else is set and without its ratio', () => {
    const own = settings({
      GroupSheets: '{"vip":{"gpt-4o-mini":{"input":1,"output":3,"service":{"flex":{"multiplier":0.5}}},"made-up":{"input":6}}}',
      GroupRatio: '{"vip":0.5}',
      ModelRatio: '{"gpt-4o-mini":9}',
    })
    expect(priceOf('gpt-4o-mini', 'vip', own)).toMatchObject({
      isListed: true,
      ratios: { model: 0.5, completion: 3, group: 1 },
      service: { flex: { ratios: { model: 0.25, group: 1 } } },
    })
    expect(priceOf('gpt-4o-mini', 'default', own).ratios).toMatchObject({ model: 9, group: 1 })
    expect(priceOf('gpt-4o', 'vip', own).ratios).toMatchObject({ model: 1.25, group: 0.5 })
    expect(priceOf('made-up', 'vip', own)).toMatchObject({ isListed: true, ratios: { model: 3 } })
    expect(priceOf('made-up', 'default', own).isListed).toBe(false)
  })

  it('has the service tiers of the list, with tiers by length in proportion where the list has none', () => {
    // 2.5 and 15 dollars, 5 and 22.5 above 272 000 tokens; half at flex, twice at priority
    const { service } = priceOf('gpt-5.4', 'vip', settings({ GroupRatio: '{"vip":0.5}' }))
    expect(service).toMatchObject({
      flex: {
        ratios: { model: 0.625, completion: 6, cacheRead: 0.104, group: 0.5, fees: { webSearch: 5000 } },
        tiers: [{ above: 272_000, ratios: { model: 1.25, completion: 4.5, group: 0.5 } }],
      },
      priority: { ratios: { model: 2.5, completion: 6, cacheRead: 0.1, group: 0.5 } },
    })
    // the list names tiers of its own
    expect(priceOf('gpt-5.6', 'default', settings()).service?.flex?.tiers).toMatchObject([
      { above: 272_000, ratios: { model: 2.5, completion: 4.5, cacheRead: 0.1, cacheWrite: 1.25 } },
    ])
    expect(priceOf('gpt-5.4', 'default', settings({ ModelRatio: '{"gpt-5.4":1}' })).service).toBeUndefined()
    expect(priceOf('whisper-1', 'default', settings()).service).toBeUndefined()
  })

  it('has tiers, parts and fees where the list names them', () => {
    expect(priceOf('gemini-2.5-pro', 'default', settings({ GroupRatio: '{"default":2}' }))).toMatchObject({
      ratios: { model: 0.625, completion: 8, cacheRead: 0.1, group: 2, fees: { groundedPrompt: 17_500, mapsGrounding: 12_500 } },
      tiers: [{ above: 200_000, ratios: { model: 1.25, completion: 6, cacheRead: 0.1, group: 2 } }],
    })
    expect(priceOf('gpt-realtime', 'default', settings()).ratios).toMatchObject({ model: 2, completion: 4, audioInput: 8, audioOutput: 16 })
    expect(priceOf('gpt-5', 'default', settings()).ratios.fees).toEqual({ webSearch: 5000, fileSearch: 1250, codeInterpreter: 15_000 })
    expect(priceOf('text-embedding-3-small', 'default', settings()).ratios.fees).toBeUndefined()
    expect(priceOf('sonar', 'default', settings()).ratios).toMatchObject({ fees: { webSearch: 4000 } })
  })

  it('is flat where the operator sets a ratio', () => {
    const own = priceOf('gemini-2.5-pro', 'default', settings({ ModelRatio: '{"gemini-2.5-pro":3}' }))
    expect(own.ratios).toEqual({ model: 3, completion: 8, cacheRead: 0.1, cacheWrite: 1, group: 1 })
    expect(own.tiers).toBeUndefined()
  })

  it('counts output where input alone is free', () => {
    expect(listRatios({ input: 0, output: 4, cacheWriteHour: 1 })).toEqual({
      model: 2,
      input: 0,
      completion: 1,
      cacheRead: 0,
      cacheWrite: 0,
      cacheWriteHour: 0.25,
    })
    expect(listRatios({ input: 0, output: 0 })).toMatchObject({ model: 0 })
    expect(listRatios({})).toBeUndefined()
  })

  it.each([
    ['dall-e-2', '256x256', 'standard', 8000],
    ['dall-e-2', '512x512', 'standard', 9000],
    ['dall-e-2', '1024x1024', 'standard', 10_000],
    ['dall-e-3', '1024x1024', 'standard', 20_000],
    ['dall-e-3', '1024x1792', 'standard', 40_000],
    ['dall-e-3', '1792x1024', 'standard', 40_000],
    ['dall-e-3', '1024x1024', 'hd', 40_000],
    ['dall-e-3', '1024x1792', 'hd', 60_000],
    ['dall-e-3', '1792x1024', 'hd', 60_000],
  ] as const)('of %s at %s and %s is %p units a picture, at any number and in a group of half the price', (...row) => {
    const [model, size, quality, units] = row
    const body = JSON.stringify({ model, prompt: 'a weir', size, quality, n: 2 })
    const parsed = parseJsonTask('images/generations', body)
    const usage = parsed.ok ? parsed.value.fixedUsage : undefined
    if (usage === undefined) throw new Error('no usage')
    const costAt = (group: string): number => {
      const charge = chargeOf(usage, priceOf(model, group, settings({ GroupRatio: '{"vip":0.5}' })))
      return Number(costOf(charge.usage, charge.ratios))
    }
    expect([costAt('default'), costAt('vip')]).toEqual([2 * units, units])
  })

  it.each([
    ['dall-e-2', '256x256', 'standard', 10_000],
    ['dall-e-2', '512x512', 'standard', 11_250],
    ['dall-e-2', '1024x1024', 'standard', 12_500],
    ['dall-e-3', '1792x1024', 'hd', 30_000],
  ] as const)('of %s at %s and %s stays %p units where the operator has set its ratio to 10', (...row) => {
    const [model, size, quality, units] = row
    const parsed = parseJsonTask('images/generations', JSON.stringify({ model, prompt: 'a weir', size, quality }))
    const usage = parsed.ok ? parsed.value.fixedUsage : undefined
    if (usage === undefined) throw new Error('no usage')
    const charge = chargeOf(usage, priceOf(model, 'default', settings({ ModelRatio: `{"${model}":10}` })))
    expect(Number(costOf(charge.usage, charge.ratios))).toBe(units)
  })

  it('of a picture in a group with a price of its own is that of its size there', () => {
    const sheets = JSON.stringify({ vip: { 'dall-e-3': { perImage: 0.03, images: [{ size: '1024x1024', quality: 'hd', price: 0.05 }] } } })
    const price = priceOf('dall-e-3', 'vip', settings({ GroupSheets: sheets }))
    expect(price.pictures?.map(({ size, quality, ratios }) => [size, quality, ratios.model, ratios.group])).toEqual([
      ['1024x1024', 'hd', 25, 1],
    ])
  })

  it.each([
    ['gpt-4o', { model: 1.25, completion: 4, cacheRead: 0.5, cacheWrite: 1 }],
    ['claude-3-7-sonnet-20250219', { model: 1.5, completion: 5, cacheRead: 0.1, cacheWrite: 1.25, cacheWriteHour: 2 }],
    ['whisper-1', { model: 0.05, completion: 1, cacheRead: 1, cacheWrite: 1 }],
    ['tts-1', { model: 7.5, completion: 1, cacheRead: 1, cacheWrite: 1 }],
    ['dall-e-3', { model: 20, completion: 1, cacheRead: 1, cacheWrite: 1 }],
    ['text-embedding-3-small', { model: 0.01, completion: 0, cacheRead: 1, cacheWrite: 1 }],
    ['gpt-4-32k', { model: 30, completion: 2, cacheRead: 1, cacheWrite: 1 }],
  ] as const)('of %s is what it was before lists knew more', (model, ratios) => {
    expect(priceOf(model, 'default', settings()).ratios).toMatchObject(ratios)
  })
})
