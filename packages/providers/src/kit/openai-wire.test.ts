import { describe, expect, it } from 'bun:test'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { parseResponsesCall } from '@weir/dialects/openai-responses/parse-call'
import { providers } from '../index.ts'
import { openaiProvider } from './openai-provider.ts'
import { classifyOpenaiError } from './openai-wire.ts'

const call = (() => {
  const parsed = parseChatCall('{"model":"gpt-4o","messages":[{"role":"user","content":"hi"}]}')
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.call
})()
const classify = classifyOpenaiError()
const context = { now: 0, nonce: () => '', accessToken: '' }
const target = { baseUrl: '', key: 'secret-key', other: '', config: {}, modelMapping: {}, systemPrompt: '' }

describe('an OpenAI-wire provider', () => {
  it('sends the key in the authorization header and nowhere else', () => {
    const request = providers.get(1)?.chat?.encode(call, target, context)
    expect(request).toMatchObject({ url: 'https://api.openai.com/v1/chat/completions', headers: { authorization: 'Bearer secret-key' } })
    expect(JSON.stringify([request?.url, request?.body])).not.toContain('secret-key')
  })

  it('uses the address of the channel when it has one', () => {
    expect(providers.get(8)?.chat?.encode(call, { ...target, baseUrl: 'http://127.0.0.1:9/x' }, context).url).toBe(
      'http://127.0.0.1:9/x/v1/chat/completions',
    )
  })

  it('takes the reasoning of earlier answers, which the wire itself has no field for', () => {
    expect(openaiProvider({ id: 'acme', channelType: 1 }).chat?.extensions).toEqual(['reasoning_content'])
  })

  it('sends the mapped model name', () => {
    const body = providers.get(1)?.chat?.encode(call, { ...target, modelMapping: { 'gpt-4o': 'gpt-4o-2024-11-20' } }, context).body
    expect(JSON.parse(typeof body === 'string' ? body : '')).toMatchObject({ model: 'gpt-4o-2024-11-20' })
  })

  it('tells faults of the key, the account, the load and the call apart', () => {
    const error = (code: string) => JSON.stringify({ error: { message: 'credit balance', code } })
    expect(classify(401, '')).toBe('bad-credential')
    expect(classify(429, error('insufficient_quota'))).toBe('out-of-credit')
    expect(classify(429, error('rate_limit_exceeded'))).toBe('rate-limited')
    expect(classify(400, error('invalid_value'))).toBe('bad-request')
    expect(classify(404, error('model_not_found'))).toBe('not-found')
    expect(classify(500, 'credit balance too low')).toBe('broken')
    expect(classify(503, '')).toBe('overloaded')
  })

  it.each([
    [{ type: 'invalid_request_error', code: null }, 'bad-request'],
    [{ type: 'invalid_request_error', code: 'context_length_exceeded' }, 'bad-request'],
    [{ code: 'content_filter' }, 'bad-request'],
    [{ type: 'invalid_request_error', code: 'rate_limit_exceeded' }, 'rate-limited'],
    [{ type: 'invalid_request_error', code: 'model_not_found' }, 'not-found'],
    [{ type: 'invalid_request_error', code: 'invalid_api_key' }, 'bad-credential'],
    [{ type: 'invalid_request_error', code: 503 }, 'overloaded'],
    [{ type: 'overloaded_error' }, 'overloaded'],
    [{ type: 'server_error' }, 'broken'],
  ])('tells by its words what an error with status 200 is: %j', (error, fault) => {
    expect<string>(classify(200, JSON.stringify({ error }))).toBe(fault)
  })

  it('believes a status before the words', () => {
    expect(classify(502, JSON.stringify({ error: { type: 'invalid_request_error' } }))).toBe('broken')
  })
})

describe('the Responses endpoint of an upstream that has one', () => {
  const rawBody = '{"model": "gpt-5","input":"hi","store":true,"previous_response_id":"resp_1"}'
  const responses = (type: number, over: object = {}) => {
    const parsed = parseResponsesCall(rawBody)
    if (!parsed.ok) throw new Error(parsed.problem.en)
    return providers.get(type)?.wires?.responses?.encode(parsed.call, { ...target, ...over }, context)
  }

  it('gets the bytes of the caller under its own address and key', () => {
    expect(responses(1)).toMatchObject({
      url: 'https://api.openai.com/v1/responses',
      headers: { authorization: 'Bearer secret-key' },
      body: rawBody,
    })
    const azure = { baseUrl: 'https://a.example', other: 'v1' }
    expect(responses(3, azure)).toMatchObject({
      url: 'https://a.example/openai/v1/responses',
      headers: { 'api-key': 'secret-key' },
      body: rawBody,
    })
  })

  it('gets the mapped model and the prompt of the channel', () => {
    const body = responses(1, { modelMapping: { 'gpt-5': 'gpt-5-2025' }, systemPrompt: 'Be brief.' })?.body
    expect(JSON.parse(typeof body === 'string' ? body : '')).toMatchObject({ model: 'gpt-5-2025', instructions: 'Be brief.', input: 'hi' })
  })

  it('is not there on a dated surface of Azure', () => {
    const isServed = (other: string) => providers.get(3)?.wires?.responses?.isServed?.({ ...target, other }, 'gpt-5')
    expect([isServed('v1'), isServed('preview'), isServed('2024-10-21'), isServed('')]).toEqual([true, true, false, false])
  })
})
