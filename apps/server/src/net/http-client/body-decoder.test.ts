import { describe, expect, it } from 'bun:test'
import { decoderFor } from './body-decoder.ts'

const encoder = new TextEncoder()
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const CHUNKED = '5;ext=1\r\nhello\r\n1 \r\n,\r\nA\r\n beautiful\r\n6\r\n world\r\n0\r\nTrailer: x\r\n\r\n'
const WHOLE = 'hello, beautiful world'

const decode = (parts: readonly Uint8Array[], framing: Parameters<typeof decoderFor>[0] = { kind: 'chunked' }) => {
  const decoder = decoderFor(framing)
  const body = parts.map((part) => text(decoder.push(part))).join('')
  return { body, decoder }
}

describe('a body in chunks', () => {
  it('is the same wherever the connection cuts it', () => {
    const bytes = encoder.encode(CHUNKED)
    for (let first = 0; first <= bytes.length; first++) {
      for (let second = first; second <= bytes.length; second += 3) {
        const { body, decoder } = decode([bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)])
        expect([body, decoder.isDone, decoder.hasExcess]).toEqual([WHOLE, true, false])
      }
    }
  })

  it('is not over before its last chunk', () => {
    const bytes = encoder.encode(CHUNKED)
    for (let end = 0; end < bytes.length; end++) {
      const { decoder } = decode([bytes.subarray(0, end)])
      expect([decoder.isDone, decoder.close()]).toEqual([false, false])
    }
  })

  it('notices what comes after its end', () => {
    expect(decode([encoder.encode(`${CHUNKED}HTTP/1.1 200`)]).decoder.hasExcess).toBe(true)
  })

  it('may have any number of chunks', () => {
    const many = encoder.encode(`${'1\r\nx\r\n'.repeat(40_000)}0\r\n\r\n`)
    const { body, decoder } = decode([many])
    expect([body.length, decoder.isDone]).toEqual([40_000, true])
  })

  it.each(['x\r\n', '\r\n', '-1\r\n', '1\r\nab\r\n', 'fffffffffffff\r\n', `1;${'x'.repeat(20_000)}`, `0\r\n${'a: b\r\n'.repeat(4000)}`])(
    'is broken when it goes on like %.20j',
    (bad) => {
      expect(() => decode([encoder.encode(bad)])).toThrow('broken')
    },
  )
})

describe('a body of known length', () => {
  it('ends there', () => {
    const { body, decoder } = decode([encoder.encode('hel'), encoder.encode('lo!')], { kind: 'length', length: 5 })
    expect([body, decoder.isDone, decoder.hasExcess]).toEqual(['hello', true, true])
  })

  it('is not whole when less has come', () => {
    const { decoder } = decode([encoder.encode('hel')], { kind: 'length', length: 5 })
    expect([decoder.isDone, decoder.close()]).toEqual([false, false])
  })
})

it('a body of unknown length ends with its connection', () => {
  const { body, decoder } = decode([encoder.encode('hello')], { kind: 'until-close' })
  expect([body, decoder.isDone, decoder.close(), decoder.isDone]).toEqual(['hello', false, true, true])
})
