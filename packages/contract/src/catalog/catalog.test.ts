import { describe, expect, it } from 'bun:test'
import { CATALOG_VERSION, catalog } from './catalog.ts'
import { listPrice, type CatalogEntry } from './entry.ts'
import { defaultModels } from './default-models.ts'
import { withToolFees } from './tool-fees.ts'
import { unpriced } from './unpriced.ts'

const reasonByModel = new Map([...unpriced].flatMap(([reason, models]) => models.map((model) => [model, reason] as const)))
const offered = new Set(Object.values(defaultModels).flat())

describe('the catalogue', () => {
  it('has a price for every model that channels offer, or says why not', () => {
    expect([...offered].filter((model) => !catalog.has(model) && !reasonByModel.has(model))).toEqual([])
  })

  it('excuses no model that has a price or that nobody offers', () => {
    expect([...reasonByModel.keys()].filter((model) => catalog.has(model) || !offered.has(model))).toEqual([])
  })

  it('holds no price below zero and no entry without a price', () => {
    const faulty = [...catalog.values()].filter(({ price }) => Object.keys(price).length === 0 || !listPrice.safeParse(price).success)
    expect(faulty).toEqual([])
  })

  it('names models by two signs at least, without blanks', () => {
    expect([...catalog.keys()].filter((model) => !/^[\w@][\w.:@/+-]+$/.test(model))).toEqual([])
  })

  it('knows what long prompts, sound, pictures, thoughts and calls cost', () => {
    const priceOf = (model: string) => catalog.get(model)?.price
    expect(priceOf('gemini-2.5-pro')).toMatchObject({
      input: 1.25,
      output: 10,
      tiers: [{ above: 200_000, input: 2.5, output: 15, cacheRead: 0.25 }],
      fees: { groundedPrompt: 0.035, mapsGrounding: 0.025 },
    })
    expect(priceOf('qwen3-max')?.tiers?.map(({ above, input }) => [above, input])).toEqual([
      [128_000, 3],
      [32_000, 2.4],
    ])
    expect(priceOf('gpt-realtime')).toMatchObject({ input: 4, output: 16, audioInput: 32, audioOutput: 64 })
    expect(priceOf('gpt-image-1.5')).toMatchObject({ imageInput: 8, imageOutput: 32 })
    expect(priceOf('gpt-5.5')?.service).toMatchObject({ flex: { input: 2.5, output: 15 }, priority: { input: 10, output: 60 } })
    expect(priceOf('gemini-3-pro-preview')?.fees).toEqual({ webSearch: 0.014 })
    expect(priceOf('claude-sonnet-4-5')?.fees).toEqual({ webSearch: 0.01, codeInterpreter: 0.0042 })
    expect(priceOf('claude-3-opus-20240229')?.cacheWriteHour).toBe(30)
    expect(priceOf('claude-3-haiku-20240307')?.cacheWriteHour).toBe(0.5)
  })

  it('knows names that other providers give to models', () => {
    for (const model of [
      'us.anthropic.claude-opus-4-5-20251101-v1:0',
      'claude-opus-4-5@20251101',
      'anthropic/claude-opus-4.5',
      'deepseek/deepseek-v3.2',
      'accounts/fireworks/models/deepseek-v3p1',
    ])
      expect([model, catalog.has(model)]).toEqual([model, true])
  })

  it('prices older models as their vendors did', () => {
    const priceOf = (model: string) => catalog.get(model)?.price
    expect(priceOf('gpt-4-32k')).toEqual({ input: 60, output: 120 })
    expect(priceOf('mixtral-8x7b-32768')).toEqual({ input: 0.24, output: 0.24 })
    expect(priceOf('step-1-8k')).toEqual({ input: 0.71, output: 0.71 })
    expect(priceOf('meta/meta-llama-3-70b-instruct')).toEqual({ input: 0.65, output: 2.75 })
    expect(priceOf('openrouter/auto')).toBeUndefined()
  })

  it('has aliases of models it prices, none with a price of its own and none of two models', () => {
    const claims = [...catalog.values()].flatMap(({ model, aliases = [] }) => aliases.map((alias) => [alias, model] as const))
    expect(Object.fromEntries(claims)).toEqual({
      'claude-3-opus-latest': 'claude-3-opus-20240229',
      'claude-3-7-sonnet-latest': 'claude-3-7-sonnet-20250219',
      'claude-opus-4-0': 'claude-opus-4-20250514',
      'claude-sonnet-4-0': 'claude-sonnet-4-20250514',
      'computer-use-preview-2025-03-11': 'computer-use-preview',
    })
    expect([claims.length, claims.filter(([alias]) => catalog.has(alias))]).toEqual([5, []])
  })

  it('knows what DALL·E takes for each size and quality', () => {
    const rowsOf = (model: string) => catalog.get(model)?.price.images?.map(({ size, quality, price }) => [size, quality ?? '', price])
    expect(rowsOf('dall-e-2')).toEqual([
      ['256x256', '', 0.016],
      ['512x512', '', 0.018],
      ['1024x1024', '', 0.02],
    ])
    expect(rowsOf('dall-e-3')).toEqual([
      ['1024x1024', '', 0.04],
      ['1024x1792', '', 0.08],
      ['1792x1024', '', 0.08],
      ['1024x1024', 'hd', 0.08],
      ['1024x1792', 'hd', 0.12],
      ['1792x1024', 'hd', 0.12],
    ])
  })

  it('has a new version whenever anything in it changes: the charges of a day name the list they went by', () => {
    const digest = new Bun.CryptoHasher('sha256')
      .update(JSON.stringify([...catalog.values()]))
      .digest('hex')
      .slice(0, 16)
    expect({ version: CATALOG_VERSION, models: catalog.size, digest }).toEqual({
      version: '2026-11-17.2',
      models: 2005,
      digest: 'df8d30d9132dd3b7',
    })
  })

  it('adds the fees of OpenAI where a model of theirs uses tools in a conversation', () => {
    const fees = { webSearch: 0.01, fileSearch: 0.0025, codeInterpreter: 0.03 }
    const entry: CatalogEntry & { readonly vendor: string } = {
      model: 'm',
      vendor: 'openai',
      mode: 'chat',
      price: { input: 1 },
      can: ['tools'],
    }
    expect(withToolFees(entry).price).toEqual({ input: 1, fees })
    expect(withToolFees({ ...entry, mode: 'responses' }).price).toEqual({ input: 1, fees })
    expect(withToolFees({ ...entry, price: { fees: { imageGeneration: 2 } } }).price).toEqual({ fees: { ...fees, imageGeneration: 2 } })
    const others: readonly (typeof entry)[] = [
      { ...entry, vendor: 'azure' },
      { ...entry, mode: 'embedding' },
      { ...entry, can: ['vision'] },
      { ...entry, can: undefined },
    ]
    expect(others.map((other) => withToolFees(other).price)).toEqual([{ input: 1 }, { input: 1 }, { input: 1 }, { input: 1 }])
  })
})
