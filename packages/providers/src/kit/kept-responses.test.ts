import { describe, expect, it } from 'bun:test'
import type { ChannelTarget } from '@weir/dialects/model/upstream'
import { azure } from '../azure/index.ts'
import { openai } from '../openai/index.ts'

const target = (over: Partial<ChannelTarget>): ChannelTarget => ({
  baseUrl: '',
  key: 'sk-1',
  other: '',
  config: {},
  modelMapping: {},
  systemPrompt: '',
  ...over,
})
const context = { now: 0, nonce: () => 'n', accessToken: '' }
const items = { method: 'GET', id: 'resp_1', step: '/input_items', query: 'limit=2' } as const
const deletion = { method: 'DELETE', id: 'resp_1?x=/../a', step: '', query: '' } as const

describe('a response that upstream keeps', () => {
  it('is asked for below the address of the channel with its key', () => {
    expect(openai.wires?.responses?.keptAnswer?.(items, target({}), context)).toMatchObject({
      method: 'GET',
      url: 'https://api.openai.com/v1/responses/resp_1/input_items?limit=2',
      headers: { authorization: 'Bearer sk-1' },
      body: '',
    })
    const channel = target({ baseUrl: 'https://acme.openai.azure.com', other: 'preview' })
    expect(azure.wires?.responses?.keptAnswer?.(items, channel, context)).toMatchObject({
      url: 'https://acme.openai.azure.com/openai/v1/responses/resp_1/input_items?api-version=preview&limit=2',
      headers: { 'api-key': 'sk-1' },
    })
  })

  it('is asked for by nothing but its id', () => {
    expect(openai.wires?.responses?.keptAnswer?.(deletion, target({ baseUrl: 'https://one.test/v1' }), context)).toMatchObject({
      method: 'DELETE',
      url: 'https://one.test/v1/responses/resp_1%3Fx%3D%2F..%2Fa',
    })
  })

  it('is not served where Azure has a version of a day', () => {
    expect(azure.wires?.responses?.isServed?.(target({ other: '2024-10-21' }), 'gpt-5')).toBe(false)
    expect(azure.wires?.compaction?.isServed?.(target({ other: '2024-10-21' }), 'gpt-5')).toBe(false)
    expect(azure.wires?.compaction?.isServed?.(target({ other: 'v1' }), 'gpt-5')).toBe(true)
  })
})
