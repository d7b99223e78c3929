import { describe, expect, it } from 'bun:test'
import { soundMs } from './sound-length.ts'

const text = (words: string): Buffer => Buffer.from(words, 'latin1')
const u16 = (value: number): Buffer => Buffer.from(Uint16Array.of(value).buffer)
const u32 = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer)

interface Wav {
  readonly format?: number
  readonly channels?: number
  readonly rate?: number
  readonly bits?: number
  readonly announced?: number
  readonly kind?: string
  readonly extra?: Buffer
}

const wav = (bytes: number, { format = 1, channels = 1, rate = 16_000, bits = 16, announced = bytes, kind = 'WAVE', extra }: Wav = {}) => {
  const block = Buffer.concat([u16(format), u16(channels), u32(rate), u32(1), u16(1), u16(bits), extra ?? Buffer.alloc(0)])
  const list = Buffer.concat([text('LIST'), u32(3), Buffer.alloc(4)])
  const data = Buffer.concat([text('data'), u32(announced), Buffer.alloc(bytes)])
  return Buffer.concat([text('RIFF'), u32(0), text(kind), list, text('fmt '), u32(block.length), block, data])
}

describe('a WAV file of ten seconds is as long as its samples make it', () => {
  it.each<readonly [string, number, Wav]>([
    ['speech', 320_000, {}],
    ['music', 1_764_000, { rate: 44_100, channels: 2 }],
    ['telephone', 80_000, { format: 7, rate: 8000, bits: 8 }],
    ['an extended head', 320_000, { format: 0xff_fe, extra: Buffer.concat([Buffer.alloc(8), u16(1), Buffer.alloc(14)]) }],
    ['a length that is not known', 320_000, { announced: 0xff_ff_ff_ff }],
    ['a length that hides the rest', 320_000, { announced: 4 }],
  ])('%s', (_, bytes, head) => {
    expect(soundMs(wav(bytes, head))).toBe(10_000)
  })

  it.each<readonly [string, Wav]>([
    ['compressed', { format: 0x11 }],
    ['compressed behind an extended head', { format: 0xff_fe, extra: Buffer.concat([Buffer.alloc(8), u16(0x55), Buffer.alloc(14)]) }],
    ['with a rate of nothing', { rate: 0 }],
    ['with a rate of too much', { rate: 4_000_000_000 }],
    ['with no bits', { bits: 0 }],
    ['something else', { kind: 'AVI ' }],
  ])('unless it is %s', (_, head) => {
    const file = wav(320_000, head)
    expect(soundMs(file)).toBe(Math.ceil(file.length / 16))
  })
})

/** A head of 26 bytes and what follows, of 16 bits in one channel. */
const flac = (samples: number, bytes: number, rate = 16_000): Buffer => {
  const packed = Buffer.alloc(8)
  packed.writeBigUInt64BE((BigInt(rate) << 44n) | (15n << 36n) | BigInt(samples))
  return Buffer.concat([text('fLaC'), Buffer.alloc(14), packed, Buffer.alloc(bytes - 26)])
}

describe('a FLAC file', () => {
  it('is as long as its head tells', () => expect(soundMs(flac(160_000, 150_000))).toBe(10_000))
  it('is no shorter than it would be without compression', () => expect(soundMs(flac(16, 320_000))).toBe(10_000))
  it('is judged by its size where its head tells nothing, or what cannot be', () => {
    expect([flac(0, 32_000), flac(160_000, 32_000, 0), flac(0xf_ff_ff_ff_ff, 32_000)].map(soundMs)).toEqual([2000, 2000, 2000])
  })
})

const page = (granule: bigint, body: Buffer): Buffer => {
  const head = Buffer.alloc(27)
  head.write('OggS')
  head.writeBigInt64LE(granule, 6)
  return Buffer.concat([head, body])
}
const opus = (granule: bigint, bytes: number): Buffer =>
  Buffer.concat([page(0n, text('OpusHead')), page(-1n, Buffer.alloc(bytes)), page(granule, Buffer.alloc(9))])

describe('an Ogg file', () => {
  it('is as long as its last page tells, for Opus and Vorbis', () => {
    expect(soundMs(opus(480_000n, 20_000))).toBe(10_000)
    const head = Buffer.concat([text('\u0001vorbis'), u32(0), Buffer.from([2]), u32(44_100)])
    expect(soundMs(Buffer.concat([page(0n, head), page(441_000n, Buffer.alloc(20_000))]))).toBe(10_000)
  })

  it('is no shorter than its size makes it', () => {
    const file = opus(48n, 32_000)
    expect(soundMs(file)).toBe(Math.ceil(file.length / 16))
  })

  it('is judged by its size where nothing tells its length, or what cannot be', () => {
    const files = [opus(-1n, 320), opus(2n ** 60n, 320), page(480_000n, Buffer.alloc(320)), text('OggS')]
    expect(files.map(soundMs)).toEqual(files.map(({ length }) => Math.ceil(length / 16)))
  })
})

it('any other file is as long as its size makes it at 128 kbit/s', () => {
  expect([Buffer.alloc(0), Buffer.alloc(3201), text('RIFF'), text('fLaC'), text('constructor')].map(soundMs)).toEqual([0, 201, 1, 1, 1])
})
