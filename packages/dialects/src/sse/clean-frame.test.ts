import { describe, expect, it } from 'bun:test'
import { cleanFrame, cleanNamedFrame } from './clean-frame.ts'
import { dataOfFrame } from './decode.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (frame: Uint8Array): string => new TextDecoder().decode(frame)
const cleaned = (frame: string): string => text(cleanFrame(bytes(frame), dataOfFrame(bytes(frame))))
const named = (frame: string, type: string): string => text(cleanNamedFrame(bytes(frame), dataOfFrame(bytes(frame)), type))

describe('WB-07 a frame of an upstream', () => {
  it('is passed on as it is when it is one line of data', () => {
    for (const frame of ['data: {"a":1}\n\n', 'data: [DONE]\n\n', 'data: <b>中文</b>\n\n']) {
      const given = bytes(frame)
      expect(cleanFrame(given, dataOfFrame(given))).toBe(given)
    }
  })

  it.each([
    ['event: evil\ndata: {"a":1}\n\n', 'data: {"a":1}\n\n'],
    ['id: 7\nretry: 1\ndata: {"a":1}\n\n', 'data: {"a":1}\n\n'],
    ['data: {"a":1}\nretry: 99999999\n\n', 'data: {"a":1}\n\n'],
    ['data: {"a":1}\r\n\r\n', 'data: {"a":1}\n\n'],
    ['data:{"a":1}\n\n', 'data: {"a":1}\n\n'],
    ['data: one\ndata: two\n\n', 'data: one\ndata: two\n\n'],
    ['data: {"a":\revent: evil\rdata: "b"}\n\n', 'data: {"a": event: evil data: "b"}\n\n'],
    ['data: {"a":1}', 'data: {"a":1}\n\n'],
    [': words to the caller\n\n', ':\n\n'],
    ['event: evil\n\n', ''],
    ['retry: 1\r\n\r\n', ''],
  ])('loses everything but its data: %j', (frame, expected) => {
    expect(cleaned(frame)).toBe(expected)
  })

  it.each([
    ['event: response.created\ndata: {"a":1}\n\n', 'event: response.created\ndata: {"a":1}\n\n'],
    ['data: {"a":1}\n\n', 'event: response.created\ndata: {"a":1}\n\n'],
    ['event: evil\nid: 1\ndata: {"a":1}\n\n', 'event: response.created\ndata: {"a":1}\n\n'],
    ['event: response.created.evil\ndata: {"a":1}\n\n', 'event: response.created\ndata: {"a":1}\n\n'],
    ['event: response.create\ndata: {"a":1}\n\n', 'event: response.created\ndata: {"a":1}\n\n'],
    ['event: response.created\nid: 1\ndata: {"a":1}\n\n', 'event: response.created\ndata: {"a":1}\n\n'],
    ['event: response.created\ndata: {"a":1}\nid: 1\n\n', 'event: response.created\ndata: {"a":1}\n\n'],
    ['event: response.created\r\ndata: {"a":1}\r\n\r\n', 'event: response.created\ndata: {"a":1}\n\n'],
    ['event: response.created\rretry: 1\ndata: {"a":1}\n\n', 'event: response.created\ndata: {"a":1}\n\n'],
    [': words\n\n', ':\n\n'],
  ])('is named after its type where events have names: %j', (frame, expected) => {
    expect(named(frame, 'response.created')).toBe(expected)
  })

  it('is the very same when it has its name and nothing else beside its data', () => {
    const given = bytes('event: message_stop\ndata: {"type":"message_stop"}\n\n')
    expect(cleanNamedFrame(given, dataOfFrame(given), 'message_stop')).toBe(given)
  })

  it('gets no name that would be more than a name', () => {
    expect(named('event: x\ndata: {"a":1}\n\n', 'x\ndata: y')).toBe('data: {"a":1}\n\n')
  })
})
