import { expect, it } from 'bun:test'
import type { ChatEvent } from '../../model/event.ts'
import type { FinishReason } from '../../model/finish-reason.ts'
import { MessagesRenderer } from './render-stream.ts'

const META = { id: 'r1', created: 1, model: 'm', body: {}, estimatedInput: 7 }

/** The events between the opening of a message and its end, without their types' names. */
const written = (events: readonly ChatEvent[]): readonly unknown[] => {
  const writer = new MessagesRenderer(META)
  const text = Buffer.concat([...events.map((event) => writer.render(event) ?? new Uint8Array()), writer.end(undefined)]).toString()
  return text
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => JSON.parse(frame.slice(frame.indexOf('data: ') + 6)) as { type: string })
    .filter(({ type }) => !['message_start', 'ping', 'message_stop'].includes(type))
    .slice(0, -1)
}

const textBlock = (...words: readonly string[]) => [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...words.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
]

it.each<readonly [ChatEvent, readonly unknown[]]>([
  [{ kind: 'text', text: 'a' }, textBlock('a')],
  [{ kind: 'text', text: '' }, []],
  [{ kind: 'refusal', text: 'no' }, textBlock('no')],
  [{ kind: 'image', image: { mimeType: 'image/png', data: 'AA' } }, textBlock('![image](data:image/png;base64,AA)')],
  [{ kind: 'audio', audio: { data: 'BB', transcript: 'hi' } }, textBlock('hi')],
  [{ kind: 'audio', audio: { data: 'BB' } }, []],
  [{ kind: 'logprobs', logprobs: [{ token: 'a' }] }, []],
  [{ kind: 'traits', traits: { serviceTier: 'x' } }, []],
  [{ kind: 'failed', failure: { fault: 'broken', message: '' } }, []],
  [{ kind: 'annotations', annotations: [{ url_citation: { url: 'u' } }] }, []],
  [{ kind: 'tool-call-arguments', index: 3, fragment: '{}' }, []],
])('writes %j', (event, steps) => {
  expect(written([event])).toEqual([...steps])
})

it('names the sources of a text that is being written, and of nothing else', () => {
  const annotations = [{ url_citation: { url: 'u', title: 'T' } }, { url_citation: { url: 'v' } }, { url_citation: {} }]
  const cited = (url: string, title: string | null) => ({
    type: 'content_block_delta',
    index: 0,
    delta: {
      type: 'citations_delta',
      citation: { type: 'web_search_result_location', url, title, cited_text: '', encrypted_index: '' },
    },
  })
  expect(
    written([
      { kind: 'text', text: 'a' },
      { kind: 'annotations', annotations },
    ]),
  ).toEqual([...textBlock('a'), cited('u', 'T'), cited('v', null)])
  expect(
    written([
      { kind: 'reasoning', text: 'hm' },
      { kind: 'annotations', annotations },
    ]),
  ).toEqual([
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
  ])
})

const begun = (call: number): ChatEvent => ({ kind: 'tool-call-begun', index: call, id: `c${call}`, name: `f${call}` })
const argued = (call: number, fragment: string): ChatEvent => ({ kind: 'tool-call-arguments', index: call, fragment })
const callBlock = (index: number, ...fragments: readonly string[]) => [
  { type: 'content_block_start', index, content_block: { type: 'tool_use', id: `c${index}`, name: `f${index}`, input: {} } },
  ...fragments.map((partial) => ({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: partial } })),
  { type: 'content_block_stop', index },
]

it('writes calls one after the other, whatever upstream mixes', () => {
  const mixed = [begun(0), begun(1), argued(1, '{"b":'), argued(0, '{"a":'), argued(0, '1}'), argued(1, '2}'), begun(2)]
  expect(written([...mixed, { kind: 'finished', reason: 'tool_calls' }])).toEqual([
    ...callBlock(0, '{"a":', '1}'),
    ...callBlock(1, '{"b":2}'),
    ...callBlock(2),
  ])
})

it('closes a call as soon as another one follows its last argument', () => {
  const told = [begun(0), argued(0, '{"a":1}'), begun(1), argued(1, '{"b":')]
  expect(written(told)).toEqual([...callBlock(0, '{"a":1}'), ...callBlock(1, '{"b":').slice(0, -1)])
})

it('closes calls without arguments with the answer', () => {
  expect(written([begun(0), begun(1), { kind: 'text', text: 'a' }]).slice(0, 4)).toEqual([...callBlock(0), ...callBlock(1)])
})

it.each<readonly [FinishReason, string]>([
  ['stop', 'end_turn'],
  ['length', 'max_tokens'],
  ['tool_calls', 'tool_use'],
  ['content_filter', 'refusal'],
])('ends for %p with %p', (reason, stop) => {
  const writer = new MessagesRenderer(META)
  writer.render({ kind: 'finished', reason })
  expect(Buffer.from(writer.end(undefined)).toString()).toContain(`"delta":{"stop_reason":"${stop}","stop_sequence":null}`)
})
