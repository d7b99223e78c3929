import { expect, it } from 'bun:test'
import { StreamRenderer } from '@weir/dialects/openai-chat/render-stream'
import type { ChatEvent } from '@weir/dialects/model/event'
import { NativeWireStream } from './native-wire.ts'

const decoder = new TextDecoder()

it('asks an upstream that closed for its rest only once', () => {
  const counted: string[] = []
  const stream = new NativeWireStream({
    decoder: {
      push: () => [],
      end: () => [
        { kind: 'text', text: 'all at once' },
        { kind: 'finished', reason: 'stop' },
      ],
    },
    renderer: new StreamRenderer({ id: 'x', created: 0, model: 'm' }, false),
    bound: (usage) => usage,
    onPicture: () => undefined,
    onText: (text) => counted.push(text),
  })
  expect(decoder.decode(stream.flush())).toContain('all at once')
  expect(decoder.decode(stream.flush())).toBe('')
  expect(counted).toEqual(['all at once'])
})

const TEXT: ChatEvent = { kind: 'text', text: 'word' }
const FINISHED: ChatEvent = { kind: 'finished', reason: 'stop' }
const COUNTED: ChatEvent = { kind: 'usage', usage: { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0, source: 'upstream' } }
const FAILED: ChatEvent = { kind: 'failed', failure: { fault: 'broken', message: '' } }

it.each([
  [[TEXT, COUNTED, FINISHED], true],
  [[TEXT, FINISHED, COUNTED], true],
  [[TEXT, FINISHED], false],
  [[TEXT, COUNTED], false],
  [[TEXT, FINISHED, COUNTED, FAILED], false],
] as const)('is whole with its finish and its figures, and not after a failure (%#)', (events, isWhole) => {
  const stream = new NativeWireStream({
    decoder: { push: () => events, end: () => [] },
    renderer: new StreamRenderer({ id: 'x', created: 0, model: 'm' }, false),
    bound: (usage) => usage,
    onPicture: () => undefined,
    onText: () => undefined,
  })
  stream.push(new Uint8Array(1))
  expect(stream.isWhole()).toBe(isWhole)
})

it.each<readonly [ChatEvent, readonly string[], number, boolean]>([
  [{ kind: 'text', text: 'a' }, ['a'], 0, true],
  [{ kind: 'text', text: '' }, [], 0, true],
  [{ kind: 'reasoning', text: 'hm' }, ['hm'], 0, true],
  [{ kind: 'refusal', text: 'no' }, ['no'], 0, true],
  [{ kind: 'tool-call-begun', index: 0, id: 'c', name: 'f' }, ['f'], 0, true],
  [{ kind: 'tool-call-arguments', index: 0, fragment: '{}' }, ['{}'], 0, true],
  [{ kind: 'audio', audio: { data: 'AA', transcript: 'hi' } }, ['hi'], 0, true],
  [{ kind: 'audio', audio: { data: 'AA' } }, [], 0, true],
  [{ kind: 'image', image: { mimeType: 'image/png', data: 'AA' } }, [], 1, true],
  [{ kind: 'annotations', annotations: [] }, [], 0, true],
  [{ kind: 'logprobs', logprobs: [] }, [], 0, true],
  [FINISHED, [], 0, true],
  [{ kind: 'traits', traits: {} }, [], 0, false],
  [COUNTED, [], 0, false],
  [FAILED, [], 0, false],
])('counts of %j the words %j and %p pictures; an answer has begun: %p', (...row) => {
  const [event, words, pictures, hasBegun] = row
  const texts: string[] = []
  let drawn = 0
  const stream = new NativeWireStream({
    decoder: { push: () => [event], end: () => [] },
    renderer: new StreamRenderer({ id: 'x', created: 0, model: 'm' }, false),
    bound: (usage) => usage,
    onPicture: () => void drawn++,
    onText: (text) => void texts.push(text),
  })
  stream.push(new Uint8Array(1))
  expect([texts, drawn, stream.hasBegun()]).toEqual([[...words], pictures, hasBegun])
})
