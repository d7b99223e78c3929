const EMPTY = new Uint8Array(0)

export class ReplyTooLarge extends Error {
  constructor(limit: number) {
    super(`the reply is larger than ${limit} bytes`)
    this.name = 'ReplyTooLarge'
  }
}

/** Reads a body to its end, at most `limit` bytes. Most replies arrive in one piece and are not copied. */
export const readBody = async (body: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array> => {
  if (body === null) return EMPTY
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) throw new ReplyTooLarge(limit)
    chunks.push(chunk)
  }
  const [first = EMPTY] = chunks
  if (chunks.length <= 1) return first
  const joined = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
  }
  return joined
}
