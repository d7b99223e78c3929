import { describe, expect, it } from 'bun:test'
import fc from 'fast-check'
import { processorMs } from '../../../../tools/testing/processor-time.ts'
import { FrameSplitter, FrameTooLong, MAX_FRAME_BYTES, dataOfFrame } from './decode.ts'
import { encodeDataFrame } from './encode.ts'

const encoder = new TextEncoder()

const readAll = (bytes: Uint8Array, cuts: readonly number[]): readonly (string | undefined)[] => {
  const splitter = new FrameSplitter()
  const frames: Uint8Array[] = []
  let start = 0
  for (const cut of [...cuts, bytes.length]) {
    frames.push(...splitter.push(bytes.slice(start, cut)))
    start = cut
  }
  const rest = splitter.flush()
  if (rest.length > 0) frames.push(rest)
  return frames.map(dataOfFrame)
}

const sample = encoder.encode(
  'data: {"a":1}\n\n: keep-alive\n\ndata:{"b":"中文🙂"}\r\n\r\nevent: x\ndata: one\ndata: two\n\ndata: [DONE]\n\n',
)
const expected = ['{"a":1}', undefined, '{"b":"中文🙂"}', 'one\ntwo', '[DONE]']

describe('reading server-sent events', () => {
  it('understands LF and CRLF, comments, data with and without a space, and several data lines', () => {
    expect(readAll(sample, [])).toEqual(expected)
  })

  it.each([
    ['event: x\ndata: {"a":1}\n\n', '{"a":1}'],
    ['event: x\ndata: {"a":1}\r\n\n', '{"a":1}'],
    ['event: x\r\ndata: {"a":1}\r\n\r\n', '{"a":1}'],
    ['event: x\ndata: {"a":1}\nid: 1\n\n', '{"a":1}'],
    ['event: x\nid: 1\ndata: {"a":1}\n\n', '{"a":1}'],
    ['event: x\ndata: one\ndata: two\n\n', 'one\ntwo'],
    ['event: x\ndata:  two blanks\n\n', ' two blanks'],
    ['event: x\n\n', undefined],
    ['event: data: x\n\n', undefined],
    ['event: x', undefined],
  ])('reads the data of a named event: %j', (frame, data) => {
    expect(dataOfFrame(encoder.encode(frame))).toBe(data)
  })

  it('gives the same events however the bytes are split', () => {
    for (let cut = 1; cut < sample.length; cut++) expect(readAll(sample, [cut])).toEqual(expected)
    expect(readAll(sample, Array.from(sample.keys()).slice(1))).toEqual(expected)
  })

  it.each([
    ['\r', 'a CR alone'],
    ['\r\n', 'CRLF'],
  ])('understands lines that end in %j, however they are split', (end) => {
    const bytes = encoder.encode(
      ['event: x', 'data: {"a":1}', '', ': keep-alive', '', 'data: one', 'data: two', '', 'data: [DONE]', '', ''].join(end),
    )
    const told = ['{"a":1}', undefined, 'one\ntwo', '[DONE]']
    for (let cut = 1; cut < bytes.length; cut++) expect(readAll(bytes, [cut])).toEqual(told)
    expect(readAll(bytes, Array.from(bytes.keys()).slice(1))).toEqual(told)
  })

  it('takes CRLF for one end also where lines end in CR', () => {
    expect(readAll(encoder.encode('data: 1\rdata: 2\r\n\rdata: 3\r\r'), [])).toEqual(['1\n2', '3'])
  })

  it('takes a CR for a letter where lines end in LF', () => {
    expect(readAll(encoder.encode('data: 1\n\ndata: 2\r3\n\n'), [])).toEqual(['1', '2\r3'])
  })

  it('reads a long event in small pieces in a time that grows with its length', () => {
    const line = encoder.encode(`data: ${'x'.repeat(1017)}\n`)
    const splitter = new FrameSplitter()
    const spentMs = processorMs(() => {
      for (let sent = 0; sent < 15 * 1024; sent++) expect(splitter.push(line)).toEqual([])
      const [frame] = splitter.push(encoder.encode('\ndata: next\n\n'))
      expect(frame?.length).toBe(15 * 1024 * 1024 + 1)
    })
    // A tenth of a second; copied with every piece it takes half a minute.
    expect(spentMs).toBeLessThan(3000)
  })

  it('keeps every byte', () => {
    const splitter = new FrameSplitter()
    const bytes = splitter.push(sample).reduce((sum, frame) => sum + frame.length, 0)
    expect(bytes + splitter.flush().length).toBe(sample.length)
  })

  it('hands out an unfinished last frame at the end', () => {
    expect(readAll(encoder.encode('data: 1\n\ndata: 2'), [])).toEqual(['1', '2'])
  })

  it('reads back what was written', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: 'grapheme' }).filter((text) => !/[\r]/.test(text)),
          { minLength: 1 },
        ),
        (texts) => {
          const bytes = Uint8Array.from(texts.flatMap((text) => [...encodeDataFrame(text)]))
          expect(readAll(bytes, [])).toEqual(texts)
        },
      ),
    )
  })

  describe('without blank lines', () => {
    const bare = encoder.encode('data:{"a":1}\r\ndata: {"b":"}\\ndata: {"}\n: note\ndata:[1]\ndata:{"c":\ndata:2}\ndata:[DONE]')
    const readJson = (cuts: readonly number[], kind: 'json' | 'text' = 'json') => {
      const splitter = new FrameSplitter(kind)
      let start = 0
      const frames = [...cuts, bare.length].flatMap((cut) => {
        const piece = bare.slice(start, cut)
        start = cut
        return splitter.push(piece)
      })
      return [...frames, ...splitter.flushFrames()].map(dataOfFrame)
    }

    it('takes each object for an event of its own where the data is JSON, however the bytes are split', () => {
      const events = ['{"a":1}', '{"b":"}\\ndata: {"}\n[1]\n{"c":\n2}', '[DONE]']
      expect(readJson([])).toEqual(events)
      for (let cut = 1; cut < bare.length; cut++) expect(readJson([cut])).toEqual(events)
    })

    it('takes all of it for one event where the data is text', () => {
      expect(readJson([], 'text')).toHaveLength(1)
    })

    it('keeps nothing back but the newest', () => {
      const splitter = new FrameSplitter('json')
      expect(splitter.push(encoder.encode('data:{"a":1}\n')).length).toBe(0)
      expect(splitter.push(encoder.encode('data:{"b":1}\n')).map(dataOfFrame)).toEqual(['{"a":1}'])
    })
  })

  it('refuses an event that never ends', () => {
    const splitter = new FrameSplitter()
    const piece = new Uint8Array(MAX_FRAME_BYTES / 2 + 1).fill(97)
    splitter.push(piece)
    expect(() => splitter.push(piece)).toThrow(FrameTooLong)
  })
})
