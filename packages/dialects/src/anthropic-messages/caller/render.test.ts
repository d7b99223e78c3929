import { describe, expect, it } from 'bun:test'
import { arrayAt, textAt } from '../../json.ts'
import type { ChatEvent, ChatReply } from '../../model/event.ts'
import type { Usage } from '../../model/usage.ts'
import { UnsupportedInput } from '../../model/unsupported-input.ts'
import { messagesWire } from './caller-wire.ts'

const META = { id: 'r1', created: 1, model: 'm', body: {}, estimatedInput: 7 }
const USAGE: Usage = { input: 10, cacheRead: 4, cacheWrite: 6, cacheWriteHour: 2, output: 5, reasoning: 0, source: 'upstream' }
const REPLY: ChatReply = { text: 'hello', reasoning: '', toolCalls: [], finishReason: 'stop', usage: USAGE }

const whole = (over: Partial<ChatReply>) => JSON.parse(messagesWire.renderReply({ ...REPLY, ...over }, META)) as Record<string, unknown>

const eventsIn = (bytes: Uint8Array): readonly Record<string, unknown>[] =>
  Buffer.from(bytes)
    .toString()
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => {
      const [name = '', data = ''] = frame.split('\n')
      const event = JSON.parse(data.replace('data: ', '')) as Record<string, unknown>
      expect(name).toBe(`event: ${String(event['type'])}`)
      return event
    })

const streamed = (events: readonly ChatEvent[], usage: Usage | undefined = USAGE) => {
  const writer = messagesWire.openWriter(META, undefined as never)
  return eventsIn(Buffer.concat([...events.map((event) => writer.render(event) ?? new Uint8Array()), writer.end(usage)]))
}

/** What a client would send back, as the chat of the next turn. */
const sentBack = (content: unknown) => {
  const messages = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content },
  ]
  const parsed = messagesWire.parseCall({ rawBody: JSON.stringify({ model: 'm', max_tokens: 9, messages }), headers: {} })
  if (!parsed.ok || parsed.call.chat instanceof UnsupportedInput) throw new Error('not a chat')
  return (parsed.call.chat.body['messages'] as readonly unknown[])[1]
}

describe('a whole message', () => {
  it('tells text, the end and the usage, cached input apart', () => {
    expect(whole({})).toEqual({
      id: 'msg_r1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text: 'hello' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: 10,
        cache_creation_input_tokens: 6,
        cache_read_input_tokens: 4,
        cache_creation: { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 2 },
        output_tokens: 5,
        server_tool_use: null,
        service_tier: 'standard',
      },
    })
  })

  it('tells why it ended', () => {
    const reasons = (['stop', 'length', 'tool_calls', 'content_filter'] as const).map(
      (finishReason) => whole({ finishReason })['stop_reason'],
    )
    expect(reasons).toEqual(['end_turn', 'max_tokens', 'tool_use', 'refusal'])
    expect(whole({ stopSequence: 'END' })).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: 'END' })
  })

  it('brings thoughts back as upstream signed them, and seals of calls in their ids', () => {
    const own = [{ type: 'thinking', thinking: 'hm', signature: 'sig' }]
    const called = whole({
      text: '',
      reasoning: 'hm',
      sealedReasoning: own,
      toolCalls: [{ id: 'c1', name: 'f', arguments: '{"a":1}', signature: 'Zm9v+/==' }],
      finishReason: 'tool_calls',
    })
    const content = called['content'] as readonly Record<string, unknown>[]
    expect(content[0]).toEqual({ type: 'thinking', thinking: 'hm', signature: 'sig' })
    expect(content[1]).toMatchObject({ type: 'tool_use', name: 'f', input: { a: 1 } })
    expect(String(content[1]?.['id'])).toMatch(/^[a-zA-Z0-9_-]+$/)
    expect(sentBack(content)).toEqual({
      role: 'assistant',
      content: null,
      reasoning_content: 'hm',
      thinking_blocks: own,
      tool_calls: [
        {
          id: 'c1',
          type: 'function',
          function: { name: 'f', arguments: '{"a":1}' },
          extra_content: { google: { thought_signature: 'Zm9v+/==' } },
        },
      ],
    })
  })

  it('carries thoughts that others sealed, or no one did', () => {
    const foreign = [{ type: 'other', blob: 'x' }]
    const content = whole({ reasoning: 'hm', sealedReasoning: foreign })['content']
    expect(sentBack(content)).toEqual({ role: 'assistant', content: 'hello', reasoning_content: 'hm', thinking_blocks: foreign })
    expect(sentBack(whole({ reasoning: 'hm' })['content'])).toEqual({ role: 'assistant', content: 'hello', reasoning_content: 'hm' })
  })

  it('cites sources and loses neither pictures nor refusals', () => {
    const annotations = [{ type: 'url_citation', url_citation: { url: 'https://a.example', title: 'A' } }]
    const content = whole({ annotations, refusal: 'no', images: [{ mimeType: 'image/png', data: 'AA' }] })['content']
    expect(content).toEqual([
      {
        type: 'text',
        text: 'hello\n\nno\n\n![image](data:image/png;base64,AA)',
        citations: [{ type: 'web_search_result_location', url: 'https://a.example', title: 'A', cited_text: '', encrypted_index: '' }],
      },
    ])
  })
})

