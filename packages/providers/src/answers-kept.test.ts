import { describe, expect, it } from 'bun:test'
import { arrayAt, objectAt, type JsonObject } from '@weir/dialects/json'
import type { Normalizer } from '@weir/dialects/model/provider'
import { normalizerOf } from '@weir/dialects/openai-chat/answer/fill-arguments'
import { providers } from './index.ts'
import { chatCallOf, targetOf } from './kit/conformance/expectation.ts'

/** Every provider on OpenAI's wire. */
const normalized = [...providers.values()].flatMap(({ id, channelType, chat }) => {
  const call = { ...chatCallOf(undefined, false), model: 'm' }
  const wire = chat?.wireFor?.(call, targetOf({})) ?? chat?.wire
  return wire?.kind === 'same'
    ? [{ id: `${id} (${channelType})`, open: (isStream: boolean) => normalizerOf(wire, { ...call, isStream }) }]
    : []
})

const outline = { id: 'c', created: 1, model: 'm' }
const extras = {
  refusal: null,
  annotations: [{ type: 'url_citation', url_citation: { url: 'https://example.com', title: 'T', start_index: 0, end_index: 2 } }],
  images: [{ type: 'image_url', index: 0, image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }],
  audio: { id: 'a', data: 'QUJD', transcript: 'abc', expires_at: 9 },
  reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }],
}
const logprobs = { content: [{ token: 'Hi', logprob: -0.1, bytes: null, top_logprobs: [] }], refusal: null }
const around = {
  system_fingerprint: 'fp_1',
  service_tier: 'default',
  citations: ['https://example.com'],
  search_results: [{ title: 'T', url: 'https://example.com' }],
}

/** Finish left out, so that every normalizer has to write the choice anew. */
const whole = { ...outline, object: 'x', choices: [{ message: { role: 'assistant', content: 'Hi', ...extras }, logprobs }], ...around }
const chunk = { ...outline, object: 'x', choices: [{ delta: { content: 'Hi', ...extras }, logprobs }], ...around }

const messageOf = (json: JsonObject, name: string): JsonObject | undefined => objectAt(arrayAt(json, 'choices')[0], name)

const toolCall = (args: JsonObject): JsonObject => ({ index: 0, id: 'call_1', type: 'function', function: { name: 'f', ...args } })
const EMPTY: readonly JsonObject[] = [{ arguments: null }, { arguments: '' }, { arguments: 'null' }, {}]

const streamed = (normalizer: Normalizer, deltas: readonly JsonObject[]): string => {
  const chunks = [...deltas.map((delta) => ({ ...outline, choices: [{ index: 0, delta, finish_reason: null }] })), finish]
  return chunks
    .map((json) => normalizer.normalize(json))
    .flatMap((json) => arrayAt(messageOf(json, 'delta'), 'tool_calls'))
    .map((call) => objectAt(call, 'function')?.['arguments'])
    .join('')
}
const finish: JsonObject = { ...outline, choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }

describe('an answer that is normalized', () => {
  it('is that of many providers', () => expect(normalized.length).toBeGreaterThan(35))

  for (const { id, open } of normalized) {
    it(`keeps all that ${id} says beside its text`, () => {
      expect(open(false).normalize(whole)).toMatchObject({ ...around, choices: [{ logprobs, message: { content: 'Hi', ...extras } }] })
      expect(open(true).normalize(chunk)).toMatchObject({ ...around, choices: [{ logprobs, delta: { content: 'Hi', ...extras } }] })
    })

    it(`has an object for the arguments that ${id} leaves empty`, () => {
      for (const args of EMPTY) {
        const message = { role: 'assistant', content: null, tool_calls: [toolCall(args)] }
        const reply = open(false).normalize({ ...outline, choices: [{ index: 0, message, finish_reason: 'tool_calls' }] })
        expect(messageOf(reply, 'message')).toMatchObject({ tool_calls: [{ id: 'call_1', function: { name: 'f', arguments: '{}' } }] })
        expect(streamed(open(true), [{ role: 'assistant', tool_calls: [toolCall(args)] }])).toBe('{}')
      }
    })

    it(`passes the arguments of ${id} piece by piece`, () => {
      const piece = (text: string) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] })
      expect(streamed(open(true), [{ tool_calls: [toolCall({ arguments: '' })] }, piece('{"a"'), piece(':1}')])).toBe('{"a":1}')
      expect(
        streamed(open(true), [{ tool_calls: [toolCall({ arguments: '{"a"' })] }, { tool_calls: [toolCall({ arguments: ':1}' })] }]),
      ).toBe('{"a":1}')
      expect(streamed(open(true), [{ tool_calls: [toolCall({ arguments: 'n' })] }, piece('ull')])).toBe('{}')
    })
  }
})
