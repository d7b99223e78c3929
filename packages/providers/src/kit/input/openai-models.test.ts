import { describe, expect, it } from 'bun:test'
import { parseJson, type JsonObject } from '@weir/dialects/json'
import { azure } from '../../azure/index.ts'
import { openai } from '../../openai/index.ts'
import { chatCallOf, contextOf, targetOf } from '../conformance/expectation.ts'

const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }]

const sent = (fields: JsonObject) => {
  const call = chatCallOf({ messages: [{ role: 'user', content: 'Hi' }], ...fields }, false)
  const request = openai.chat?.encode(call, targetOf({}), contextOf({}))
  return {
    path: new URL(request?.url ?? '').pathname,
    body: parseJson(String(request?.body)) as JsonObject,
    dropped: openai.chat?.dropped?.(call, targetOf({})),
  }
}

describe('an effort that the model does not know', () => {
  it.each([
    ['o3', 'none', 'low'],
    ['o4-mini', 'xhigh', 'high'],
    ['gpt-5', 'none', 'minimal'],
    ['gpt-5-mini-2025-08-07', 'max', 'high'],
    ['gpt-5.1', 'minimal', 'low'],
    ['gpt-5.1', 'xhigh', 'high'],
    ['gpt-5.2', 'max', 'xhigh'],
    ['gpt-5.4-mini', 'minimal', 'low'],
    ['gpt-6-astra', 'none', 'low'],
    ['gpt-6.1-sol', 'minimal', 'low'],
    ['gpt-6-sol', 'minimal', 'low'],
  ])('is sent to %s instead of %s as %s', (model, asked, known) => {
    expect(sent({ model, reasoning_effort: asked }).body['reasoning_effort']).toBe(known)
  })

  it.each([
    ['gpt-5', 'minimal'],
    ['gpt-5.1', 'none'],
    ['gpt-5.5', 'xhigh'],
    ['gpt-6-luna', 'max'],
    ['gpt-7', 'minimal'],
    ['gpt-5', 'unheard-of'],
  ])('is not the one of %s: %s', (model, asked) => {
    expect(sent({ model, reasoning_effort: asked }).body['reasoning_effort']).toBe(asked)
  })
})

describe('sampling', () => {
  it.each([
    ['gpt-5.1', 'low'],
    ['gpt-5.4', 'high'],
    ['gpt-5.5', undefined],
    ['gpt-5.6-terra', undefined],
    ['gpt-6-sol', 'max'],
  ])('is left out where %s thinks (%p)', (model, effort) => {
    const { body, dropped } = sent({ model, temperature: 0.2, top_p: 0.5, logprobs: true, ...(effort && { reasoning_effort: effort }) })
    expect(Object.keys(body).toSorted()).toEqual(['messages', 'model', ...(effort ? ['reasoning_effort'] : [])])
    expect(dropped).toEqual(['temperature', 'top_p', 'logprobs'])
  })

  it.each([
    ['gpt-5.1', undefined],
    ['gpt-5.4', undefined],
    ['gpt-5.5', 'none'],
    ['gpt-6-luna', 'none'],
    ['gpt-5.3-chat-latest', undefined],
    ['gpt-4o', undefined],
  ])('is sent where %s does not think (%p)', (model, effort) => {
    const { body, dropped } = sent({ model, temperature: 0.2, ...(effort && { reasoning_effort: effort }) })
    expect([body['temperature'], dropped]).toEqual([0.2, []])
  })
})

describe('words to stop at', () => {
  it.each(['gpt-5', 'gpt-5-nano', 'o3', 'o4-mini'])('are left out for %s, which refuses them', (model) => {
    const { body, dropped } = sent({ model, stop: ['a'], prediction: { type: 'content', content: 'b' } })
    expect([Object.hasOwn(body, 'stop'), Object.hasOwn(body, 'prediction'), dropped]).toEqual([false, false, ['stop', 'prediction']])
  })

  it('are cut to the four that are taken, and named', () => {
    const { body, dropped } = sent({ model: 'gpt-4o', stop: ['a', 'b', 'c', 'd', 'e'] })
    expect([body['stop'], dropped]).toEqual([['a', 'b', 'c', 'd'], ['stop']])
  })

  it('are not named where none that could stop is lost', () => {
    const { body, dropped } = sent({ model: 'gpt-4o', stop: ['a', '', 'b', ' ', 'c'] })
    expect([body['stop'], dropped]).toEqual([['a', 'b', 'c'], []])
    expect(sent({ model: 'gpt-4o', stop: ['a', 'b', 'c', 'd'] }).dropped).toEqual([])
  })
})

describe('the Responses endpoint', () => {
  it.each([
    ['gpt-6-sol', { tools }],
    ['gpt-6-astra', { tools, reasoning_effort: 'low' }],
    ['gpt-5.6', { reasoning_effort: 'max' }],
    ['gpt-5.6-luna', { tools, reasoning_effort: 'high' }],
  ])('answers %s with %j', (model, fields) => {
    expect(sent({ model, ...fields }).path).toBe('/v1/responses')
  })

  it.each([
    ['gpt-6-sol', {}],
    ['gpt-6-sol', { tools, reasoning_effort: 'none' }],
    ['gpt-6-sol', { tools, n: 2 }],
    ['gpt-6-sol', { tools: [{ type: 'custom', custom: { name: 'c' } }] }],
    ['gpt-5.6', { tools }],
    ['gpt-5.6', { reasoning_effort: 'xhigh' }],
    ['gpt-5.5', { tools, reasoning_effort: 'high' }],
  ])('does not answer %s with %j', (model, fields) => {
    expect(sent({ model, ...fields }).path).toBe('/v1/chat/completions')
  })

  it.each([openai, azure])('is asked instead where $id says so, unless more is asked for than it can say', ({ chat }) => {
    const target = targetOf({ target: { baseUrl: 'https://name.openai.azure.com' } })
    const urlFor = (fields: JsonObject) => {
      const call = chatCallOf({ model: 'gpt-5.5', messages: [{ role: 'user', content: 'Hi' }], ...fields }, false)
      return chat?.instead?.(call, target, 'other-endpoint')?.encode(call, target, contextOf({})).url
    }
    expect(urlFor({ tools })).toMatch(/\/v1\/responses$/)
    expect(urlFor({ n: 2 })).toBeUndefined()
    expect(urlFor({ model: 'gpt-5-codex' })).toBeUndefined()
  })

  it.each([openai, azure])('is asked without the thoughts that $id cannot read, and a chat never carries any', ({ chat }) => {
    const target = targetOf({ target: { baseUrl: 'https://name.openai.azure.com', other: 'v1' } })
    const blocks = [{ type: 'openai_reasoning', id: 'rs_1', summary: [], encrypted_content: 'SEAL' }]
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Ho', thinking_blocks: blocks },
      { role: 'user', content: 'Hm' },
    ]
    const bodyFor = (model: string, isAvoiding: boolean) => {
      const call = chatCallOf({ model, messages, tools }, false)
      const asked = isAvoiding ? chat?.instead?.(call, target, 'unreadable-thoughts') : chat
      return asked?.encode(call, target, contextOf({})).body
    }
    expect(bodyFor('gpt-5-codex', false)).toContain('SEAL')
    expect(bodyFor('gpt-5-codex', true)).not.toContain('SEAL')
    expect(bodyFor('gpt-5-codex', true)).not.toContain('encrypted')
    expect(bodyFor('gpt-4o', false)).not.toContain('SEAL')
    expect(bodyFor('gpt-4o', true)).toBeUndefined()
  })
})
