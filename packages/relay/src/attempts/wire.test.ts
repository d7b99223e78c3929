import { describe, expect, it } from 'bun:test'
import { responsesWire } from '@weir/dialects/openai-responses/caller-wire'
import { isObject, parseJson, type JsonObject } from '@weir/dialects/json'
import type { Provider } from '@weir/dialects/model/provider'
import { openAttempt } from '../testing/open-attempt.ts'
import { geminiWire } from '@weir/dialects/gemini/caller/caller-wire'
import { plainAnswerIds } from '../testing/plain-answer-ids.ts'
import { messagesWire } from '@weir/dialects/anthropic-messages/caller/caller-wire'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { chatRequest } from './chat.ts'
import { wireRequest } from './wire.ts'

it('holds for every answer that is asked for at once', () => {
  const generationConfig = { candidateCount: 4, maxOutputTokens: 100 }
  const rawBody = JSON.stringify({ contents: [{ parts: [{ text: 'hello' }] }], generationConfig })
  const parsed = geminiWire.parseCall({ rawBody, headers: {}, address: { model: 'm', isStream: false, query: '' } })
  if (!parsed.ok) throw new Error(parsed.problem.en)
  const origin = { userId: 5, answerIds: plainAnswerIds, modelLimits: () => undefined }
  expect(wireRequest(geminiWire, parsed.call, origin).estimate).toMatchObject({ maxOutputTokens: 100, choices: 4 })
})

const origin = { userId: 5, answerIds: plainAnswerIds, modelLimits: () => undefined }

/** A response of the model `m`, asked of an upstream that speaks chat or the caller's wire itself. */
const asked = async (speaks: 'chat' | 'responses', reply: JsonObject, clock = 1_700_000_000_999) => {
  const parsed = responsesWire.parseCall({ rawBody: JSON.stringify({ model: 'm', input: 'hi' }), headers: {} })
  if (!parsed.ok) throw new Error(parsed.problem.en)
  const classified: [number, string][] = []
  const encode = () => ({ method: 'POST' as const, url: 'https://u', headers: {}, body: '{}' })
  const provider: Partial<Provider> = {
    ...(speaks === 'chat' ? { chat: { wire: { kind: 'same' }, encode } } : { wires: { responses: { encode } } }),
    classify: (status, body) => {
      classified.push([status, body])
      return 'overloaded'
    },
  }
  const { attempt, ports } = openAttempt({
    replies: [{ body: JSON.stringify(reply), headers: { 'content-type': 'application/json' } }],
    provider,
  })
  const result = await wireRequest(responsesWire, parsed.call, origin).attempt(attempt, { ...ports, clock: () => clock })
  return { result, classified, body: result.kind === 'whole' && typeof result.body === 'string' ? parseJson(result.body) : undefined }
}

describe('a whole answer', () => {
  it('is dated by the second in which it came', async () => {
    const { body } = await asked('chat', { choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] })
    expect(isObject(body) ? [body['created_at'], body['model']] : []).toEqual([1_700_000_000, 'm'])
  })

  it.each(['chat', 'responses'] as const)('of %s that is an error is judged by what it says', async (speaks) => {
    const { result, classified } = await asked(speaks, { error: { message: 'busy', code: 'x' } })
    expect(result).toMatchObject({ kind: 'failed', fault: 'overloaded' })
    expect(classified.map(([status]) => status)).toEqual([200])
  })
})

describe('a wire that upstream may not serve', () => {
  const asking = async (status: number, error: JsonObject, mayBeMissing: boolean) => {
    const parsed = responsesWire.parseCall({ rawBody: JSON.stringify({ model: 'm', input: 'hi' }), headers: {} })
    if (!parsed.ok) throw new Error(parsed.problem.en)
    const encode = (url: string) => () => ({ method: 'POST' as const, url, headers: {}, body: '{}' })
    const provider: Partial<Provider> = {
      chat: { wire: { kind: 'same' }, encode: encode('chat') },
      wires: { responses: { encode: encode('own'), ...(mayBeMissing && { mayBeMissing }) } },
    }
    const whole = JSON.stringify({ choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] })
    const { attempt, ports, requests } = openAttempt({ replies: [{ status, body: JSON.stringify({ error }) }, { body: whole }], provider })
    await wireRequest(responsesWire, parsed.call, origin).attempt(attempt, ports)
    return requests.map(({ url }) => url)
  }

  it.each([
    [404, {}, true, ['own', 'chat']],
    [405, {}, true, ['own', 'chat']],
    [403, {}, true, ['own']],
    [406, {}, true, ['own']],
    [500, {}, true, ['own']],
    [404, { code: 'model_not_found' }, true, ['own']],
    [404, {}, false, ['own']],
  ])('is asked as a chat after the status %i with %j: %p', async (status, ...rest) => {
    const [error, mayBeMissing, urls] = rest
    expect(await asking(status, error, mayBeMissing)).toEqual(urls)
  })
})

