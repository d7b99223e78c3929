import { describe, expect, it } from 'bun:test'
import { parseJson, type JsonObject } from '@weir/dialects/json'
import { providers } from './index.ts'
import { chatCallOf, contextOf, targetOf } from './kit/conformance/expectation.ts'

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

const encoded = (type: number, fields: JsonObject) => {
  const chat = providers.get(type)?.chat
  const call = chatCallOf({ messages: [{ role: 'user', content: 'hi' }], ...fields }, fields['stream'] === true)
  return {
    body: parseJson(String(chat?.encode(call, targetOf({}), contextOf({})).body)) as JsonObject,
    dropped: chat?.dropped?.(call, targetOf({})),
  }
}

describe('an effort is told in the words that the model takes', () => {
  it.each([
    [29, 'openai/gpt-oss-120b', ['low', 'low', 'low', 'medium', 'high', 'high', 'high']],
    [29, 'qwen/qwen3.6-27b', ['none', 'default', 'default', 'default', 'default', 'default', 'default']],
    [45, 'grok-4.7', ['none', 'low', 'low', 'medium', 'high', 'high', 'high']],
    [51, 'gemini-2.5-flash', ['none', 'minimal', 'low', 'medium', 'high', 'high', 'high']],
    [51, 'gemini-3.1-pro-preview', ['minimal', 'minimal', 'low', 'medium', 'high', 'high', 'high']],
  ])('type %i, %s', (type, model, words) => {
    expect(EFFORTS.map((effort) => encoded(type, { model, reasoning_effort: effort }).body['reasoning_effort'])).toEqual(words)
  })

  it.each([
    [29, 'meta-llama/llama-4-scout-17b-16e-instruct'],
    [29, 'groq/compound'],
    [45, 'grok-4.20-0309-non-reasoning'],
  ])('type %i, %s, which takes none: it is left out and named', (type, model) => {
    const { body, dropped } = encoded(type, { model, reasoning_effort: 'high' })
    expect([Object.hasOwn(body, 'reasoning_effort'), dropped]).toEqual([false, ['reasoning_effort']])
  })
})

describe('Groq is asked', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const format = (strict: boolean) => ({ type: 'json_schema', json_schema: { name: 'n', schema, strict } })
  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }]

  it.each([
    [{}, true],
    [{ stream: true }, false],
    [{ tools }, false],
  ])('to hold to a schema only where it can: %j', (fields, isStrict) => {
    const { body } = encoded(29, { model: 'openai/gpt-oss-20b', response_format: format(true), ...fields })
    expect(body['response_format']).toEqual(format(isStrict))
  })

  it('for JSON, with the schema in words, of models that know none', () => {
    const { body } = encoded(29, { model: 'qwen/qwen3-32b', response_format: format(true) })
    expect(body['response_format']).toEqual({ type: 'json_object' })
    expect(JSON.stringify(body['messages'])).toContain('matches this JSON schema: {\\"type\\":\\"object\\"')
  })

  it('for its usual service by its own name, and for four words to stop at', () => {
    const { body, dropped } = encoded(29, { model: 'openai/gpt-oss-20b', service_tier: 'default', stop: ['a', 'b', 'c', 'd', 'e'] })
    expect([body['service_tier'], body['stop'], dropped]).toEqual(['on_demand', ['a', 'b', 'c', 'd'], ['stop']])
    expect(encoded(29, { model: 'openai/gpt-oss-20b', service_tier: 'flex' }).body['service_tier']).toBe('flex')
  })
})
