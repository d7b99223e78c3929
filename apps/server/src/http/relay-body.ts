import { RelayRefusal } from '@weir/relay/refusal'

/** Reads a stream to its end, at most `limit` bytes, so that a small compressed body cannot unfold into a large one. */
const readLimited = async (body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) throw new RelayRefusal('body-too-large', { params: { limit } })
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : new Uint8Array(Buffer.concat(chunks))
}

const NOT_GZIP = { zh: '请求体不是合法的 gzip 数据', en: 'The request body is not valid gzip data' }

const inflate = async (request: Request, limit: number): Promise<Uint8Array> => {
  if (request.body === null) return new Uint8Array(0)
  try {
    return await readLimited(request.body.pipeThrough(new DecompressionStream('gzip')), limit)
  } catch (error) {
    if (error instanceof RelayRefusal) throw error
    throw new RelayRefusal('invalid-request', { problem: NOT_GZIP })
  }
}

/** The body of a relay request, inflated where it came compressed. */
export const readRelayBody = async (request: Request, limit: number): Promise<Uint8Array> => {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new RelayRefusal('body-too-large', { params: { limit } })
  if (request.headers.get('content-encoding') === 'gzip') return await inflate(request, limit)
  const bytes = await request.bytes()
  if (bytes.length > limit) throw new RelayRefusal('body-too-large', { params: { limit } })
  return bytes
}
