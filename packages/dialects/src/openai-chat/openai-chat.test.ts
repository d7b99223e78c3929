import { describe, expect, it } from 'bun:test'
import { parseChatCall } from './parse-call.ts'
import { renderChatCall } from './render-call.ts'
import { inspectReplyText } from './inspect-reply.ts'
import { usageFromWire } from './usage.ts'

const callFrom = (body: unknown) => {
  const parsed = parseChatCall(typeof body === 'string' ? body : JSON.stringify(body))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.call
}
const problemOf = (body: unknown) => {
  const parsed = parseChatCall(typeof body === 'string' ? body : JSON.stringify(body))
  return parsed.ok ? 'none' : parsed.problem.param
}
const messages = [{ role: 'user', content: 'hello' }]

describe('parsing a chat call', () => {
  it('reads what routing and pricing need', () => {
    const call = callFrom({
      model: ' gpt-4o ',
      messages,
      stream: true,
      max_completion_tokens: 7,
      n: 2,
      stream_options: { include_usage: true },
    })
    expect(call).toMatchObject({ model: 'gpt-4o', isStream: true, wantsStreamUsage: true, maxOutputTokens: 7, choices: 2 })
    expect(call.promptBytes).toBeGreaterThan(5)
  })

  it('names the field that is wrong', () => {
    expect(problemOf('{')).toBe('')
    expect(problemOf('[]')).toBe('')
    expect(problemOf({ messages })).toBe('model')
    expect(problemOf({ model: 'm', messages: [] })).toBe('messages')
    expect(problemOf({ model: 'm', messages: ['x'] })).toBe('messages')
    expect(problemOf({ model: 'm', messages, max_tokens: -1 })).toBe('max_tokens')
    expect(problemOf({ model: 'm', messages, max_tokens: 1.5 })).toBe('max_tokens')
    expect(problemOf({ model: 'm', messages, n: -3 })).toBe('n')
  })

  it('refuses bodies nested beyond the limit, and reads brackets inside strings as text', () => {
    const deep = '['.repeat(64) + ']'.repeat(64)
    expect(problemOf(`{"model":"m","messages":[{"role":"user","content":"x"}],"extra":${deep}}`)).toBe('')
    expect(problemOf({ model: 'm', messages: [{ role: 'user', content: '['.repeat(500) }] })).toBe('none')
  })

  it('does not count image data as prompt text', () => {
    const url = `data:image/png;base64,${'A'.repeat(100_000)}`
    const call = callFrom({ model: 'm', messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] })
    expect(call.promptBytes).toBeLessThan(500)
  })
})

describe('rendering a chat call for an upstream of the same dialect', () => {
  it('forwards the very bytes when nothing must change', () => {
    const raw = '{ "model":"m", "messages":[{"role":"user","content":"hi"}], "unknown_field": 1.50 }'
    expect(renderChatCall(callFrom(raw), { model: 'm', systemPrompt: '' })).toBe(raw)
  })

  it('asks for usage on every stream and keeps unknown fields', () => {
    const call = callFrom({ model: 'm', messages, stream: true, stream_options: { x: 1 }, made_up: { a: [1] } })
    const sent = JSON.parse(renderChatCall(call, { model: 'm', systemPrompt: '' })) as Record<string, unknown>
    expect(sent).toMatchObject({ stream_options: { x: 1, include_usage: true }, made_up: { a: [1] } })
  })

  it('sends the model that was checked even when the body names two', () => {
    const raw = '{"model":"expensive","messages":[{"role":"user","content":"hi"}],"model":"cheap"}'
    expect(JSON.parse(renderChatCall(callFrom(raw), { model: 'cheap', systemPrompt: '' }))).toMatchObject({ model: 'cheap' })
    const escaped = '{"mod\\u0065l":"expensive","messages":[{"role":"user","content":"hi"}],"model":"cheap"}'
    expect(renderChatCall(callFrom(escaped), { model: 'cheap', systemPrompt: '' })).not.toContain('expensive')
  })

  it('applies the mapped model and replaces or adds the system message', () => {
    const withSystem = callFrom({ model: 'm', messages: [{ role: 'system', content: 'old' }, ...messages] })
    expect(JSON.parse(renderChatCall(withSystem, { model: 'mapped', systemPrompt: 'new' }))).toMatchObject({
      model: 'mapped',
      messages: [{ role: 'system', content: 'new' }, { role: 'user' }],
    })
    expect(JSON.parse(renderChatCall(callFrom({ model: 'm', messages }), { model: 'm', systemPrompt: 'new' }))).toMatchObject({
      messages: [
        { role: 'system', content: 'new' },
        { role: 'user', content: 'hello' },
      ],
    })
  })
})

describe('usage on this wire', () => {
  it('separates cached input and counts reasoning inside output', () => {
    const usage = usageFromWire({
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 80 },
      completion_tokens_details: { reasoning_tokens: 20 },
    })
    expect(usage).toEqual({ input: 20, cacheRead: 80, cacheWrite: 0, output: 50, reasoning: 20, source: 'upstream' })
  })

  it('is absent when upstream reports nothing usable', () => {
    expect(usageFromWire({})).toBeUndefined()
    expect(usageFromWire({ prompt_tokens: -5, completion_tokens: 'many' })).toBeUndefined()
  })

  it('never lets cached tokens exceed the prompt', () => {
    expect(usageFromWire({ prompt_tokens: 5, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 9 } })).toMatchObject({
      input: 0,
      cacheRead: 5,
    })
  })
})

describe('the summary of a reply', () => {
  it('finds the finish, the error and the produced bytes', () => {
    expect(inspectReplyText('{"choices":[{"delta":{"content":"héllo"},"finish_reason":null}]}')).toMatchObject({
      hasFinished: false,
      text: 'héllo',
    })
    expect(inspectReplyText('{"choices":[{"delta":{},"finish_reason":"stop"}]}').hasFinished).toBe(true)
    expect(inspectReplyText('{"error":{"message":"no"}}').error).toEqual({ message: 'no' })
    expect(
      inspectReplyText('{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}}]}').text,
    ).toBe('f{}')
    expect(inspectReplyText('not json')).toMatchObject({ hasFinished: false, usage: undefined })
  })
})