describe('a stream that upstream calls something else', () => {
  const streamed = async (own: boolean, body: string, type: string) => {
    const parsed = responsesWire.parseCall({ rawBody: JSON.stringify({ model: 'm', input: 'hi', stream: true }), headers: {} })
    if (!parsed.ok) throw new Error(parsed.problem.en)
    const chat = parseChatCall(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], stream: true }))
    if (!chat.ok) throw new Error(chat.problem.en)
    const encode = () => ({ method: 'POST' as const, url: 'u', headers: {}, body: '{}' })
    const provider: Partial<Provider> = { chat: { wire: { kind: 'same' }, encode }, wires: { responses: { encode } } }
    const { attempt, ports } = openAttempt({ replies: [{ body, headers: { 'content-type': type } }], provider })
    const request = own ? wireRequest(responsesWire, parsed.call, origin) : chatRequest(chat.call)
    const result = await request.attempt(attempt, ports)
    if (result.kind !== 'stream') return result.kind
    return Buffer.concat([result.head, result.stream.flush(), result.stream.tail() ?? new Uint8Array(0)]).toString()
  }
  const chunk = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n'
  const delta = 'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","delta":"one"}\n\n'

  it.each(['application/json', 'text/plain; charset=utf-8', 'application/octet-stream', 'Text/Event-Stream'])(
    '%s: is read as one',
    async (type) => {
      expect(await streamed(false, `\n${chunk}data: [DONE]\n\n`, type)).toBe(`${chunk}data: [DONE]\n\n`)
      expect(await streamed(true, `: ping\n\n${delta}`, type)).toBe(`:\n\n${delta}`)
    },
  )

  it('is none where it is a page or an answer without an end', async () => {
    expect(await streamed(false, '<html>data: x</html>', 'text/html')).toBe('failed')
    expect(await streamed(true, '<html>data: x</html>', 'text/html')).toBe('failed')
  })
})

