import { describe, expect, it } from 'bun:test'
import type { ChannelTarget } from '@weir/dialects/model/upstream'
import { providers } from './index.ts'

const target = (over: Partial<ChannelTarget>): ChannelTarget => ({
  baseUrl: '',
  key: 'sk-channel',
  other: '',
  config: {},
  modelMapping: {},
  systemPrompt: '',
  ...over,
})

const opened = (type: number, over: Partial<ChannelTarget>, isBeta = false) => {
  const context = { now: 0, nonce: () => '', accessToken: '' }
  const request = providers.get(type)?.realtime?.encode({ model: 'gpt-realtime', isBeta }, target(over), context)
  return [request?.url, request?.headers]
}

describe('the address of a realtime session', () => {
  it('is OpenAI’s own, or below the address of the channel', () => {
    const headers = { authorization: 'Bearer sk-channel' }
    expect(opened(1, {})).toEqual(['wss://api.openai.com/v1/realtime?model=gpt-realtime', headers])
    expect(opened(1, { baseUrl: 'http://10.0.0.7:8080/v1/' })).toEqual(['ws://10.0.0.7:8080/v1/realtime?model=gpt-realtime', headers])
    expect(opened(1, { modelMapping: { 'gpt-realtime': 'a b&c' } })).toEqual(['wss://api.openai.com/v1/realtime?model=a%20b%26c', headers])
    expect(opened(8, { baseUrl: 'https://gate.example' })).toEqual(['wss://gate.example/v1/realtime?model=gpt-realtime', headers])
    expect(opened(50, { baseUrl: 'https://gate.example/api/v3' })).toEqual([
      'wss://gate.example/api/v3/realtime?model=gpt-realtime',
      headers,
    ])
  })

  it('names a deployment of Azure’s, by the version of the channel', () => {
    const base = { baseUrl: 'https://mine.openai.azure.com', key: 'azure-key' }
    const headers = { 'api-key': 'azure-key' }
    expect(opened(3, { ...base, other: '2025-04-01-preview' })).toEqual([
      'wss://mine.openai.azure.com/openai/realtime?api-version=2025-04-01-preview&deployment=gpt-realtime',
      headers,
    ])
    expect(opened(3, { ...base, other: 'v1' })).toEqual(['wss://mine.openai.azure.com/openai/v1/realtime?model=gpt-realtime', headers])
    expect(opened(3, { ...base, other: 'preview' })).toEqual([
      'wss://mine.openai.azure.com/openai/v1/realtime?api-version=preview&model=gpt-realtime',
      headers,
    ])
  })

  it('asks for the older form where the caller speaks it', () => {
    expect(opened(1, {}, true)[1]).toEqual({ authorization: 'Bearer sk-channel', 'openai-beta': 'realtime=v1' })
  })

  it('exists for four channel types alone', () => {
    expect(
      [...providers]
        .filter(([, provider]) => provider.realtime !== undefined)
        .map(([type]) => type)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 3, 8, 50])
  })
})
