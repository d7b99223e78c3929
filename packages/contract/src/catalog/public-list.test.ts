import { describe, expect, it } from 'bun:test'
import { readPublicList } from './public-list.ts'

const read = (list: Record<string, object>) => readPublicList(list)
const one = (name: string, row: object) => read({ [name]: row }).sheets[0]
const chat = { litellm_provider: 'openai', mode: 'chat', input_cost_per_token: 2.5e-6, output_cost_per_token: 1e-5 }

describe('a public price list', () => {
  it('is read in dollars per million, without the tail of binary fractions', () => {
    expect(one('m', { ...chat, cache_read_input_token_cost: 1.1e-7, supports_vision: true, max_input_tokens: 128_000 })).toEqual({
      model: 'm',
      vendor: 'openai',
      mode: 'chat',
      price: { input: 2.5, output: 10, cacheRead: 0.11 },
      context: 128_000,
      can: ['vision'],
    })
  })

  it('has tiers by both ways of writing them, longest prompts first', () => {
    const suffixed = { ...chat, input_cost_per_token_above_200k_tokens: 5e-6, output_cost_per_token_above_200k_tokens: 2e-5 }
    expect(one('m', suffixed)?.price.tiers).toEqual([{ above: 200_000, input: 5, output: 20 }])
    const steps = [
      { range: [0, 32_000], input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 },
      { range: [32_000, 128_000], input_cost_per_token: 3e-6, output_cost_per_token: 4e-6 },
      { range: [128_000, 256_000], input_cost_per_token: 5e-6, output_cost_per_token: 6e-6 },
    ]
    expect(one('dashscope/q', { litellm_provider: 'dashscope', mode: 'chat', tiered_pricing: steps })).toMatchObject({
      model: 'q',
      vendor: 'ali',
      price: {
        input: 1,
        output: 2,
        tiers: [
          { above: 128_000, input: 5, output: 6 },
          { above: 32_000, input: 3, output: 4 },
        ],
      },
    })
  })

  it('has service tiers, sound, pictures, searches and requests', () => {
    const row = {
      ...chat,
      input_cost_per_token_flex: 1e-6,
      input_cost_per_audio_token: 4e-5,
      output_cost_per_image_token: 3e-5,
      input_cost_per_request: 0.005,
      search_context_cost_per_query: { search_context_size_low: 0.005, search_context_size_medium: 0.008 },
    }
    expect(one('m', row)?.price).toMatchObject({
      service: { flex: { input: 1 } },
      audioInput: 40,
      imageOutput: 30,
      perRequest: 0.005,
      fees: { webSearch: 0.008 },
    })
  })

  it('names a model once, by the vendor that comes first', () => {
    const { sheets } = read({ 'azure/m': { ...chat, litellm_provider: 'azure', input_cost_per_token: 9e-6 }, m: chat })
    expect(sheets.map(({ model, vendor, price }) => [model, vendor, price.input])).toEqual([['m', 'openai', 2.5]])
  })

  it('leaves out regions, sizes of pictures, placeholders and what no channel serves', () => {
    expect(
      read({
        'bedrock/us-east-1/m': { ...chat, litellm_provider: 'bedrock' },
        'azure/eu/m': { ...chat, litellm_provider: 'azure' },
        '1024-x-1024/m': chat,
        free: { ...chat, input_cost_per_token: 0, output_cost_per_token: 0 },
        film: { ...chat, mode: 'video_generation' },
        other: { ...chat, litellm_provider: 'elsewhere' },
      }),
    ).toEqual({ sheets: [], problems: [] })
    expect(
      one('openrouter/m:free', { ...chat, litellm_provider: 'openrouter', input_cost_per_token: 0, output_cost_per_token: 0 }),
    ).toMatchObject({
      model: 'm:free',
      price: { input: 0, output: 0 },
    })
  })

  it('keeps a model of which one figure alone is nothing', () => {
    expect(one('m', { ...chat, output_cost_per_token: 0 })).toMatchObject({ model: 'm', price: { input: 2.5, output: 0 } })
  })

  it('says nothing of what a model can do when the list does not', () => {
    expect(one('m', chat)).toEqual({ model: 'm', vendor: 'openai', mode: 'chat', price: { input: 2.5, output: 10 } })
  })

  it('says which figure of which model is absurd', () => {
    const { sheets, problems } = read({ bad: { ...chat, input_cost_per_token: -1e-6 }, dear: { ...chat, output_cost_per_token: 2 } })
    expect(sheets).toEqual([])
    expect(problems.map(({ name, reason }) => [name, reason.split(':')[0]])).toEqual([
      ['bad', 'price.input'],
      ['dear', 'price.output'],
    ])
  })

  it('has what pictures cost by size and quality, whole tenths of a cent where it counts in pixels', () => {
    const row = (more: object) => ({ litellm_provider: 'openai', mode: 'image_generation', ...more })
    const { sheets, problems } = read({
      'hd/1024-x-1792/dall-e-3': row({ input_cost_per_pixel: 6.539e-8 }),
      'standard/1024-x-1792/dall-e-3': row({ input_cost_per_pixel: 4.359e-8 }),
      '1024-x-1024/dall-e-2': row({ input_cost_per_pixel: 1.9e-8, output_cost_per_pixel: 0 }),
      '256-x-256/dall-e-2': row({ input_cost_per_pixel: 2.4414e-7 }),
      '512-x-512/dall-e-2': row({ input_cost_per_pixel: 6.86e-8 }),
      'dall-e-2': row({ input_cost_per_image: 0.02 }),
      'azure/hd/1024-x-1024/dall-e-3': { ...row({ input_cost_per_image: 9 }), litellm_provider: 'azure' },
      'low/1024-x-1536/drawer': row({ output_cost_per_image: 0.0004 }),
      '9-x-9/small': row({ input_cost_per_pixel: 1.5e-6 }),
      '1024-x-1024/50-steps/canvas': row({ output_cost_per_image: 0.06 }),
    })
    expect(problems).toEqual([])
    expect(sheets.map(({ model, vendor, mode, price }) => [model, vendor, mode, price])).toEqual([
      [
        'dall-e-2',
        'openai',
        'image',
        {
          perImage: 0.02,
          images: [
            { size: '256x256', price: 0.016 },
            { size: '512x512', price: 0.018 },
            { size: '1024x1024', price: 0.02 },
          ],
        },
      ],
      [
        'dall-e-3',
        'openai',
        'image',
        {
          images: [
            { size: '1024x1792', quality: 'hd', price: 0.12 },
            { size: '1024x1792', quality: 'standard', price: 0.08 },
          ],
        },
      ],
      ['drawer', 'openai', 'image', { images: [{ size: '1024x1536', quality: 'low', price: 0.0004 }] }],
      ['small', 'openai', 'image', { images: [{ size: '9x9', price: 0.0001215 }] }],
    ])
  })

  it('has no prices by size of a model that is sold by tokens or by another vendor, and says which are absurd', () => {
    const sized = { litellm_provider: 'openai', mode: 'image_generation', input_cost_per_image: 0.01 }
    const { sheets, problems } = read({
      'gpt-image': { ...chat, mode: 'image_generation' },
      'low/1024-x-1024/gpt-image': sized,
      flux: { ...sized, output_cost_per_image: 0.04 },
      'azure/1024-x-1024/flux': { ...sized, litellm_provider: 'azure' },
      '1024-x-1024/dear': { ...sized, input_cost_per_image: 1001 },
    })
    expect(sheets.map(({ model, price }) => [model, price])).toEqual([
      ['gpt-image', { input: 2.5, output: 10 }],
      ['flux', { perImage: 0.04 }],
    ])
    expect(problems.map(({ name, reason }) => [name, reason.split(':')[0]])).toEqual([['dear', 'price.images.0.price']])
  })

  it('names no tiers of a service that has none, and every fault of a model', () => {
    const flex = { ...chat, input_cost_per_token_flex: 1e-6, output_cost_per_token_flex: 2e-6 }
    expect(one('m', flex)?.price.service).toEqual({ flex: { input: 1, output: 2 } })
    const { problems } = read({ m: { ...chat, input_cost_per_token: -1, output_cost_per_token: -1 } })
    expect(problems).toHaveLength(1)
    expect(problems[0]?.reason).toMatch(/^price\.input: .+; price\.output: [^;]+$/)
  })
})
