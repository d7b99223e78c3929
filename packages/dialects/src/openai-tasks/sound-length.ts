/** A file is looked into no further than this, and an Ogg file from its end as far. */
const LOOKED_INTO = 64 * 1024
const MAX_RATE = 384_000
const MAX_CHANNELS = 32
/** 128 kbit/s, a common rate of compressed speech: how long a recording is, as far as its size tells. */
const BYTES_PER_MS = 16

interface Sound {
  readonly rate: number
  readonly channels: number
  readonly bits: number
}

const isPlausible = ({ rate, channels, bits }: Sound): boolean =>
  rate >= 1000 && rate <= MAX_RATE && channels >= 1 && channels <= MAX_CHANNELS && bits >= 4 && bits <= 64

/** As long as so many bytes are when nothing is compressed. */
const plainMs = (bytes: number, { rate, channels, bits }: Sound): number => (bytes * 8000) / (rate * channels * bits)

/** Whole samples, with fractions, A-law and µ-law: each has its own bits. */
const UNCOMPRESSED: ReadonlySet<number> = new Set([1, 3, 6, 7])
const EXTENDED = 0xff_fe
const FORMAT_BYTES = 16

/** The format stands first, or where that is extended behind the rest. */
const wavSound = (block: Buffer): Sound | undefined => {
  if (block.length < FORMAT_BYTES) return undefined
  const first = block.readUInt16LE(0)
  const format = first === EXTENDED && block.length >= 26 ? block.readUInt16LE(24) : first
  const sound = { channels: block.readUInt16LE(2), rate: block.readUInt32LE(4), bits: block.readUInt16LE(14) }
  return UNCOMPRESSED.has(format) && isPlausible(sound) ? sound : undefined
}

/** Everything behind the head of the data counts: a length of less may be a lie, and one that is not known is 0 or the most there is. */
const wavMs = (file: Buffer): number | undefined => {
  if (file.toString('latin1', 8, 12) !== 'WAVE') return undefined
  let sound: Sound | undefined
  for (let at = 12; at + 8 <= Math.min(file.length, LOOKED_INTO);) {
    const [name, size] = [file.toString('latin1', at, at + 4), file.readUInt32LE(at + 4)]
    const start = at + 8
    if (name === 'fmt ') sound = wavSound(file.subarray(start, start + size))
    if (name === 'data') return sound && plainMs(file.length - start, sound)
    at = start + size + (size % 2)
  }
  return undefined
}

/** The number of samples stands in the first block, behind the rate; it cannot be less than the file would have without compression. */
const flacMs = (file: Buffer): number | undefined => {
  if (file.length < 26) return undefined
  const packed = file.readBigUInt64BE(18)
  const sound = { rate: Number(packed >> 44n), channels: Number((packed >> 41n) & 7n) + 1, bits: Number((packed >> 36n) & 31n) + 1 }
  const samples = Number(packed & 0xf_ff_ff_ff_ffn)
  return samples === 0 || !isPlausible(sound) ? undefined : Math.max((samples * 1000) / sound.rate, plainMs(file.length, sound))
}

const OPUS_RATE = 48_000

const oggRate = (file: Buffer): number | undefined => {
  const head = file.subarray(0, LOOKED_INTO)
  if (head.includes('OpusHead')) return OPUS_RATE
  const vorbis = head.indexOf('\u0001vorbis', 'latin1')
  const rate = vorbis !== -1 && vorbis + 16 <= file.length ? file.readUInt32LE(vorbis + 12) : 0
  return isPlausible({ rate, channels: 1, bits: 8 }) ? rate : undefined
}

/** The last page tells how many samples there are up to its end. Nothing but the size speaks against one that tells too few. */
const oggMs = (file: Buffer): number | undefined => {
  const rate = oggRate(file)
  const end = file.subarray(-LOOKED_INTO)
  const last = end.lastIndexOf('OggS')
  if (rate === undefined || last === -1 || last + 14 > end.length) return undefined
  const samples = Number(end.readBigInt64LE(last + 6))
  return samples <= 0 ? undefined : Math.max((samples * 1000) / rate, file.length / BYTES_PER_MS)
}

const READERS: Readonly<Record<string, (file: Buffer) => number | undefined>> = { RIFF: wavMs, fLaC: flacMs, OggS: oggMs }

/** A head may claim what no file of the size can hold: silence takes more than a tenth of a byte a millisecond. */
const MAX_MS_PER_BYTE = 10

/** So many bytes of a recording of which nothing else is known, in milliseconds. */
export const msOfSize = (bytes: number): number => Math.ceil(bytes / BYTES_PER_MS)

/** How many milliseconds a recording has: as its own head tells where that can be true, otherwise as its size does. */
export const soundMs = (bytes: Uint8Array): number => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mark = file.toString('latin1', 0, 4)
  const told = Object.hasOwn(READERS, mark) ? READERS[mark]?.(file) : undefined
  return told === undefined || told > file.length * MAX_MS_PER_BYTE ? msOfSize(file.length) : Math.ceil(told)
}
