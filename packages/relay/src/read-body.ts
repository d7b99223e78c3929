import type { ReplyHeaders } from './ports.ts'
import { joinBytes } from './streams/reply-stream.ts'

const EMPTY = new Uint8Array(0)

export class ReplyTooLarge extends Error {
  constructor(limit: number) {
    super(`the reply is larger than ${limit} bytes`)
    this.name = 'ReplyTooLarge'
  }
}

/** A reply whose body can be read piece by piece, or at once where the platform offers it. */
export interface Readable {
  readonly headers: ReplyHeaders
  readonly body: ReadableStream<Uint8Array> | null
  readonly bytes?: () => Promise<Uint8Array>
}

/** How long to wait for one thing; without it, for as long as it takes. */
type Wait = <T>(work: Promise<T>) => Promise<T>

const readPieces = async (body: ReadableStream<Uint8Array>, limit: number, wait: Wait): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = []
  const reader = body.getReader()
  let size = 0
  for (;;) {
    const { done, value } = await wait(reader.read())
    if (done) return joinBytes(pieces)
    size += value.length
    if (size > limit) {
      await reader.cancel()
      throw new ReplyTooLarge(limit)
    }
    pieces.push(value)
  }
}

/**
 * Reads a body to its end, at most `limit` bytes. A reply that says how long it is, and is short enough, is read in one go.
 * `wait` watches over each piece, for bodies that are still being written.
 */
export const readBody = async (reply: Readable, limit: number, wait: Wait = (work) => work): Promise<Uint8Array> => {
  if (reply.body === null) return EMPTY
  const announced = Number(reply.headers.get('content-length') ?? Number.NaN)
  if (announced > limit) throw new ReplyTooLarge(limit)
  return reply.bytes !== undefined && announced >= 0 ? await wait(reply.bytes()) : await readPieces(reply.body, limit, wait)
}
