import { describe, expect, it } from 'bun:test'
import { messagesWire } from './anthropic-messages/caller/caller-wire.ts'
import { geminiWire } from './gemini/caller/caller-wire.ts'
import type { CallerWire, WireId, WireSummary } from './model/caller-wire.ts'
import { parseChatCall } from './openai-chat/parse-call.ts'
import { compactionWire } from './openai-responses/compaction-wire.ts'
import { responsesWire } from './openai-responses/caller-wire.ts'
import { renderResponse } from './openai-responses/render-reply.ts'
import { keptAnswers } from './openai-responses/kept-answers.ts'
import { dataOfFrame } from './sse/decode.ts'

const NOTHING: WireSummary = { usage: undefined, hasFinished: false, hasOutput: false, error: undefined, text: '' }

it.each<readonly [CallerWire, WireId, readonly string[], boolean]>([
  [responsesWire, 'responses', [], true],
  [compactionWire, 'compaction', [], true],
  [messagesWire, 'messages', ['anthropic-version', 'anthropic-beta'], true],
  [geminiWire, 'gemini', [], false],
])('a wire has a name, headers that go on and perhaps a last event (%#)', (...row) => {
  const [wire, id, headers, hasLastEvent] = row
  expect([wire.id, wire.forwardedHeaders, wire.hasLastEvent]).toEqual([id, headers, hasLastEvent])
})

it.each<readonly [CallerWire, object]>([
  [responsesWire, { model: 'm', input: 'hi', stream: true }],
  [messagesWire, { model: ' m ', messages: [{ role: 'user', content: 'hi' }], max_tokens: 5, stream: true }],
])('a call names its wire, its model and whether it streams (%#)', (wire, body) => {
  const parsed = wire.parseCall({ rawBody: JSON.stringify(body), headers: { a: 'b' } })
  expect(parsed.ok && [parsed.call.wire, parsed.call.model, parsed.call.isStream]).toEqual([wire.id, 'm', true])
})

describe('a chat', () => {
  const read = (over: object) => {
    const parsed = parseChatCall(JSON.stringify({ model: ' m ', messages: [{ role: 'user', content: 'hi' }], ...over }))
    if (!parsed.ok) throw new Error(parsed.problem.en)
    const { model, isStream, wantsStreamUsage, maxOutputTokens, choices } = parsed.call
    return [model, isStream, wantsStreamUsage, maxOutputTokens, choices]
  }

  it('is whole and one answer unless told', () => {
    expect(read({})).toEqual(['m', false, false, undefined, 1])
    expect(read({ stream: 'true' })).toEqual(['m', false, false, undefined, 1])
    expect(read({ stream: true, stream_options: { include_usage: true }, max_tokens: 5, n: 3 })).toEqual(['m', true, true, 5, 3])
    expect(read({ max_completion_tokens: 7, max_tokens: 5 })[3]).toBe(7)
  })
})