describe('a streamed message', () => {
  const typesOf = (events: readonly Record<string, unknown>[]) =>
    events.map(({ type, index }) => (typeof index === 'number' ? `${String(type)} ${index}` : String(type)))

  it('begins with the estimated input and ends with the true figures', () => {
    const events = streamed([
      { kind: 'text', text: 'he' },
      { kind: 'text', text: 'llo' },
      { kind: 'finished', reason: 'stop' },
    ])
    expect(typesOf(events)).toEqual([
      'message_start',
      'ping',
      'content_block_start 0',
      'content_block_delta 0',
      'content_block_delta 0',
      'content_block_stop 0',
      'message_delta',
      'message_stop',
    ])
    expect(events[0]).toMatchObject({ message: { id: 'msg_r1', content: [], usage: { input_tokens: 7, output_tokens: 0 } } })
    expect(events[6]).toMatchObject({
      delta: { stop_reason: 'end_turn' },
      usage: { input_tokens: 10, cache_read_input_tokens: 4, cache_creation_input_tokens: 6, output_tokens: 5 },
    })
  })

  it('thinks, speaks and calls in blocks that never overlap, a call closed when the next begins', () => {
    const events = streamed([
      { kind: 'reasoning', text: 'hm' },
      { kind: 'text', text: 'so' },
      { kind: 'tool-call-begun', index: 0, id: 'a', name: 'f' },
      { kind: 'tool-call-arguments', index: 0, fragment: '{"x":' },
      { kind: 'tool-call-arguments', index: 0, fragment: '1}' },
      { kind: 'tool-call-begun', index: 1, id: 'b', name: 'g' },
      { kind: 'tool-call-arguments', index: 1, fragment: '{}' },
      { kind: 'finished', reason: 'tool_calls' },
    ])
    expect(typesOf(events).slice(2)).toEqual([
      'content_block_start 0',
      'content_block_delta 0',
      'content_block_delta 0',
      'content_block_stop 0',
      'content_block_start 1',
      'content_block_delta 1',
      'content_block_stop 1',
      'content_block_start 2',
      'content_block_delta 2',
      'content_block_delta 2',
      'content_block_stop 2',
      'content_block_start 3',
      'content_block_delta 3',
      'content_block_stop 3',
      'message_delta',
      'message_stop',
    ])
  })

  it('keeps a call open that goes on after the next has begun', () => {
    const events = streamed([
      { kind: 'tool-call-begun', index: 0, id: 'a', name: 'f' },
      { kind: 'tool-call-arguments', index: 0, fragment: '{"x":' },
      { kind: 'tool-call-begun', index: 1, id: 'b', name: 'g' },
      { kind: 'tool-call-arguments', index: 0, fragment: '1}' },
      { kind: 'finished', reason: 'tool_calls' },
    ])
    expect(typesOf(events).filter((type) => type.startsWith('content_block_stop'))).toEqual([
      'content_block_stop 0',
      'content_block_stop 1',
    ])
    expect(typesOf(events).indexOf('content_block_stop 0')).toBeGreaterThan(typesOf(events).lastIndexOf('content_block_delta 0'))
  })

  it('ends with an error event when it breaks off', () => {
    const writer = messagesWire.openWriter(META, undefined as never)
    const error = { status: 503, requestId: 'r1', message: 'gone', type: 't' }
    expect(eventsIn(writer.failure(error))).toEqual([
      { type: 'error', error: { type: 'overloaded_error', message: 'gone' }, request_id: 'r1' },
    ])
  })
})

