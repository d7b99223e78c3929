import { describe, expect, it } from 'bun:test'
import { EventsStream } from './events.ts'

const open = () => new EventsStream(({ code }) => ({ fault: code === 'busy' ? 'overloaded' : 'broken', message: '' }))

const HOSTILE = [
  'event: image_generation.partial_image\ndata: {"b64_json":"AAAA"}\n\n',
  'retry: 1\n\n',
  ': <script>\n\n',
  'id: 7\nevent: image_generation.completed\nretry: 1\ndata: {"b64_json":"BBBB"}\n\n',
  'event: x\rdata: evil\ndata: {"b64_json":"CCCC"}\r\n\r\n',
  'data: {"type":"speech.audio.done"}',
].join('')

const CLEAN = [
  'event: image_generation.partial_image\ndata: {"b64_json":"AAAA"}\n\n',
  ':\n\n',
  'data: {"b64_json":"BBBB"}\n\n',
  'data: {"b64_json":"CCCC"}\n\n',
  'data: {"type":"speech.audio.done"}\n\n',
].join('')

const read = (pieceLength: number): string => {
  const stream = open()
  const bytes = Buffer.from(HOSTILE)
  const parts: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += pieceLength) parts.push(stream.push(bytes.subarray(at, at + pieceLength)))
  expect([stream.isComplete(), stream.isEnded(), stream.failure(), stream.usage()]).toEqual([false, false, undefined, undefined])
  parts.push(stream.flush())
  expect([stream.hasBegun(), stream.isComplete()]).toEqual([true, true])
  return Buffer.concat([...parts, stream.tail() ?? new Uint8Array(0)]).toString()
}

describe('WB-07 events of a task', () => {
  it('lose everything but names and data, wherever they are cut', () => {
    for (const length of [1, 2, 7, 50, 10_000]) expect(read(length)).toBe(CLEAN)
  })
})

describe('events of a task whose data is not JSON', () => {
  it('are dropped, but for the end mark', () => {
    const stream = open()
    const sent = ['{"a":1}', '{"a":1', '<html>', '"text"', '{"b":2}', '[DONE]'].map((data) => `event: x.y\ndata: ${data}\n\n`).join('')
    const passed = [stream.push(Buffer.from(sent)), stream.flush(), stream.tail() ?? new Uint8Array(0)]
    expect(Buffer.concat(passed).toString()).toBe(
      ['{"a":1}', '"text"', '{"b":2}', '[DONE]'].map((data) => `event: x.y\ndata: ${data}\n\n`).join(''),
    )
  })
})

describe('events of a task that upstream closes in the middle', () => {
  it('end with the last whole one', () => {
    const stream = open()
    const passed = [stream.push(Buffer.from('data: {"a":1}\n\ndata: {"b":')), stream.flush(), stream.tail() ?? new Uint8Array(0)]
    expect(Buffer.concat(passed).toString()).toBe('data: {"a":1}\n\n')
  })
})

describe('the end of events of a task', () => {
  const ended = (...lines: readonly string[]) => {
    const stream = open()
    stream.push(Buffer.from(lines.join('')))
    const isWhole = stream.isWhole()
    stream.flush()
    return [isWhole, stream.isComplete()]
  }
  const PIECE = 'data: {"type":"image_generation.partial_image","b64_json":"AA"}\n\n'
  const LAST = 'data: {"type":"image_generation.completed","b64_json":"AA"}\n\n'
  const COUNTED =
    'data: {"type":"image_generation.completed","b64_json":"AA","usage":{"input_tokens":1,"output_tokens":2,"total_tokens":3}}\n\n'

  it('is no end after a piece, in the middle of an event or after an error', () => {
    expect(ended(PIECE)).toEqual([false, false])
    expect(ended('event: transcript.text.delta\ndata: {"delta":"Hi"}\n\n')).toEqual([false, false])
    expect(ended(PIECE, LAST.slice(0, -9))).toEqual([false, false])
    expect(ended('data: {"a":1}\n\ndata: {"b":')).toEqual([false, false])
    expect(ended(COUNTED, 'data: {"error":{"message":"x"}}\n\n')).toEqual([false, false])
    expect(ended(COUNTED, PIECE)).toEqual([false, false])
  })

  it('is one after whatever else there is, and needs no close where figures came', () => {
    expect(ended(PIECE, LAST)).toEqual([false, true])
    expect(ended(PIECE, COUNTED)).toEqual([true, true])
    expect(ended(PIECE, 'data: [DONE]\n\n')).toEqual([false, true])
    expect(ended('data: {"text":"Hi"}\n\n', ': bye\n\n')).toEqual([false, true])
  })
})

describe('what events of a task tell', () => {
  const told = (...events: readonly object[]) => {
    const stream = open()
    const passed = [stream.push(Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))), stream.flush()]
    return {
      usage: stream.usage(),
      failure: stream.failure(),
      text: Buffer.concat([...passed, stream.tail() ?? new Uint8Array(0)]).toString(),
    }
  }

  it('is what a picture, a transcript and speech have used', () => {
    const picture = {
      input_tokens: 50,
      output_tokens: 4160,
      total_tokens: 4210,
      input_tokens_details: { text_tokens: 10, image_tokens: 40 },
    }
    expect(
      told(
        { type: 'image_generation.partial_image', b64_json: 'AA' },
        { type: 'image_generation.completed', b64_json: 'AAAA', usage: picture },
      ).usage,
    ).toEqual({ input: 50, cacheRead: 0, cacheWrite: 0, output: 4160, reasoning: 0, imageInput: 40, imageOutput: 4160, source: 'upstream' })
    const transcript = {
      type: 'tokens',
      input_tokens: 14,
      input_token_details: { text_tokens: 4, audio_tokens: 10 },
      output_tokens: 45,
      total_tokens: 59,
    }
    expect(
      told({ type: 'transcript.text.delta', delta: 'Hi' }, { type: 'transcript.text.done', text: 'Hi', usage: transcript }).usage,
    ).toEqual({
      input: 14,
      cacheRead: 0,
      cacheWrite: 0,
      output: 45,
      reasoning: 0,
      audioInput: 10,
      source: 'upstream',
    })
    const speech = { input_tokens: 14, output_tokens: 101, total_tokens: 115 }
    expect(told({ type: 'speech.audio.delta', audio: 'AA' }, { type: 'speech.audio.done', usage: speech }).usage).toMatchObject({
      input: 14,
      output: 101,
      audioOutput: 101,
    })
  })

  it('is an error in either form, which is not passed on', () => {
    expect(told({ type: 'error', error: { code: 'busy', message: 'key sk-1' } })).toEqual({
      usage: undefined,
      failure: { fault: 'overloaded', message: '' },
      text: '',
    })
    const late = told({ type: 'speech.audio.delta', audio: 'AA' }, { error: { code: 'x' } })
    expect([late.failure?.fault, late.text]).toEqual(['broken', 'data: {"type":"speech.audio.delta","audio":"AA"}\n\n'])
  })
})