describe('events of a message', () => {
  const tap = () => {
    const parsed = messagesWire.parseCall({
      rawBody: '{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"hi"}]}',
      headers: {},
    })
    if (!parsed.ok) throw new Error(parsed.problem.en)
    return messagesWire.openTap(parsed.call)
  }

  it.each<readonly [object, Partial<WireSummary>]>([
    [{ type: 'ping' }, {}],
    [{ type: 'content_block_start', content_block: { type: 'text', text: '' } }, {}],
    [{ type: 'content_block_start', content_block: { type: 'thinking', thinking: '' } }, {}],
    [
      { type: 'content_block_start', content_block: { type: 'text', text: 'a' } },
      { hasOutput: true, text: 'a' },
    ],
    [
      { type: 'content_block_start', content_block: { type: 'tool_use', name: 'f', input: {} } },
      { hasOutput: true, text: 'f' },
    ],
    [
      { type: 'content_block_start', content_block: { type: 'tool_use', name: 'f', input: { a: 1 } } },
      { hasOutput: true, text: 'f{"a":1}' },
    ],
    [
      { type: 'content_block_delta', delta: { text: 'a' } },
      { hasOutput: true, text: 'a' },
    ],
    [
      { type: 'content_block_delta', delta: { thinking: 'b' } },
      { hasOutput: true, text: 'b' },
    ],
    [
      { type: 'content_block_delta', delta: { partial_json: 'c' } },
      { hasOutput: true, text: 'c' },
    ],
    [{ type: 'message_stop' }, { hasOutput: true, hasFinished: true }],
    [{ type: 'error', error: { type: 'x' } }, { error: { type: 'x' } }],
    [{ code: 1 }, { error: { code: 1 } }],
  ])('%j', (event, summary) => {
    expect(tap().read({ ...event })).toEqual({ ...NOTHING, ...summary })
  })

  it('tell their figures in two of them', () => {
    const one = tap()
    one.read({ type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } })
    expect(one.read({ type: 'message_delta', usage: { output_tokens: 5 } }).usage).toMatchObject({ input: 9, output: 5 })
    expect(one.read({ type: 'message_delta' })).toEqual(NOTHING)
  })

  it('are one message as a whole', () => {
    const content = [{ text: 'a' }, { thinking: 'b' }, { name: 'f', input: { x: 1 } }]
    expect(messagesWire.inspectReply({ content, stop_reason: 'end_turn', usage: { output_tokens: 1 } }, { body: {} })).toMatchObject({
      hasFinished: true,
      hasOutput: true,
      text: 'abf{"x":1}',
      usage: { output: 1 },
    })
    expect(messagesWire.inspectReply({ error: { type: 'x' } }, { body: {} })).toEqual({ ...NOTHING, error: { type: 'x' } })
  })
})

it('a response repeats what was asked for', () => {
  const meta = { id: 'r', created: 5, model: 'm', estimatedInput: 1 }
  const state = { status: 'completed', output: [], incomplete_details: null, error: null, usage: null } as const
  const usual = {
    id: 'resp_r',
    object: 'response',
    created_at: 5,
    model: 'm',
    ...state,
    instructions: null,
    max_output_tokens: null,
    metadata: {},
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    truncation: 'disabled',
  }
  expect(renderResponse(state, { ...meta, body: {} })).toEqual(usual)
  const asked = {
    instructions: 'i',
    max_output_tokens: 9,
    metadata: { a: 'b' },
    parallel_tool_calls: false,
    reasoning: { effort: 'low' },
    temperature: 0.5,
    text: { format: { type: 'json_object' } },
    tool_choice: 'none',
    tools: [{ type: 'function' }],
    top_p: 0.25,
  }
  expect(renderResponse(state, { ...meta, body: asked })).toEqual({ ...usual, ...asked })
})

it('ids of kept answers are found where upstream tells them', () => {
  expect(keptAnswers.idsIn({ object: 'response', id: 'a', previous_response_id: 'b' })).toEqual(['a', 'b'])
  expect(keptAnswers.idsIn({ object: 'response.deleted', id: 'a' })).toEqual(['a'])
  expect(keptAnswers.idsIn({ type: 'response.created', response: { id: 'a' } })).toEqual(['a'])
  expect(keptAnswers.idsIn({ object: 'list', id: 'a' })).toEqual([])
  expect([keptAnswers.isMissing({ code: 'previous_response_not_found' }), keptAnswers.isMissing({ code: 'x' })]).toEqual([true, false])
})

it.each([
  ['data: a\n\n', 'a'],
  ['data: a\r\n\r\n', 'a'],
  ['data: a\r\n\n', 'a'],
  ['data:a\n\n', 'a'],
  ['data:  a\n\n', ' a'],
  ['data: \n\n', ''],
  ['event: x\ndata: a\n\n', 'a'],
  ['data: a\ndata: b\n\n', 'a\nb'],
  [': comment\n\n', undefined],
  ['data: a', 'a'],
  ['dat: a\n\n', undefined],
])('the data of %j is %j', (frame, data) => {
  expect(dataOfFrame(Buffer.from(frame))).toBe(data)
})
