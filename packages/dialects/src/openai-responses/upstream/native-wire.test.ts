import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '../../json.ts'
import type { ChatCall } from '../../model/call.ts'
import { parseChatCall } from '../../openai-chat/parse-call.ts'
import { responsesUpstream } from './native-wire.ts'

const wire = responsesUpstream(() => 'broken')

const callOf = (over: JsonObject = {}): ChatCall => {
  const parsed = parseChatCall(JSON.stringify({ model: 'gpt-5-pro', messages: [{ role: 'user', content: 'Hi' }], ...over }))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.call
}

const search = { id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'weir' } }
const figures = { input_tokens: 9, output_tokens: 4, total_tokens: 13 }
const responseOf = (output: readonly JsonObject[], over: JsonObject = {}): JsonObject => ({
  status: 'completed',
  output,
  usage: figures,
  ...over,
})

const usageOf = (response: JsonObject, call: ChatCall) => {
  const reply = wire.decode(JSON.stringify(response), call)
  return reply.ok ? reply.value.usage : undefined
}

const encoder = new TextEncoder()
const streamed = (events: readonly JsonObject[], call: ChatCall) => {
  const stream = wire.openStream(call)
  return [...events.flatMap((event) => stream.push(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))), ...stream.end()]
}

describe('searches', () => {
  it('are counted by the items, so that none is charged where none was made', () => {
    const asked = callOf({ web_search_options: {} })
    expect(usageOf(responseOf([search]), asked)?.calls).toEqual({ webSearch: 1 })
    expect(usageOf(responseOf([]), asked)?.calls).toEqual({ webSearch: 0 })
    expect(usageOf(responseOf([]), callOf())?.calls).toBeUndefined()
  })

  it('count once when the end of a stream repeats them', () => {
    const events = streamed(
      [
        { type: 'response.output_item.done', output_index: 0, item: search },
        { type: 'response.completed', response: responseOf([search]) },
      ],
      callOf({ web_search_options: {} }),
    )
    expect(events.flatMap((event) => (event.kind === 'usage' ? [event.usage.calls] : []))).toEqual([{ webSearch: 1 }])
    expect(events.filter(({ kind }) => kind === 'search')).toHaveLength(1)
  })
})

it('the figures tell at which tier it was', () => {
  expect(usageOf(responseOf([], { service_tier: 'flex' }), callOf())?.tier).toBe('flex')
  expect(usageOf(responseOf([], { service_tier: 'auto' }), callOf())?.tier).toBeUndefined()
})

it('a name that the wire refuses comes back as the caller wrote it', () => {
  const call = callOf({ tools: [{ type: 'function', function: { name: 'files.read', parameters: {} } }] })
  const item = { type: 'function_call', call_id: 'c', name: 'files_read', arguments: '{}' }
  const reply = wire.decode(JSON.stringify(responseOf([item])), call)
  expect(reply.ok && reply.value.toolCalls).toEqual([{ id: 'c', name: 'files.read', arguments: '{}' }])
})

it('a whole response in place of a stream is read as one', () => {
  const stream = wire.openStream(callOf({ stream: true }))
  const item = { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] }
  const events = [...stream.push(encoder.encode(JSON.stringify(responseOf([item])))), ...stream.end()]
  expect(events.map((event) => (event.kind === 'text' ? event.text : event.kind))).toEqual(['Hello', 'usage', 'finished'])
})

it('nothing is read after the end, also where upstream tells of its failure twice', () => {
  const failed = { type: 'response.failed', response: { status: 'failed', output: [], error: { code: 'server_error', message: 'first' } } }
  const again = { type: 'error', code: 'server_error', message: 'again' }
  expect(streamed([failed, again], callOf())).toEqual([{ kind: 'failed', failure: { fault: 'broken', message: 'first' } }])
  const completed = { type: 'response.completed', response: responseOf([]) }
  expect(streamed([completed, completed], callOf()).filter(({ kind }) => kind === 'finished')).toHaveLength(1)
})
