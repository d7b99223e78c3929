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
