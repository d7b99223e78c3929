import { expect, it } from 'bun:test'
import { NO_BYTES } from '@weir/dialects/bytes'
import type { JsonObject } from '@weir/dialects/json'
import { messagesWire } from '@weir/dialects/anthropic-messages/caller/caller-wire'
import { geminiWire } from '@weir/dialects/gemini/caller/caller-wire'
import { responsesWire } from '@weir/dialects/openai-responses/caller-wire'
import { PassingWireStream } from './passing-wire.ts'

const USUAL = {
  call: { body: {} },
  failureOf: () => ({ fault: 'broken' as const, message: '' }),
  onText: () => {},
  rename: (text: string) => text,
}
const QUIET = { usage: undefined, hasFinished: false, hasOutput: false, error: undefined, text: '' }
const DELTA = 'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","delta":"one"}'

it('does not pass an event that upstream cut off, wherever that was', () => {
  for (let length = 1; length < DELTA.length; length++) {
    const stream = new PassingWireStream({
      wire: responsesWire,
      ...USUAL,
    })
    const passed = Buffer.concat([stream.push(Buffer.from(`${DELTA}\n\n${DELTA.slice(0, length)}`)), stream.flush()]).toString()
    expect([length, passed, stream.isComplete()]).toEqual([length, `${DELTA}\n\n`, false])
  }
})

it('WB-07 passes no data that is not JSON, but for an end mark', () => {
  const stream = new PassingWireStream({
    wire: responsesWire,
    ...USUAL,
  })
  const frames = ['data: not json\n\n', `${DELTA}\n\n`, 'event: x\ndata: {"type":\n\n', ': here\n\n', 'data: [DONE]\n\n']
  expect(Buffer.from(stream.push(Buffer.from(frames.join('')))).toString()).toBe(`${DELTA}\n\n:\n\ndata: [DONE]\n\n`)
})

it('keeps what follows the finish of a wire without a last event, and leaves an upstream that never ends', () => {
  const tap = { read: ({ end }: JsonObject) => ({ ...QUIET, hasOutput: true, hasFinished: end === true }), failure: () => NO_BYTES }
  const wire = { openTap: () => tap, hasLastEvent: false }
  const stream = new PassingWireStream({ wire, ...USUAL })
  const [finish, more] = ['data: {"end":true}\n\n', `data: {"more":"${'x'.repeat(2000)}"}\n\n`]
  expect([stream.push(Buffer.from(finish + more)).length, stream.isEnded(), stream.isComplete()]).toEqual([0, false, true])
  expect(Buffer.from(stream.tail() ?? NO_BYTES).toString()).toBe(finish + more)
  for (let count = 0; count < 600; count++) stream.push(Buffer.from(more))
  expect(stream.isEnded()).toBe(true)
})

const chunk = (text: string, rest: object = {}): string =>
  JSON.stringify({
    candidates: [{ content: { parts: [{ text }] }, ...rest }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: text.length },
  })

const LAST = chunk('three', { finishReason: 'STOP' })

it('takes figures for the last word on the words they come with', () => {
  const seen: unknown[] = []
  const stream: PassingWireStream = new PassingWireStream({
    wire: geminiWire,
    ...USUAL,
    onText: (text) => seen.push([text, stream.usage()?.output]),
  })
  stream.push(Buffer.from([chunk('one'), LAST].map((data) => `data: ${data}\n\n`).join('')))
  expect([seen, stream.usage()?.output]).toEqual([
    [
      ['one', undefined],
      ['three', 3],
    ],
    5,
  ])
})

it('keeps the end of a stream back until it is paid, as events without a mark and as one array', () => {
  const passed = (streamType: string | undefined) => {
    const call = streamType === undefined ? { body: {} } : { body: {}, streamType }
    const stream = new PassingWireStream({ ...USUAL, wire: geminiWire, call })
    const frames = [': here', `data: ${chunk('one')}`, `data: ${LAST}`, 'data: [DONE]']
    const now = Buffer.from(stream.push(Buffer.from(frames.map((frame) => `${frame}\n\n`).join('')))).toString()
    return [now, Buffer.from(stream.tail() ?? []).toString(), stream.isEnded()]
  }
  expect(passed(undefined)).toEqual([`:\n\ndata: ${chunk('one')}\n\n`, `data: ${LAST}\n\n`, false])
  expect(passed('application/json')).toEqual([`[${chunk('one')}`, `,\n${LAST}]\n`, false])
})

it('is whole with its finish and its figures', () => {
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0, source: 'upstream' as const }
  const tap = {
    read: ({ end, counted }: JsonObject) => ({ ...QUIET, hasFinished: end === true, ...(counted === true && { usage }) }),
    failure: () => NO_BYTES,
  }
  const wire = { openTap: () => tap, hasLastEvent: false }
  const stream = new PassingWireStream({ wire, ...USUAL })
  stream.push(Buffer.from('data: {"end":true}\n\n'))
  expect(stream.isWhole()).toBe(false)
  stream.push(Buffer.from('data: {"counted":true}\n\n'))
  expect(stream.isWhole()).toBe(true)
})

/** The same wire with every event parsed. */
const parsing = (wire: typeof geminiWire): Pick<typeof geminiWire, 'openTap' | 'hasLastEvent'> => ({
  ...wire,
  openTap: (call) => {
    const tap = wire.openTap(call)
    return { read: tap.read, failure: tap.failure }
  },
})

