import { RelayRefusal } from '@weir/relay/refusal'
import { readLimited } from '../request/read-limited.ts'

const NOT_GZIP = { zh: '请求体不是合法的 gzip 数据', en: 'The request body is not valid gzip data' }

const tooLarge = (limit: number) => (): RelayRefusal => new RelayRefusal('body-too-large', { params: { limit } })

const inflate = async (body: NonNullable<Request['body']>, limit: number): Promise<Uint8Array> => {
  try {
    return await readLimited(body.pipeThrough(new DecompressionStream('gzip')), limit, tooLarge(limit))
  } catch (error) {
    if (error instanceof RelayRefusal) throw error
    throw new RelayRefusal('invalid-request', { problem: NOT_GZIP })
  }
}

const readPlain = async (request: Request, limit: number): Promise<Uint8Array> => {
  // A body that says how long it is comes faster in one piece.
  if (request.headers.has('content-length')) return await request.bytes()
  return await readLimited(request.body, limit, tooLarge(limit))
}

/** The body of a relay request, inflated where it came compressed. */
export const readRelayBody = async (request: Request, limit: number): Promise<Uint8Array> => {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)()
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity') return await readPlain(request, limit)
  if (encoding !== 'gzip') throw new RelayRefusal('body-encoding', { params: { encoding } })
  return request.body === null ? new Uint8Array(0) : await inflate(request.body, limit)
}

const decoder = new TextDecoder()

/** The body as text, in one piece where it comes as it is and is known to be short enough. */
export const readRelayText = (request: Request, limit: number): Promise<string> => {
  const length = request.headers.get('content-length')
  const isPlain = length !== null && Number(length) <= limit && !request.headers.has('content-encoding')
  return isPlain ? request.text() : readRelayBody(request, limit).then((bytes) => decoder.decode(bytes))
}
