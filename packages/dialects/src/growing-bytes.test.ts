import { describe, expect, it } from 'bun:test'
import { GrowingBytes } from './growing-bytes.ts'

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

describe('bytes that grow', () => {
  it('are all there, whatever the pieces were', () => {
    const bytes = new GrowingBytes()
    for (const piece of ['one', '', ' two', ' three', ' and a longer piece']) bytes.append(Buffer.from(piece))
    expect(bytes.length).toBe(32)
    expect(text(bytes.append(Buffer.from('!')))).toBe('one two three and a longer piece!')
    bytes.keepFrom(4)
    expect(text(bytes.append(Buffer.from('?')))).toBe('two three and a longer piece!?')
    expect(text(bytes.takeAll())).toBe('two three and a longer piece!?')
    expect(bytes.length).toBe(0)
  })

  it('leave alone what was handed out before the rest was kept', () => {
    const bytes = new GrowingBytes()
    bytes.append(Buffer.from('abcdef'))
    const handed = bytes.append(Buffer.from('ghi')).subarray(0, 3)
    bytes.keepFrom(3)
    for (let count = 0; count < 20; count++) bytes.append(Buffer.from('xyz'))
    expect(text(handed)).toBe('abc')
  })

  it('do not change with a piece that came from outside, nor change it', () => {
    const piece = new Uint8Array(Buffer.from('abcd'))
    const bytes = new GrowingBytes()
    bytes.append(piece.subarray(0, 2))
    bytes.keepFrom(0)
    piece.fill(120)
    expect(text(bytes.append(Buffer.from('zz')))).toBe('abzz')
    expect(text(piece)).toBe('xxxx')
  })

  it('are copied eleven times at most while a thousand pieces of one byte come', () => {
    const bytes = new GrowingBytes()
    const places = new Set<ArrayBufferLike>()
    for (let count = 0; count < 1000; count++) places.add(bytes.append(Uint8Array.of(count % 256)).buffer)
    expect(bytes.length).toBe(1000)
    expect(places.size).toBe(11)
  })

  it('stay where they are while there is room, to the last byte of it', () => {
    const bytes = new GrowingBytes()
    bytes.append(Buffer.from('ab'))
    const doubled = bytes.append(Buffer.from('c')).buffer
    expect(bytes.append(Buffer.from('d')).buffer).toBe(doubled)
    expect(bytes.append(Buffer.from('e')).buffer).not.toBe(doubled)
  })

  it('are not copied again to be kept whole', () => {
    const bytes = new GrowingBytes()
    bytes.append(Buffer.from('ab'))
    const before = bytes.append(Buffer.from('cd')).buffer
    bytes.keepFrom(0)
    bytes.keepFrom(0)
    expect(bytes.takeAll().buffer).toBe(before)
  })
})