describe('a whole answer to a request for a stream', () => {
  const streamed = async (wire: typeof messagesWire, asked: object, reply: unknown) => {
    const address = { model: 'm', isStream: true, query: 'alt=sse' }
    const parsed = wire.parseCall({ rawBody: JSON.stringify(asked), headers: {}, address })
    if (!parsed.ok) throw new Error(parsed.problem.en)
    const encode = () => ({ method: 'POST' as const, url: 'u', headers: {}, body: '{}' })
    const { attempt, ports } = openAttempt({
      replies: [{ body: JSON.stringify(reply), headers: { 'content-type': 'application/json' } }],
      provider: { wires: { [wire.id]: { encode } } },
    })
    const result = await wireRequest(wire, parsed.call, origin).attempt(attempt, ports)
    if (result.kind !== 'stream') return result.kind
    const text = Buffer.concat([result.head, result.stream.flush(), result.stream.tail() ?? new Uint8Array(0)]).toString()
    return { text, usage: result.stream.usage() }
  }
  const message = { model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'hi' }] }

  it('is a message event by event', async () => {
    const content = [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'text', text: 'Hi', citations: [{ type: 'char_location' }] },
      { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } },
      { type: 'redacted_thinking', data: 'x' },
    ]
    const reply = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content,
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 3, output_tokens: 7 },
    }
    const told = await streamed(messagesWire, message, reply)
    expect(told).toMatchObject({ usage: { input: 3, output: 7 } })
    const events = (typeof told === 'string' ? '' : told.text)
      .trim()
      .split('\n\n')
      .map((frame): unknown => parseJson(frame.replace(/^event: \w+\ndata: /, '')))
    expect(events).toEqual([
      { type: 'message_start', message: { ...reply, content: [], stop_reason: null, stop_sequence: null } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 's' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hi' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'citations_delta', citation: { type: 'char_location' } } },
      { type: 'content_block_stop', index: 1 },
      { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 't', name: 'f', input: {} } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"a":1}' } },
      { type: 'content_block_stop', index: 2 },
      { type: 'content_block_start', index: 3, content_block: { type: 'redacted_thinking', data: 'x' } },
      { type: 'content_block_stop', index: 3 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { input_tokens: 3, output_tokens: 7 } },
      { type: 'message_stop' },
    ])
  })

  it('is one chunk of Google’s, or all of a list', async () => {
    const asked = { contents: [{ parts: [{ text: 'hi' }] }] }
    const chunk = (text: string, more = {}) => ({ candidates: [{ content: { parts: [{ text }] }, ...more }] })
    const last = chunk('b', { finishReason: 'STOP' })
    expect(await streamed(geminiWire, asked, last)).toMatchObject({ text: `data: ${JSON.stringify(last)}\n\n` })
    expect(await streamed(geminiWire, asked, [chunk('a'), last])).toMatchObject({
      text: `data: ${JSON.stringify(chunk('a'))}\n\ndata: ${JSON.stringify(last)}\n\n`,
    })
  })

  it('is a response event by event', async () => {
    const text = { type: 'output_text', text: 'Hi', annotations: [{ type: 'url_citation', url: 'u' }], logprobs: [] }
    const call = { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'c', name: 'f', arguments: '{"a":1}' }
    const thought = { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'x' }
    const search = { id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } }
    const said = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: [text] }
    const reply = {
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      model: 'm',
      output: [thought, search, said, call],
      usage: { input_tokens: 3, output_tokens: 7, total_tokens: 10 },
    }
    const told = await streamed(responsesWire, { model: 'm', input: 'hi', stream: true }, reply)
    expect(told).toMatchObject({ usage: { input: 3, output: 7 } })
    const frames = (typeof told === 'string' ? '' : told.text).trim().split('\n\n')
    const events = frames.map((frame): unknown => parseJson(frame.replace(/^event: [\w.]+\ndata: /, '')))
    const named = { ...reply, id: 'resp_of-5-1-m-resp_1' }
    const begun = { ...named, status: 'in_progress', output: [], usage: null }
    const [inThought, inText, inCall] = [
      { item_id: 'rs_1', output_index: 0, summary_index: 0 },
      { item_id: 'msg_1', output_index: 2, content_index: 0 },
      { item_id: 'fc_1', output_index: 3 },
    ]
    const steps = [
      { type: 'response.created', response: begun },
      { type: 'response.in_progress', response: begun },
      { type: 'response.output_item.added', output_index: 0, item: { ...thought, summary: [] } },
      { type: 'response.reasoning_summary_part.added', ...inThought, part: { type: 'summary_text', text: '' } },
      { type: 'response.reasoning_summary_text.delta', ...inThought, delta: 'hm' },
      { type: 'response.reasoning_summary_text.done', ...inThought, text: 'hm' },
      { type: 'response.reasoning_summary_part.done', ...inThought, part: { type: 'summary_text', text: 'hm' } },
      { type: 'response.output_item.done', output_index: 0, item: thought },
      { type: 'response.output_item.added', output_index: 1, item: search },
      { type: 'response.output_item.done', output_index: 1, item: search },
      { type: 'response.output_item.added', output_index: 2, item: { ...said, status: 'in_progress', content: [] } },
      { type: 'response.content_part.added', ...inText, part: { ...text, text: '', annotations: [] } },
      { type: 'response.output_text.delta', ...inText, delta: 'Hi', logprobs: [] },
      { type: 'response.output_text.annotation.added', ...inText, annotation_index: 0, annotation: { type: 'url_citation', url: 'u' } },
      { type: 'response.output_text.done', ...inText, text: 'Hi', logprobs: [] },
      { type: 'response.content_part.done', ...inText, part: text },
      { type: 'response.output_item.done', output_index: 2, item: said },
      { type: 'response.output_item.added', output_index: 3, item: { ...call, status: 'in_progress', arguments: '' } },
      { type: 'response.function_call_arguments.delta', ...inCall, delta: '{"a":1}' },
      { type: 'response.function_call_arguments.done', ...inCall, arguments: '{"a":1}' },
      { type: 'response.output_item.done', output_index: 3, item: call },
      { type: 'response.completed', response: named },
    ]
    expect(events).toEqual(steps.map((step, sequence) => ({ ...step, sequence_number: sequence })))
    expect(frames.map((frame) => frame.split('\n')[0])).toEqual(steps.map(({ type }) => `event: ${type}`))
  })

  it('is a response that was cut short, whose items upstream gave no names', async () => {
    const refused = { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] }
    const typed = { type: 'custom_tool_call', call_id: 'c', name: 'f', input: 'ls' }
    const reply = { object: 'response', status: 'incomplete', output: [refused, typed], usage: { input_tokens: 1, output_tokens: 2 } }
    const told = await streamed(responsesWire, { model: 'm', input: 'hi', stream: true }, reply)
    const text = typeof told === 'string' ? '' : told.text
    expect(text).toContain(
      '"type":"response.refusal.delta","sequence_number":4,"item_id":"item_0","output_index":0,"content_index":0,"delta":"no"',
    )
    expect(text).toContain(
      '"type":"response.custom_tool_call_input.done","sequence_number":10,"item_id":"item_1","output_index":1,"input":"ls"',
    )
    expect(text.trim().split('\n\n').at(-1)).toStartWith('event: response.incomplete\n')
  })

  it('is none on a wire that cannot say it', async () => {
    const { asStream: _, ...mute } = responsesWire
    expect(await streamed(mute, { model: 'm', input: 'hi', stream: true }, { status: 'completed', output: [] })).toBe('failed')
  })
})
