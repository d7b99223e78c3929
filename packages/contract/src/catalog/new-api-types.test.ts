import { describe, expect, it } from 'bun:test'
import { channelTypeById, channelTypes } from './channel-types.ts'
import { counterpartOf, newApiTypeOf, withOwnType } from './new-api-types.ts'

describe('a channel type of new-api', () => {
  it.each([
    [1, 'OpenAI'],
    [3, 'Azure OpenAI'],
    [4, 'Ollama'],
    [14, 'Anthropic Claude'],
    [24, 'Google Gemini'],
    [26, 'Zhipu ChatGLM'],
    [27, 'OpenAI-compatible'],
    [33, 'AWS'],
    [34, 'Cohere'],
    [35, 'MiniMax'],
    [38, 'Custom channel'],
    [39, 'Cloudflare'],
    [40, 'SiliconFlow'],
    [41, 'VertexAI'],
    [42, 'Mistral AI'],
    [43, 'DeepSeek'],
    [45, 'Volcengine'],
    [46, 'Baidu Qianfan V2'],
    [47, 'Custom channel'],
    [48, 'xAI'],
    [49, 'Coze'],
    [56, 'Replicate'],
  ])('%d is %s', (there, name) => {
    expect(channelTypeById(counterpartOf(there)?.type ?? 0)?.name.en).toBe(name)
  })

  // Midjourney, Suno, Dify, Moka, Kling, Jimeng and Codex among them.
  it.each([0, 2, 5, 28, 29, 30, 32, 36, 37, 44, 50, 51, 52, 57, 900])('%d is not known', (there) => {
    expect(counterpartOf(there)).toBeUndefined()
  })

  it('comes back as the type that it was told for', () => {
    for (const { id } of channelTypes) expect([id, counterpartOf(newApiTypeOf(id))?.type]).toEqual([id, id])
    expect([1, 36, 40, 43, 50].map(newApiTypeOf)).toEqual([1, 43, 45, 10_043, 10_050])
  })
})

describe('a channel that a client of new-api sends', () => {
  it('has the type that is meant, and its address where there is none', () => {
    expect(withOwnType({ type: 43, key: 'k' })).toEqual({ type: 36, key: 'k' })
    expect(withOwnType({ type: 27, base_url: '' })).toEqual({ type: 50, base_url: 'https://api.perplexity.ai' })
    expect(withOwnType({ type: 27, base_url: 'https://own.example' })).toEqual({ type: 50, base_url: 'https://own.example' })
    expect(withOwnType({ id: 3, type: 27 })).toEqual({ id: 3, type: 50 })
    expect(withOwnType({ id: 3, type: 27, base_url: '' })).toEqual({ id: 3, type: 50, base_url: 'https://api.perplexity.ai' })
  })

  it('has the account of Cloudflare in its settings', () => {
    expect(withOwnType({ type: 39, other: ' acc ' })).toEqual({ type: 37, other: ' acc ', config: '{"user_id":"acc"}' })
  })

  it('has no type where its provider is not known here, and is otherwise left alone', () => {
    expect(withOwnType({ type: 36, key: 'k' })).toEqual({ type: 0, key: 'k' })
    for (const body of [null, 'a', {}, { id: 3 }, { type: '43' }]) expect(withOwnType(body)).toEqual(body)
  })
})