const follow = (wire: Pick<typeof geminiWire, 'openTap' | 'hasLastEvent'>, bytes: Uint8Array, cuts: readonly number[]) => {
  let text = ''
  const stream: PassingWireStream = new PassingWireStream({ wire, ...USUAL, onText: (said) => (text += said) })
  const passed: Uint8Array[] = []
  let start = 0
  for (const cut of [...cuts, bytes.length]) {
    passed.push(stream.push(bytes.slice(start, cut)))
    start = cut
  }
  passed.push(stream.flush())
  const out = Buffer.concat(passed).toString()
  return {
    out,
    text,
    usage: stream.usage(),
    begun: stream.hasBegun(),
    failure: stream.failure(),
    tail: Buffer.from(stream.tail() ?? NO_BYTES).toString(),
  }
}

const delta = (text: string): string =>
  `event: content_block_delta\ndata: ${JSON.stringify({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })}\n\n`

const BAD_WORDS =
  'data: {"candidates":[{"content":{"parts":[{"text":"a\tb"}]}}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1}}\n\n'
const words = (...texts: readonly string[]): readonly string[] => texts.map((text) => `data: ${chunk(text)}\n\n`)
const deltas = (...texts: readonly string[]): readonly string[] => texts.map(delta)

const FIGURES = 'event: message_delta\ndata: {"type":"message_delta","delta":{},"usage":{"input_tokens":3,"output_tokens":4}}\n\n'
const OVERLOADED = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error"}}\n\n'

it.each([
  ['figures that grow', geminiWire, words('one', ' "two"', '三\n🙂', 'x'.repeat(12))],
  ['an end', geminiWire, [...words('one', 'two', 'three'), `data: ${LAST}\n\n`, ...words('four', 'five')]],
  [
    'a comment, another ending of lines and words that are not JSON',
    geminiWire,
    [...words('one', 'two'), ': here\n\n', `data: ${chunk('x')}\r\n\r\n`, ...words('y'), BAD_WORDS, ...words('z')],
  ],
  ['an event that goes on in the next packet', geminiWire, [...words('one', 'two'), 'data: {"x":\n', ...words('three', 'four')]],
  ['events with names', messagesWire, deltas('one', '"', '三\n🙂', '')],
  [
    'an end and figures',
    messagesWire,
    [...deltas('one', 'two', 'three'), FIGURES, 'event: message_stop\ndata: {"type":"message_stop"}\n\n'],
  ],
  ['an error', messagesWire, [...deltas('one', 'two', 'three'), OVERLOADED, ...deltas('four', 'five')]],
])('passes and learns the same whether events are parsed or not, however they are cut: %s', (_, wire, frames) => {
  const bytes = new TextEncoder().encode(frames.join(''))
  const ends = frames.map((_frame, at) => Buffer.byteLength(frames.slice(0, at + 1).join('')))
  const everywhere = Array.from(bytes.keys())
  for (const cuts of [[], ends, everywhere, ...everywhere.map((cut) => [...ends.filter((end) => end < cut), cut])])
    expect(follow(wire, bytes, cuts)).toEqual(follow(parsing(wire), bytes, cuts))
})

it('reads the newest figures of events that it did not parse, and words after them as later', () => {
  const before: unknown[] = []
  const stream: PassingWireStream = new PassingWireStream({ wire: geminiWire, ...USUAL, onText: () => before.push(stream.reported()) })
  for (const text of ['a', 'bb', 'ccc']) stream.push(Buffer.from(`data: ${chunk(text)}\n\n`))
  const newest = stream.usage()
  expect([newest?.input, newest?.output]).toEqual([1, 3])
  expect(before.includes(newest)).toBe(false)
  stream.push(Buffer.from('data: {"candidates":[{"content":{"parts":[{"text":"later"}]}}]}\n\n'))
  expect(before.at(-1)).toBe(newest)
  expect(stream.usage()).toBe(newest)
})

it('takes no figures of before for those of words that followed unread ones', () => {
  const before: unknown[] = []
  const stream: PassingWireStream = new PassingWireStream({ wire: geminiWire, ...USUAL, onText: () => before.push(stream.reported()) })
  for (const text of ['a', 'bb', 'ccc']) stream.push(Buffer.from(`data: ${chunk(text)}\n\n`))
  stream.push(Buffer.from('data: {"candidates":[{"content":{"parts":[{"text":"later"}]}}]}\n\n'))
  expect(stream.usage()?.output).toBe(3)
  expect(before.at(-1)).toBe(stream.usage())
})

it('parses one event of many in packets that end anywhere, and the newest figures when they are asked for', () => {
  let parsed = 0
  const openTap: typeof geminiWire.openTap = (call) => {
    const tap = geminiWire.openTap(call)
    return { words: /"text": ?"/, failure: tap.failure, read: (event) => (parsed++, tap.read(event)) }
  }
  const stream = new PassingWireStream({ ...USUAL, wire: { ...geminiWire, openTap } })
  const bytes = Buffer.from(words(...Array.from({ length: 50 }, (_, at) => `word ${at}`)).join(''))
  for (let at = 0; at < bytes.length; at += 1000) stream.push(bytes.subarray(at, at + 1000))
  expect(parsed).toBe(1)
  expect(stream.usage()?.output).toBeGreaterThan(0)
  expect(parsed).toBe(2)
})

it('passes events as they come from an upstream that leaves out the blank lines', () => {
  const stream = new PassingWireStream({ wire: responsesWire, ...USUAL })
  const completed = '{"type":"response.completed","response":{"status":"completed","output":[]}}'
  const last = `event: response.completed\ndata: ${completed}`
  const pushed = [`${DELTA}\n`, `${DELTA}\n`, `${last}\n`].map((text) => Buffer.from(stream.push(Buffer.from(text))).toString())
  expect(pushed).toEqual(['', `${DELTA}\n\n`, `${DELTA}\n\n`])
  expect([stream.flush().length, stream.isComplete()]).toEqual([0, true])
  expect(Buffer.from(stream.tail() ?? NO_BYTES).toString()).toBe(`${last}\n\n`)
})
