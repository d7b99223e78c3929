import { languageOf } from '@weir/contract/errors'
import type { WireEnvelope } from '@weir/dialects/model/caller-wire'
import { envelopeOf } from '@weir/relay/caller-wires'
import type { Ports } from '@weir/relay/ports'
import { RelayRefusal } from '@weir/relay/refusal'
import { replyOfRefusal, type RelayReply } from '@weir/relay/reply'
import { knownAmong } from '@weir/relay/stages/authenticate'
import type { BodyLog } from '../../relay/bodies/body-log.ts'
import type { ReadBilling } from '../../relay/billing.ts'
import type { BodyGate } from '../request/body-gate.ts'
import type { Origin } from '../request/origin.ts'
import type { TracedRequest } from '../../telemetry/traced-request.ts'
import type { Tracing } from '../../telemetry/tracing.ts'
import { directBody } from './direct-body.ts'
import { otherKeys, presentedKey } from './presented-key.ts'
import { REALTIME_PATH, metricNameOf, wireOf } from './relayed-paths.ts'
import type { Upgrade } from './realtime-door.ts'
import { createRelayRouter } from './router.ts'
import { tellEnd } from './stream-ends.ts'

export interface RelayRoutesOptions {
  readonly ports: Ports
  readonly maxRequestBytes: number
  readonly readBilling: ReadBilling
  readonly bodies: BodyGate
  readonly upgrade: Upgrade
  /** Absent where bodies are never kept. */
  readonly bodyLog?: Pick<BodyLog, 'open'> | undefined
  /** Absent where nothing is traced. */
  readonly tracing?: Tracing | undefined
  readonly refusalOf: (error: unknown, requestId: string) => RelayRefusal
}

/** Programs and their logs read what the relay says. */
export const RELAY_LANGUAGE = 'en'

const CORS: Readonly<Record<string, string>> = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }
const PREFLIGHT: Readonly<Record<string, string>> = {
  ...CORS,
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-max-age': '43200',
}

/** Browsers do not count the authorization header under the `*` of allowed headers. */
const allowedHeaders = (request: Request): string => {
  const asked = request.headers.get('access-control-request-headers')
  return asked === null ? '*' : `*, ${asked}`
}

/** What a browser shows or plays without running anything of it. The console lives on this origin, too. */
const PASSIVE_TYPE =
  /^(application\/([\w.-]+\+)?json|application\/(x-ndjson|octet-stream)|text\/(event-stream|plain|vtt)|audio\/[\w.+-]+|video\/[\w.+-]+|image\/(png|jpeg|gif|webp))\s*(;|$)/i

const passiveType = (type: string | undefined): string =>
  type !== undefined && PASSIVE_TYPE.test(type) ? type : 'application/octet-stream'

const MAX_TYPES = 100
const byType = new Map<string | undefined, Headers>()

/** What every reply of a type has in common. Copied as a whole, because names and values are checked one by one otherwise. */
const headersFor = (type: string | undefined): Headers => {
  const known = byType.get(type)
  if (known !== undefined) return known
  const made = new Headers({ ...CORS, 'x-content-type-options': 'nosniff', 'content-type': passiveType(type) })
  // Some types are named by upstreams.
  if (byType.size >= MAX_TYPES) byType.clear()
  byType.set(type, made)
  return made
}

/** The caller is told in one language; who reads the log may speak the other. */
const noteRefusal = (refusal: RelayRefusal, { address, requestId }: Pick<Origin, 'address' | 'requestId'>, { refusals }: Ports): void => {
  const { refused, kind } = refusal
  if (refused !== undefined) refusals.note({ ...refused, kind, text: (language) => refusal.text(language), address, requestId })
}

interface RelayOrigin extends Pick<Origin, 'address' | 'requestId'> {
  /** Of a caller who was known before; everyone else shows a key. */
  readonly authorization?: string
}

interface TracedEnd extends Pick<RelayReply, 'status' | 'onEnd'> {
  readonly code?: string
}

interface Replied {
  readonly requestId: string
  readonly envelope: WireEnvelope
}

const toResponse = (reply: RelayReply, { requestId, envelope }: Replied): Response => {
  const response = new Response(directBody(reply.body), { status: reply.status, headers: headersFor(reply.headers['content-type']) })
  const { headers } = response
  for (const name in reply.headers) if (name !== 'content-type') headers.set(name, reply.headers[name] ?? '')
  headers.set('x-request-id', requestId)
  headers.set('x-oneapi-request-id', requestId)
  const own = envelope.replyHeaders?.(requestId)
  for (const name in own) headers.set(name, own[name] ?? '')
  tellEnd(response, reply.onEnd)
  return response
}

const preflight = (request: Request, requestId: string): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...PREFLIGHT,
      'access-control-allow-headers': allowedHeaders(request),
      'x-request-id': requestId,
      'x-oneapi-request-id': requestId,
    },
  })

/** By hand: a pattern would try again from every slash of a path that is full of them. */
const withoutSlash = (path: string): string => {
  let { length } = path
  while (path[length - 1] === '/') length--
  return length === path.length ? path : path.slice(0, length)
}

/** Everything under /v1: CORS, the request id and errors in the form of the caller's wire around the relay itself. */
export const createRelayRoutes = (options: RelayRoutesOptions) => {
  const answer = createRelayRouter(options)
  const { tracing, bodyLog } = options

  const begin = ({ headers, method }: Request, path: string, requestId: string): TracedRequest | undefined =>
    tracing?.begin({ headers, method, path, endpoint: metricNameOf(path), requestId })

  const endTrace = (trace: TracedRequest | undefined, requestId: string, { status, onEnd, code }: TracedEnd): void => {
    if (trace === undefined) return
    const end = () => {
      trace.end(status, code)
      tracing?.forget(requestId)
    }
    if (onEnd === undefined) end()
    else onEnd(end)
  }

  return async (request: Request, path: string, { address, requestId, authorization: known }: RelayOrigin): Promise<Response> => {
    if (request.method === 'OPTIONS') return preflight(request, requestId)
    const language = languageOf(request.headers.get('accept-language'), RELAY_LANGUAGE)
    const wire = wireOf(path, request.headers)
    const envelope = envelopeOf(wire)
    const trace = begin(request, path, requestId)
    try {
      const input = { address, requestId, language, envelope, signal: request.signal, trace }
      const shown = known ?? presentedKey(request, path)
      const others = known === undefined && path !== REALTIME_PATH ? otherKeys(request, shown) : []
      const authorization = shown !== undefined && others.length > 0 ? await knownAmong([shown, ...others], address, options.ports) : shown
      const capture = bodyLog?.open(requestId)
      const reply = await answer({ request, path: withoutSlash(path), authorization, wire, input, capture })
      endTrace(trace, requestId, reply)
      return toResponse(capture === undefined ? reply : capture.reply(reply), { requestId, envelope })
    } catch (error) {
      const refusal = error instanceof RelayRefusal ? error : options.refusalOf(error, requestId)
      noteRefusal(refusal, { address, requestId }, options.ports)
      const reply = replyOfRefusal(refusal, { envelope, requestId, language }, options.ports.clock())
      endTrace(trace, requestId, { status: reply.status, code: refusal.code })
      return toResponse(reply, { requestId, envelope })
    }
  }
}
