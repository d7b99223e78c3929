import { describe, expect, it } from 'bun:test'
import { EventsStream } from './events.ts'

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
  const stream = new EventsStream()
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
    const stream = new EventsStream()
    const sent = ['{"a":1}', '{"a":1', '<html>', '"text"', '{"b":2}', '[DONE]'].map((data) => `event: x.y\ndata: ${data}\n\n`).join('')
    const passed = [stream.push(Buffer.from(sent)), stream.flush(), stream.tail() ?? new Uint8Array(0)]
    expect(Buffer.concat(passed).toString()).toBe(
      ['{"a":1}', '"text"', '{"b":2}', '[DONE]'].map((data) => `event: x.y\ndata: ${data}\n\n`).join(''),
    )
  })
})

describe('events of a task that upstream closes in the middle', () => {
  it('end with the last whole one', () => {
    const stream = new EventsStream()
    const passed = [stream.push(Buffer.from('data: {"a":1}\n\ndata: {"b":')), stream.flush(), stream.tail() ?? new Uint8Array(0)]
    expect(Buffer.concat(passed).toString()).toBe('data: {"a":1}\n\n')
  })
})
