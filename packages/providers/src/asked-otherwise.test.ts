import { describe, expect, it } from 'bun:test'
import { isObject, parseJson, type JsonObject } from '@weir/dialects/json'
import type { AvoidableRefusal, ChatCapability, TaskCapability } from '@weir/dialects/model/provider'
import { providers } from './index.ts'
import { chatCallOf, contextOf, targetOf, taskCallOf } from './kit/conformance/expectation.ts'

const target = targetOf({ target: { baseUrl: 'https://up.test', config: { user_id: 'acct' } } })
const messages = [{ role: 'user', content: 'hi' }]

const asked = (type: number, refusal: AvoidableRefusal | undefined, fields: JsonObject) => {
  const call = chatCallOf({ model: 'm', messages, ...fields }, fields['stream'] === true)
  const usual = providers.get(type)?.chat
  const chat: ChatCapability | undefined = refusal === undefined ? usual : usual?.instead?.(call, target, refusal)
  const request = chat?.encode(call, target, contextOf({}))
  const body = parseJson(String(request?.body))
  return { url: request?.url, body: isObject(body) ? body : undefined }
}

describe('a stream that is refused for its wish for figures', () => {
  it.each([1, 2, 8, 20, 37, 50])('is asked without it on type %i, at the same address', (type) => {
    const first = asked(type, undefined, { stream: true })
    const second = asked(type, 'stream-options', { stream: true })
    expect(first.body?.['stream_options']).toEqual({ include_usage: true })
    expect(second.url).toBe(first.url)
    expect(second.body).toEqual(Object.fromEntries(Object.entries(first.body ?? {}).filter(([name]) => name !== 'stream_options')))
  })

  it.each([1, 8, 50])('is asked without it for completions on type %i', (type) => {
    const completions = providers.get(type)?.tasks?.completions
    const call = taskCallOf('completions', { call: { model: 'm', prompt: 'a', stream: true } })
    const bodyOf = (capability: TaskCapability | undefined) => parseJson(String(capability?.encode(call, target, contextOf({})).body))
    expect(bodyOf(completions)).toEqual({ model: 'm', prompt: 'a', stream: true, stream_options: { include_usage: true } })
    const other = completions?.instead?.('stream-options')
    expect([bodyOf(other), other?.instead, completions?.instead?.('no-thinking')]).toEqual([
      { model: 'm', prompt: 'a', stream: true },
      undefined,
      undefined,
    ])
  })

  it('is not asked again where it never had the wish', () => {
    expect(asked(28, 'stream-options', { stream: true }).url).toBeUndefined()
  })
})

describe('an effort for a model that cannot think', () => {
  it('is left out on Ollama', () => {
    expect(asked(30, undefined, { reasoning_effort: 'high' }).body?.['think']).toBe(true)
    const second = asked(30, 'no-thinking', { reasoning_effort: 'high' })
    expect(second.url).toBe('https://up.test/api/chat')
    expect(second.body).toEqual({ model: 'm', messages, stream: false })
    expect(asked(30, 'stream-options', {}).url).toBeUndefined()
  })

  it('is named as dropped then, and only then', () => {
    const call = chatCallOf({ model: 'm', messages, reasoning_effort: 'high', user: 'u' }, false)
    const chat = providers.get(30)?.chat
    expect(chat?.dropped?.(call, target)).toEqual(['user'])
    expect(chat?.instead?.(call, target, 'no-thinking')?.dropped?.(call, target)).toEqual(['user', 'reasoning_effort'])
  })
})

it.each([14, 35])('a call of earlier without arguments has empty ones on type %i', (type) => {
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '' } }
  const { body } = asked(type, undefined, {
    messages: [...messages, { role: 'assistant', tool_calls: [call] }, { role: 'tool', tool_call_id: 'a', content: '1' }],
  })
  expect(JSON.stringify(body?.['messages'])).toContain(type === 14 ? '"input":{}' : '"arguments":"{}"')
})
