import { languageOf, type Language } from '@weir/contract/errors'
import { getModel, listModels } from '@weir/relay/models'
import type { Ports } from '@weir/relay/ports'
import { RelayRefusal } from '@weir/relay/refusal'
import { relayChat } from '@weir/relay/relay'
import { replyOfRefusal, type RelayReply } from '@weir/relay/reply'
import type { Origin } from './origin.ts'

export interface RelayRoutesOptions {
  readonly ports: Ports
  readonly maxRequestBytes: number
  readonly refusalOf: (error: unknown, requestId: string) => RelayRefusal
}

const CORS: Readonly<Record<string, string>> = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }
const PREFLIGHT: Readonly<Record<string, string>> = {
  ...CORS,
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '43200',
}

/** Browsers do not count this header under the `*` of allowed headers. */
const allowedHeaders = (request: Request): string => {
  const asked = request.headers.get('access-control-request-headers')
  return asked === null ? '*' : `*, ${asked}`
}

const jsonReply = (value: unknown): RelayReply => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

const readBody = async (request: Request, limit: number): Promise<string> => {
  const tooLarge = () => new RelayRefusal('body-too-large', { params: { limit } })
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const body = await request.text()
  if (body.length > limit) throw tooLarge()
  return body
}

const toResponse = (reply: RelayReply, requestId: string): Response =>
  new Response(reply.body, {
    status: reply.status,
    headers: { ...reply.headers, ...CORS, 'x-request-id': requestId, 'x-oneapi-request-id': requestId },
  })

/** The relay's own small router: it stays off the framework because every microsecond here is paid by every request. */
export const createRelayRoutes = (options: RelayRoutesOptions) => {
  const { ports } = options

  const dispatch = async (request: Request, origin: Origin, language: Language): Promise<RelayReply> => {
    const path = new URL(request.url).pathname.replace(/\/+$/, '')
    const authorization = request.headers.get('authorization') ?? undefined
    const { address } = origin
    if (request.method === 'POST' && path === '/v1/chat/completions') {
      const rawBody = await readBody(request, options.maxRequestBytes)
      return await relayChat({ authorization, address, rawBody, requestId: origin.requestId, language, signal: request.signal }, ports)
    }
    if (request.method === 'GET' && path === '/v1/models') return jsonReply(await listModels(authorization, address, ports))
    if (request.method === 'GET' && path.startsWith('/v1/models/')) {
      return jsonReply(await getModel({ authorization, address, model: decodeURIComponent(path.slice('/v1/models/'.length)) }, ports))
    }
    throw new RelayRefusal('unknown-path', { params: { method: request.method, path } })
  }

  return async (request: Request, origin: Origin): Promise<Response> => {
    if (request.method === 'OPTIONS') {
      return new Response(null, { status: 204, headers: { ...PREFLIGHT, 'access-control-allow-headers': allowedHeaders(request) } })
    }
    const language = languageOf(request.headers.get('accept-language'))
    try {
      return toResponse(await dispatch(request, origin, language), origin.requestId)
    } catch (error) {
      const refusal = error instanceof RelayRefusal ? error : options.refusalOf(error, origin.requestId)
      return toResponse(replyOfRefusal(refusal, origin.requestId, language), origin.requestId)
    }
  }
}
