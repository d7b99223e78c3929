import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal, languageOf } from '@weir/contract/errors'
import { envelopeOf } from '@weir/relay/caller-wires'
import { RelayRefusal } from '@weir/relay/refusal'
import { replyOfRefusal } from '@weir/relay/reply'
import { log } from '../process/log.ts'
import { EXPOSITION_TYPE } from '../statistics/metrics/exposition.ts'
import { refusalResponse } from './api/envelope.ts'
import { hostState } from './request/host.ts'
import { isFromThisMachine } from './request/origin.ts'
import { newRequestId } from '../process/request-id.ts'
import { metricNameOf, wireOf } from './relay/relayed-paths.ts'
import { isGoogleVersion } from './relay/google-paths.ts'
import { RELAY_LANGUAGE } from './relay/respond.ts'
import { pathOf } from './request/request-path.ts'

type Handle = (request: Request, peer: string, path: string) => Promise<Response>

interface ProbesOptions {
  readonly handle: Handle
  readonly isDraining: () => boolean
  /** Throws when the database cannot be written. */
  readonly probe: () => Promise<void>
  /** Figures that are too large to be shown: something to look at, and no reason to send requests elsewhere. */
  readonly oversizedFigures: () => number
  readonly renderMetrics: () => string
  /** Empty: the figures are for this machine alone. */
  readonly metricsToken: string
  readonly replied: (endpoint: string, status: number) => void
  readonly clock: () => number
}

const plain = (status: number, text: string): Response =>
  new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } })

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const mayReadMetrics = (request: Request, peer: string, token: string): boolean =>
  token === ''
    ? isFromThisMachine(request, peer)
    : timingSafeEqual(digest(request.headers.get('authorization') ?? ''), digest(`Bearer ${token}`))

const PROBE_EVERY_MS = 1000

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

const isRelayPath = (path: string): boolean => path.startsWith('/v1/') || isGoogleVersion(path)

/** The name of the reply, and that its type is no guess, as everything behind this place says of its own. */
const withId = (response: Response, requestId: string): Response => {
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('x-request-id', requestId)
  response.headers.set('x-oneapi-request-id', requestId)
  return response
}

const BAD_HOST = { zh: '请求的 Host 头缺失或无效', en: 'The Host header is missing or malformed' }

/** Probes of the simplest kind speak HTTP/1.0 without a Host; nothing else can be answered without one, or by one of two. */
const refuseHost = (request: Request, isProbe: boolean): Response | undefined => {
  const state = hostState(request)
  if (state === 'plain' || (state === 'missing' && isProbe)) return undefined
  const response = plain(400, BAD_HOST[languageOf(request.headers.get('accept-language'))])
  response.headers.set('connection', 'close')
  return response
}

const refuseWhileStopping = (request: Request, path: string, now: number): Response => {
  const language = languageOf(request.headers.get('accept-language'), isRelayPath(path) ? RELAY_LANGUAGE : 'zh')
  const requestId = newRequestId(now)
  const envelope = envelopeOf(wireOf(path, request.headers))
  const reply = replyOfRefusal(new RelayRefusal('shutting-down'), { envelope, requestId, language }, now)
  const response = isRelayPath(path)
    ? new Response(reply.body, {
        status: reply.status,
        headers: { ...reply.headers, ...envelope.replyHeaders?.(requestId), 'access-control-allow-origin': '*' },
      })
    : refusalResponse(new Refusal('shutting-down'), language)
  response.headers.set('connection', 'close')
  return withId(response, requestId)
}

const hasUnreadBody = ({ headers, bodyUsed }: Request): boolean =>
  !bodyUsed && (headers.has('transfer-encoding') || (headers.get('content-length') ?? '0') !== '0')

/** Told to come back later, and counted. Lines for thousands of these would take from a busy process what it has least of. */
const isPutOff = ({ status, headers }: Response): boolean => (status === 503 || status === 529) && headers.has('retry-after')

/** What stands before everything else: whether the process lives and serves, its figures, and the no of a server that stops. */
export const createProbes = (options: ProbesOptions): ((request: Request, peer: string) => Promise<Response>) => {
  let lastProbe: { readonly at: number; readonly outcome: Promise<void> } | undefined
  /** The probes of many watchers share one write. */
  const probe = (): Promise<void> => {
    const now = options.clock()
    if (lastProbe === undefined || now - lastProbe.at >= PROBE_EVERY_MS) lastProbe = { at: now, outcome: options.probe() }
    return lastProbe.outcome
  }

  const readiness = async (): Promise<Response> => {
    if (options.isDraining()) return plain(503, 'stopping')
    try {
      await probe()
      const oversized = options.oversizedFigures()
      return plain(200, oversized === 0 ? 'ready' : `ready, but ${oversized} figures are beyond 2^53: run weir ledger verify`)
    } catch {
      return plain(503, 'the database cannot be written')
    }
  }

  const metrics = (request: Request, peer: string): Response => {
    if (!mayReadMetrics(request, peer, options.metricsToken)) {
      return plain(403, 'Figures are given to this machine alone, or with the METRICS_TOKEN.')
    }
    return new Response(options.renderMetrics(), { headers: { 'content-type': EXPOSITION_TYPE, 'cache-control': 'no-store' } })
  }

  const ownAnswer = (request: Request, peer: string, path: string): Response | Promise<Response> | undefined => {
    switch (path) {
      case '/healthz':
        return plain(200, 'alive')
      case '/readyz':
        return readiness()
      case '/metrics':
        return metrics(request, peer)
      default:
        return undefined
    }
  }

  /** What is left of the body of a refused request is not waited for. */
  const closing = (request: Request, response: Response): Response => {
    const { status } = response
    if (status === 408 || (status >= 400 && hasUnreadBody(request))) response.headers.set('connection', 'close')
    return response
  }

  const relayed = (request: Request, peer: string, path: string): Promise<Response> => {
    const startedAt = options.clock()
    return options.handle(request, peer, path).then((response) => {
      const { status } = closing(request, response)
      options.replied(metricNameOf(path), status)
      if ((status < 500 || isPutOff(response)) && !log.isDebug()) return response
      const requestId = response.headers.get('x-request-id') ?? ''
      const line = { requestId, method: request.method, path, status, ms: options.clock() - startedAt }
      if (status < 500 || isPutOff(response)) log.debug('relayed', line)
      else log.error('relay failed', line)
      return response
    })
  }

  const named = async (own: Response | Promise<Response>): Promise<Response> => withId(await own, newRequestId(options.clock()))

  return (request, peer) => {
    const path = pathOf(request.url)
    const refused = refuseHost(request, PROBES.has(path))
    if (refused !== undefined) return named(refused)
    const own = ownAnswer(request, peer, path)
    if (own !== undefined) return named(own)
    if (options.isDraining()) return Promise.resolve(refuseWhileStopping(request, path, options.clock()))
    if (isRelayPath(path)) return relayed(request, peer, path)
    return options.handle(request, peer, path).then((response) => closing(request, response))
  }
}
