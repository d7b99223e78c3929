import { describe, expect, it } from 'bun:test'
import { ClaudeEventReader } from '../anthropic-messages/parse-stream.ts'
import { parseClaudeReply } from '../anthropic-messages/parse-reply.ts'
import { GeminiReader, parseGeminiReply } from '../gemini/parse-reply.ts'
import { isObject, objectAt, type JsonObject } from '../json.ts'
import type { ChatEvent, ChatReply, Decoded } from '../model/event.ts'
import { dataOfFrame, FrameSplitter } from '../sse/decode.ts'
import { renderResponsesReply } from './render-reply.ts'
import { chatCall } from '../testing/chat-call.ts'
import { ResponsesRenderer } from './render-stream.ts'

const TOOLS = [{ type: 'web_search' }]
const metaOf = (body: JsonObject = { tools: TOOLS }) => ({ id: 'r', created: 1, model: 'm', body })

const asked = chatCall({ messages: [], web_search_options: {} })

const streamed = (events: readonly ChatEvent[], body?: JsonObject): readonly JsonObject[] => {
  const renderer = new ResponsesRenderer(metaOf(body))
  const frames = events.map((event) => renderer.render(event)).filter((frame) => frame !== undefined)
  const parsed = new FrameSplitter()
    .push(Buffer.concat([...frames, renderer.end(undefined)]))
    .map((frame): unknown => JSON.parse(dataOfFrame(frame) ?? ''))
  return parsed.filter(isObject)
}

const whole = (reply: Decoded<ChatReply>, body?: JsonObject): readonly unknown[] => {
  if (!reply.ok) throw new Error('no reply')
  return (JSON.parse(renderResponsesReply(reply.value, metaOf(body))) as { readonly output: readonly unknown[] }).output
}

const outputOf = (events: readonly JsonObject[]): unknown => objectAt(events.at(-1), 'response')?.['output']

const citation = (url: string, start: number, end: number) => ({
  type: 'url_citation',
  start_index: start,
  end_index: end,
  url,
  title: 'A',
})

const message = (place: number, text: string, annotations: readonly object[]) => ({
  id: `msg_r_${place}`,
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations, logprobs: [] }],
})

describe('a search that Claude made, as a response', () => {
  const cited = { type: 'web_search_result_location', url: 'https://a.example/1', title: 'A', encrypted_index: 'E', cited_text: 'c' }
  const page = { type: 'web_search_result', url: 'https://a.example/1', title: 'A', encrypted_content: 'E' }
  const failure = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' }
  const blocks = [
    { type: 'text', text: 'I look 😀. ' },
    { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'rain in Oslo' } },
    { type: 'web_search_tool_result', tool_use_id: 's1', content: [page, page] },
    { type: 'server_tool_use', id: 's2', name: 'web_search', input: { query: 'snow' } },
    { type: 'web_search_tool_result', tool_use_id: 's2', content: failure },
    { type: 'text', text: 'It rains.', citations: [cited] },
  ]
  const eventsOfBlock = (block: JsonObject, index: number): readonly JsonObject[] => {
    const delta = (fields: JsonObject) => ({ type: 'content_block_delta', index, delta: fields })
    const { text, input, citations, ...rest } = block
    return [
      {
        type: 'content_block_start',
        index,
        content_block: { ...rest, ...(text !== undefined && { text: '' }), ...(input !== undefined && { input: {} }) },
      },
      ...(input === undefined ? [] : [delta({ type: 'input_json_delta', partial_json: JSON.stringify(input) })]),
      ...(text === undefined ? [] : [delta({ type: 'text_delta', text })]),
      ...(citations === undefined ? [] : [delta({ type: 'citations_delta', citation: cited })]),
      { type: 'content_block_stop', index },
    ]
  }
  const stream = [
    ...blocks.flatMap(eventsOfBlock),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
    { type: 'message_stop' },
  ]
  const search = (place: number, status: string, query: string) => ({
    id: `ws_r_${place}`,
    type: 'web_search_call',
    status,
    action: { type: 'search', query, queries: [query] },
  })

  it('stands between the words where it was made, with the sources counted from their message', () => {
    const reader = new ClaudeEventReader(asked)
    const events = streamed(stream.flatMap((event) => reader.read(event)))
    expect(outputOf(events)).toEqual([
      message(0, 'I look 😀. ', []),
      search(1, 'completed', 'rain in Oslo'),
      search(2, 'failed', 'snow'),
      message(3, 'It rains.', [citation('https://a.example/1', 0, 9)]),
    ])
    const ofSearches = events.filter(({ output_index: at }) => at === 1 || at === 2)
    expect(ofSearches.map(({ type }) => type)).toEqual([
      'response.output_item.added',
      'response.web_search_call.in_progress',
      'response.web_search_call.searching',
      'response.web_search_call.completed',
      'response.output_item.done',
      'response.output_item.added',
      'response.web_search_call.in_progress',
      'response.web_search_call.searching',
      'response.output_item.done',
    ])
    expect(ofSearches[1]).toEqual({
      type: 'response.web_search_call.in_progress',
      sequence_number: expect.any(Number),
      item_id: 'ws_r_1',
      output_index: 1,
    })
  })

  it('stands before the words of a whole answer, and tells its pages to those who ask', () => {
    const reply = { content: blocks, stop_reason: 'end_turn', usage: { input_tokens: 1, output_tokens: 3 } }
    const body = { tools: TOOLS, include: ['web_search_call.action.sources'] }
    expect(whole(parseClaudeReply(JSON.stringify(reply), asked), body)).toMatchObject([
      {
        type: 'web_search_call',
        status: 'completed',
        action: { query: 'rain in Oslo', sources: [{ type: 'url', url: 'https://a.example/1' }] },
      },
      { type: 'web_search_call', status: 'failed', action: { query: 'snow', sources: [] } },
      { type: 'message', content: [{ text: 'I look 😀. It rains.', annotations: [citation('https://a.example/1', 10, 19)] }] },
    ])
  })
})