describe('an error', () => {
  it('has the status and the type of this wire', () => {
    const told = (status: number, code?: string) => {
      const { status: wire, body } = messagesWire.renderError({ status, requestId: 'r', message: 'm', type: 't', ...(code && { code }) })
      return [wire, (JSON.parse(body) as { error: { type: string } }).error.type]
    }
    expect([400, 401, 403, 404, 408, 413, 422, 429, 500, 502, 503, 504].map((status) => told(status))).toEqual([
      [400, 'invalid_request_error'],
      [401, 'authentication_error'],
      [403, 'permission_error'],
      [404, 'not_found_error'],
      [408, 'invalid_request_error'],
      [413, 'request_too_large'],
      [422, 'invalid_request_error'],
      [429, 'rate_limit_error'],
      [500, 'api_error'],
      [502, 'api_error'],
      [529, 'overloaded_error'],
      [504, 'timeout_error'],
    ])
    expect(['insufficient_user_quota', 'pre_consume_token_quota_failed', 'token_exhausted'].map((code) => told(403, code)[1])).toEqual([
      'billing_error',
      'billing_error',
      'billing_error',
    ])
    expect(told(503, 'no_available_channel')).toEqual([404, 'not_found_error'])
  })

  it('says in Anthropic’s words that a conversation is too long', () => {
    const told = (message: string, code: string) =>
      (JSON.parse(messagesWire.renderError({ status: 400, requestId: 'r', message, type: 't', code }).body) as { error: object }).error
    expect(told('Your input exceeds the context window.', 'context_length_exceeded')).toEqual({
      type: 'invalid_request_error',
      message: 'prompt is too long: Your input exceeds the context window.',
    })
    expect(told('Prompt is too long: 3 > 2', 'context_length_exceeded')).toMatchObject({ message: 'Prompt is too long: 3 > 2' })
    expect(told('no', 'other')).toMatchObject({ message: 'no' })
  })

  it('tells limits and when they end', () => {
    const requests = { limit: 60, remaining: 3, resetSeconds: 30 }
    expect(messagesWire.limitHeaders({ requests, now: 0 })).toEqual({
      'anthropic-ratelimit-requests-limit': '60',
      'anthropic-ratelimit-requests-remaining': '3',
      'anthropic-ratelimit-requests-reset': '1970-01-01T00:00:30.000Z',
    })
  })
})

describe('the tap of a message that passes', () => {
  it('adds up the figures of its two events', () => {
    const tap = messagesWire.openTap({ body: {} })
    const start = { type: 'message_start', message: { usage: { input_tokens: 9, cache_read_input_tokens: 2, output_tokens: 1 } } }
    expect(tap.read(start)).toMatchObject({ hasOutput: false, usage: { input: 9, cacheRead: 2, output: 1 } })
    const begun = (block: object) => tap.read({ type: 'content_block_start', content_block: block }).hasOutput
    expect([begun({ type: 'text', text: '' }), begun({ type: 'tool_use', name: 'f', input: {} })]).toEqual([false, true])
    expect(tap.read({ type: 'ping' })).toMatchObject({ hasOutput: false, usage: undefined })
    expect(tap.read({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'hi' } })).toMatchObject({
      hasOutput: true,
      text: 'hi',
    })
    expect(tap.read({ type: 'content_block_delta', delta: { type: 'compaction_delta', content: 'so far' } }).text).toBe('so far')
    expect(tap.read({ type: 'message_delta', usage: { output_tokens: 8 } })).toMatchObject({ usage: { input: 9, cacheRead: 2, output: 8 } })
    expect(tap.read({ type: 'message_stop' }).hasFinished).toBe(true)
    expect(tap.read({ type: 'error', error: { type: 'overloaded_error' } }).error).toEqual({ type: 'overloaded_error' })
  })
})

describe('the list of models', () => {
  const list = (query: string) => messagesWire.models?.list(['a', 'b', 'c', 'd'], new URLSearchParams(query))

  it('comes page by page', () => {
    const ids = (query: string) => arrayAt(list(query), 'data').map((model) => textAt(model, 'id'))
    expect(ids('')).toEqual(['a', 'b', 'c', 'd'])
    expect([ids('limit=2'), list('limit=2')]).toMatchObject([['a', 'b'], { has_more: true, first_id: 'a', last_id: 'b' }])
    expect([ids('limit=2&after_id=b'), list('limit=2&after_id=b')]).toMatchObject([['c', 'd'], { has_more: false }])
    expect(ids('limit=1&before_id=c')).toEqual(['b'])
  })
})
