import { describe, expect, it } from 'bun:test'
import { crc32 } from 'node:zlib'
import { processorMs } from '../../../../tools/testing/processor-time.ts'
import { AwsMessageSplitter, CorruptStream } from './event-stream.ts'

const text = new TextDecoder()
const fromHex = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

const EMPTY_EVENT = fromHex('00000028 00000016 60470efd 0d 3a6d6573736167652d74797065 07 0005 6576656e74 7b7d b7184afc')

const header = (name: string, value: string): Buffer =>
  Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7, 0, value.length]), Buffer.from(value)])

const DELTA_EVENT = new Uint8Array(
  Buffer.concat([
    fromHex('00000094 00000057 b4ab9aee'),
    header(':event-type', 'contentBlockDelta'),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
    Buffer.from('{"contentBlockIndex":0,"delta":{"text":"Hi"}}'),
    fromHex('1f944657'),
  ]),
)

const readAll = (...chunks: readonly Uint8Array[]) => {
  const splitter = new AwsMessageSplitter()
  return chunks.flatMap((chunk) => [...splitter.push(chunk)]).map(({ headers, payload }) => ({ headers, payload: text.decode(payload) }))
}

describe('AWS event stream', () => {
  it('reads the smallest message', () => {
    expect(readAll(EMPTY_EVENT)).toEqual([{ headers: { ':message-type': 'event' }, payload: '{}' }])
  })

  it('reads messages that are split and joined anywhere, also inside the prelude', () => {
    const both = new Uint8Array(Buffer.concat([EMPTY_EVENT, DELTA_EVENT]))
    const whole = readAll(both)
    expect(whole[1]).toEqual({
      headers: { ':event-type': 'contentBlockDelta', ':content-type': 'application/json', ':message-type': 'event' },
      payload: '{"contentBlockIndex":0,"delta":{"text":"Hi"}}',
    })
    for (let at = 1; at < both.length; at++) expect(readAll(both.subarray(0, at), both.subarray(at))).toEqual(whole)
  })

  it('refuses a message with any changed byte', () => {
    for (const at of DELTA_EVENT.keys()) {
      const changed = DELTA_EVENT.with(at, (DELTA_EVENT[at] ?? 0) ^ 1)
      expect(() => readAll(changed)).toThrow(CorruptStream)
    }
  })

  it('refuses what is no event stream', () => {
    expect(() => readAll(new TextEncoder().encode('{"message":"plain body"}'))).toThrow(CorruptStream)
  })

  it('gives nothing for a message that has not come whole', () => {
    expect(readAll(DELTA_EVENT.subarray(0, -1))).toEqual([])
  })

  it('reads a long message in small pieces in a time that grows with its length', () => {
    const splitter = new AwsMessageSplitter()
    const prelude = Buffer.alloc(8)
    prelude.writeUInt32BE(15 * 1024 * 1024)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(Bun.hash.crc32(prelude))
    expect([...splitter.push(new Uint8Array(Buffer.concat([prelude, sum])))]).toEqual([])
    const piece = new Uint8Array(1024)
    const spentMs = processorMs(() => {
      for (let sent = 0; sent < 15_000; sent++) expect([...splitter.push(piece)]).toEqual([])
    })
    // Less than a tenth of a second; copied with every piece it takes half a minute.
    expect(spentMs).toBeLessThan(3000)
  })
})

const sumOf = (bytes: Buffer): Buffer => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum
}

const framed = (total: number, headersLength: number): Uint8Array => {
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32BE(total, 0)
  lengths.writeUInt32BE(headersLength, 4)
  const prelude = Buffer.concat([lengths, sumOf(lengths)])
  const rest = Buffer.alloc(Math.max(0, Math.min(total, 64) - 16))
  return new Uint8Array(Buffer.concat([prelude, rest, sumOf(Buffer.concat([prelude, rest]))]))
}

it.each([
  [24 * 1024 * 1024 + 1, 0, 'a length makes no sense'],
  [24 * 1024 * 1024 + 1, 24 * 1024 * 1024, 'a length makes no sense'],
  [20, 5, 'a length makes no sense'],
  [16, 1, 'a length makes no sense'],
  [24 * 1024 * 1024, 24 * 1024 * 1024 - 16, undefined],
  [24 * 1024 * 1024, 0, undefined],
  [16, 0, undefined],
])('judges a message of %i bytes with %i of headers', (total, headersLength, problem) => {
  const read = () => readAll(framed(total, headersLength))
  if (problem === undefined) expect(read).not.toThrow()
  else expect(read).toThrow(problem)
})
