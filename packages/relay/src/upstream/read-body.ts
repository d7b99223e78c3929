import { joinBytes } from '@weir/dialects/bytes'
import { NetworkFailure, asNetworkFailure } from './network-failure.ts'
import type { ByteReader, UpstreamReply } from '../ports.ts'

const EMPTY = new Uint8Array(0)

export class ReplyTooLarge extends NetworkFailure {
  constructor(limit: number) {
    super(`the reply is larger than ${limit} bytes`)
    this.name = 'ReplyTooLarge'
  }
}

/** A reply whose body can be read piece by piece, or at once where the platform offers it. */
export type Readable = Pick<UpstreamReply, 'headers' | 'body' | 'bytes' | 'pieces'>

/** How long to wait for one thing; without it, for as long as it takes. */
export type Wait = <T>(work: T | Promise<T>) => T | Promise<T>

/** Undefined where there is no body. */
export const readerOf = (reply: Pick<Readable, 'body' | 'pieces'>): ByteReader | undefined => reply.pieces?.() ?? reply.body?.getReader()

/** A body that breaks off is upstream's failure, whichever way the platform words it. */
export const readFrom = (reader: ByteReader): ReturnType<ByteReader['read']> =>
  reader.read().catch((error: unknown) => {
    throw asNetworkFailure(error)
  })

const readPieces = async (reader: ByteReader, limit: number, wait: Wait): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { value } = await wait(readFrom(reader))
    if (value === undefined) return joinBytes(pieces)
    size += value.length
    if (size > limit) {
      await reader.cancel()
      throw new ReplyTooLarge(limit)
    }
    pieces.push(value)
  }
}

/** A length beside chunks, or of what is still to be inflated, says nothing of how much will come. */
const isLengthOfBody = ({ headers }: Readable): boolean =>
  headers.get('transfer-encoding') === null && headers.get('content-encoding') === null

/**
 * Reads a body to its end, at most `limit` bytes. A reply that says how long it is, and is short enough, is read in one go, and at once
 * where all of it has come.
 * `wait` watches over each piece, for bodies that are still being written.
 */
export const readBody = (reply: Readable, limit: number, wait: Wait = (work) => work): Uint8Array | Promise<Uint8Array> => {
  const announced = Number(reply.headers.get('content-length') ?? Number.NaN)
  if (announced > limit) return Promise.reject(new ReplyTooLarge(limit))
  if (reply.bytes !== undefined && announced >= 0 && isLengthOfBody(reply)) return wait(reply.bytes())
  const reader = readerOf(reply)
  return reader === undefined ? Promise.resolve(EMPTY) : readPieces(reader, limit, wait)
}
