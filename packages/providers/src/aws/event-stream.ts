import { crc32 } from 'node:zlib'
import { GrowingBytes } from '@weir/dialects/growing-bytes'

/** One message of AWS's binary stream. */
export interface AwsMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Uint8Array
}

/** The bytes are no event stream, or were changed on the way. */
export class CorruptStream extends Error {
  constructor(what: string) {
    super(`the event stream is corrupt: ${what}`)
    this.name = 'CorruptStream'
  }
}

const PRELUDE_BYTES = 12
const CRC_BYTES = 4
/** The largest message AWS allows, with its headers. */
const MAX_MESSAGE_BYTES = 24 * 1024 * 1024

/** Bytes of a header's value by its type; the types 6 and 7 carry their length. */
const FIXED_SIZES: Readonly<Record<number, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 }
const TEXT_TYPE = 7

const decoder = new TextDecoder()

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const needs = (bytes: Uint8Array, end: number): void => {
  if (end > bytes.length) throw new CorruptStream('a header is longer than all of them')
}

const readHeaders = (bytes: Uint8Array): Readonly<Record<string, string>> => {
  const view = viewOf(bytes)
  const headers: Record<string, string> = {}
  let at = 0
  while (at < bytes.length) {
    const nameEnd = at + 1 + view.getUint8(at)
    needs(bytes, nameEnd + 1)
    const type = view.getUint8(nameEnd)
    const fixed = FIXED_SIZES[type]
    const start = nameEnd + (fixed === undefined ? 3 : 1)
    needs(bytes, start)
    const end = start + (fixed ?? view.getUint16(nameEnd + 1))
    needs(bytes, end)
    if (type === TEXT_TYPE) headers[decoder.decode(bytes.subarray(at + 1, nameEnd))] = decoder.decode(bytes.subarray(start, end))
    at = end
  }
  return headers
}

const checkSum = (bytes: Uint8Array, expected: number, what: string): void => {
  if (crc32(bytes) !== expected) throw new CorruptStream(`the checksum of ${what} is wrong`)
}

const lengthOf = (bytes: Uint8Array): number => {
  const view = viewOf(bytes)
  checkSum(bytes.subarray(0, 8), view.getUint32(8), 'a prelude')
  const total = view.getUint32(0)
  const headersLength = view.getUint32(4)
  if (total > MAX_MESSAGE_BYTES || headersLength > total - PRELUDE_BYTES - CRC_BYTES) throw new CorruptStream('a length makes no sense')
  return total
}

const readMessage = (bytes: Uint8Array): AwsMessage => {
  const view = viewOf(bytes)
  const end = bytes.length - CRC_BYTES
  checkSum(bytes.subarray(0, end), view.getUint32(end), 'a message')
  const headersEnd = PRELUDE_BYTES + view.getUint32(4)
  return { headers: readHeaders(bytes.subarray(PRELUDE_BYTES, headersEnd)), payload: bytes.subarray(headersEnd, end) }
}

/** Cuts bytes into messages, wherever the network happened to split them, and checks both sums of each. */
export class AwsMessageSplitter {
  readonly #rest = new GrowingBytes()

  /** What came whole before a corrupt message is still given. */
  push(chunk: Uint8Array): Iterable<AwsMessage> {
    return this.#read(chunk)
  }

  *#read(chunk: Uint8Array): Generator<AwsMessage> {
    const bytes = this.#rest.append(chunk)
    let start = 0
    while (bytes.length - start >= PRELUDE_BYTES) {
      const total = lengthOf(bytes.subarray(start, start + PRELUDE_BYTES))
      if (bytes.length - start < total) break
      yield readMessage(bytes.subarray(start, start + total))
      start += total
    }
    this.#rest.keepFrom(start)
  }
}
