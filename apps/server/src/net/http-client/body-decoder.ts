import { NO_BYTES, joinBytes } from '@weir/dialects/bytes'
import { BrokenReply } from './broken-reply.ts'
import type { Framing } from './reply-head.ts'

const CR = 13
const LF = 10
const SEMICOLON = 59
/** Fifteen hexadecimal digits would be a petabyte. */
const MAX_SIZE_DIGITS = 12
/** Extensions of a chunk and fields after the last one: they are not needed, and must not fill the memory. */
const MAX_ASIDE = 16 * 1024

type ChunkState = 'size' | 'extension' | 'data' | 'data-end' | 'trailer' | 'done'

const digitOf = (byte: number): number => {
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = byte | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** Takes the body out of what the connection brings. */
export interface BodyDecoder {
  /** The part of the body in these bytes, as views of them where possible. */
  push(bytes: Uint8Array): Uint8Array
  readonly isDone: boolean
  /** Bytes came after the end: the two sides do not mean the same thing. */
  readonly hasExcess: boolean
  /** The connection is closed; true when the body was whole. */
  close(): boolean
}

class LengthDecoder implements BodyDecoder {
  #left: number
  hasExcess = false

  constructor(length: number) {
    this.#left = length
  }

  get isDone(): boolean {
    return this.#left === 0
  }

  push(bytes: Uint8Array): Uint8Array {
    this.hasExcess ||= bytes.length > this.#left
    const part = this.hasExcess ? bytes.subarray(0, this.#left) : bytes
    this.#left -= part.length
    return part
  }

  close(): boolean {
    return this.isDone
  }
}

class UntilCloseDecoder implements BodyDecoder {
  readonly hasExcess = false
  isDone = false

  push(bytes: Uint8Array): Uint8Array {
    return bytes
  }

  close(): boolean {
    this.isDone = true
    return true
  }
}

class ChunkedDecoder implements BodyDecoder {
  #state: ChunkState = 'size'
  #size = 0
  #digits = 0
  #aside = 0
  #isLineEmpty = true
  hasExcess = false

  get isDone(): boolean {
    return this.#state === 'done'
  }

  push(bytes: Uint8Array): Uint8Array {
    let first: Uint8Array | undefined
    let more: Uint8Array[] | undefined
    let at = 0
    while (at < bytes.length) {
      if (this.#state === 'done') {
        this.hasExcess = true
        break
      }
      if (this.#state === 'data') {
        const end = Math.min(bytes.length, at + this.#size)
        const part = bytes.subarray(at, end)
        this.#size -= part.length
        at = end
        if (this.#size === 0) this.#state = 'data-end'
        if (first === undefined) first = part
        else (more ??= [first]).push(part)
      } else this.#step(bytes[at++] ?? 0)
    }
    return more === undefined ? (first ?? NO_BYTES) : joinBytes(more)
  }

  close(): boolean {
    return this.isDone
  }

  /** One byte of what stands around the data. */
  #step(byte: number): void {
    if (this.#state === 'size') this.#stepSize(byte)
    else if (this.#state === 'extension') this.#stepExtension(byte)
    else if (this.#state === 'data-end') this.#stepDataEnd(byte)
    else this.#stepTrailer(byte)
  }

  #stepSize(byte: number): void {
    const digit = digitOf(byte)
    if (digit >= 0) {
      this.#size = this.#size * 16 + digit
      if (++this.#digits > MAX_SIZE_DIGITS) throw new BrokenReply('a chunk is too large')
      return
    }
    if (this.#digits === 0) throw new BrokenReply('a chunk has no size')
    if (byte === CR || byte === SEMICOLON || byte === 32 || byte === 9) this.#state = 'extension'
    else throw new BrokenReply('the size of a chunk is malformed')
  }

  #stepExtension(byte: number): void {
    this.#countAside()
    if (byte !== LF) return
    this.#digits = 0
    this.#aside = 0
    this.#isLineEmpty = true
    this.#state = this.#size === 0 ? 'trailer' : 'data'
  }

  #stepDataEnd(byte: number): void {
    if (byte === CR) return
    if (byte !== LF) throw new BrokenReply('a chunk is longer than it said')
    this.#state = 'size'
  }

  #stepTrailer(byte: number): void {
    this.#countAside()
    if (byte === CR) return
    if (byte !== LF) this.#isLineEmpty = false
    else if (this.#isLineEmpty) this.#state = 'done'
    else this.#isLineEmpty = true
  }

  #countAside(): void {
    if (++this.#aside > MAX_ASIDE) throw new BrokenReply('there is too much around its chunks')
  }
}

export const decoderFor = (framing: Framing): BodyDecoder => {
  switch (framing.kind) {
    case 'none':
      return new LengthDecoder(0)
    case 'length':
      return new LengthDecoder(framing.length)
    case 'chunked':
      return new ChunkedDecoder()
    case 'until-close':
      return new UntilCloseDecoder()
  }
}