describe('a search that Gemini made, as a response', () => {
  const grounding = {
    webSearchQueries: ['rain', 'Oslo'],
    groundingChunks: [{ web: { uri: 'https://a.example/', title: 'A' } }],
    groundingSupports: [{ segment: { startIndex: 0, endIndex: 9, text: 'It rains.' }, groundingChunkIndices: [0] }],
  }
  const chunk = (text: string, fields: object) => ({ candidates: [{ content: { parts: [{ text }] }, ...fields }], responseId: 'g' })
  const action = { type: 'search', query: 'rain', queries: ['rain', 'Oslo'] }

  it('is told once, with everything that was searched for', () => {
    const reader = new GeminiReader(asked)
    const chunks = [chunk('It ', { groundingMetadata: grounding }), chunk('rains.', { groundingMetadata: grounding, finishReason: 'STOP' })]
    const events = streamed(chunks.flatMap((each) => reader.read(each)))
    expect(outputOf(events)).toEqual([
      message(0, 'It rains.', [citation('https://a.example/', 0, 9)]),
      { id: 'ws_r_1', type: 'web_search_call', status: 'completed', action },
    ])
    const reply = parseGeminiReply(JSON.stringify(chunk('It rains.', { groundingMetadata: grounding, finishReason: 'STOP' })), asked)
    expect(whole(reply)).toEqual([
      { id: 'ws_r_0', type: 'web_search_call', status: 'completed', action },
      message(1, 'It rains.', [citation('https://a.example/', 0, 9)]),
    ])
  })

  it('is not told where none was asked for', () => {
    const reader = new GeminiReader({ ...asked, body: { messages: [] } })
    const events = reader.read(chunk('It rains.', { groundingMetadata: grounding, finishReason: 'STOP' }))
    expect(events.map(({ kind }) => kind)).toEqual(['text', 'annotations', 'finished'])
  })
})

describe('a search that a chat made, as a response', () => {
  const page = { type: 'url_citation', url_citation: { start_index: 0, end_index: 2, url: 'https://a.example/', title: 'A' } }
  const reply: ChatReply = { text: 'It rains.', reasoning: '', annotations: [page], toolCalls: [], finishReason: 'stop', usage: undefined }
  const item = (place: number) => ({
    id: `ws_r_${place}`,
    type: 'web_search_call',
    status: 'completed',
    action: { type: 'search', query: '', sources: [{ type: 'url', url: 'https://a.example/' }] },
  })
  const body = { tools: TOOLS, include: ['web_search_call.action.sources'] }
  const events: readonly ChatEvent[] = [
    { kind: 'text', text: 'It rains.' },
    { kind: 'annotations', annotations: [page] },
    { kind: 'finished', reason: 'stop' },
  ]

  it('is known by the pages that the answer names', () => {
    const said = (place: number) => message(place, 'It rains.', [citation('https://a.example/', 0, 2)])
    expect(whole({ ok: true, value: reply }, body)).toEqual([item(0), said(1)])
    expect(outputOf(streamed(events, body))).toEqual([said(0), item(1)])
  })

  it('is not made up where none was asked for, or nothing was found', () => {
    expect(whole({ ok: true, value: reply }, {})).toHaveLength(1)
    expect(outputOf(streamed(events, {}))).toHaveLength(1)
    expect(whole({ ok: true, value: { ...reply, annotations: [] } }, body)).toHaveLength(1)
  })
})
