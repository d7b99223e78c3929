import { RelayRefusal } from '@weir/relay/refusal'
import type { BodyGate, BodyReading } from '../request/body-gate.ts'

const NOT_GZIP = { zh: '请求体不是合法的 gzip 数据', en: 'The request body is not valid gzip data' }

const bodyTooSlow = (): RelayRefusal => new RelayRefusal('body-too-slow')

const inflate = async (body: NonNullable<Request['body']>, bodies: BodyGate, reading: BodyReading): Promise<Uint8Array> => {
  try {
    return await bodies.read(body.pipeThrough(new DecompressionStream('gzip')), reading)
  } catch (error) {
    if (error instanceof RelayRefusal) throw error
    throw new RelayRefusal('invalid-request', { problem: NOT_GZIP })
  }
}

/** Read in one piece, which is faster; longer ones are watched piece by piece. */
const MAX_SHORT_BYTES = 64 * 1024

const isShort = ({ headers }: Request, limit: number): boolean => {
  const length = headers.get('content-length')
  return length !== null && Number(length) <= Math.min(MAX_SHORT_BYTES, limit) && !headers.has('content-encoding')
}

/** The body of a relay request, inflated where it came compressed. */
export const readRelayBody = async (request: Request, bodies: BodyGate, limit: number): Promise<Uint8Array> => {
  const tooLarge = (): RelayRefusal => new RelayRefusal('body-too-large', { params: { limit } })
  const { headers } = request
  if (Number(headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  const reading = { limit, isShort: false, tooLarge, tooSlow: bodyTooSlow }
  if (encoding === 'gzip') return request.body === null ? new Uint8Array(0) : await inflate(request.body, bodies, reading)
  if (encoding !== 'identity') throw new RelayRefusal('body-encoding', { params: { encoding } })
  return isShort(request, limit) ? await bodies.whole(request.bytes(), bodyTooSlow) : await bodies.read(request.body, reading)
}

const decoder = new TextDecoder()

export const readRelayText = (request: Request, bodies: BodyGate, limit: number): Promise<string> =>
  isShort(request, limit)
    ? bodies.whole(request.text(), bodyTooSlow)
    : readRelayBody(request, bodies, limit).then((bytes) => decoder.decode(bytes))
