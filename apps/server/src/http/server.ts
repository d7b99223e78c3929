import { Refusal, languageOf } from '@weir/contract/errors'
import { RelayRefusal } from '@weir/relay/refusal'
import { StoreUnavailable } from '@weir/store/errors'
import type { Tokens } from '@weir/store/repositories/tokens'
import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { RateLimits } from './api/rate-limits.ts'
import { describeError, log } from '../process/log.ts'
import type { AuditTrail } from '../admin/audit-trail.ts'
import { BodyCutOff, BodyGate } from './request/body-gate.ts'
import { OPENAPI_PATHS, serveOpenapi } from './openapi/serve.ts'
import { refusalResponse } from './api/envelope.ts'
import { mount } from './api/mount.ts'
import { addressFrom, originFrom, type Origin } from './request/origin.ts'
import { newRequestId } from '../process/request-id.ts'
import { PLAYGROUND_PATH, createPlayground } from './playground.ts'
import { pathOf } from './request/request-path.ts'
import { createRelayRoutes, type RelayRoutesOptions } from './relay/respond.ts'
import { isBillingPath, isRelayedPath } from './relay/relayed-paths.ts'
import type { Route } from '../admin/route.ts'
import type { Credentials } from '../accounts/credentials.ts'

export interface ServerOptions {
  readonly routes: readonly Route[]
  readonly credentials: Credentials
  readonly limits: RateLimits
  readonly audit: AuditTrail
  readonly version: string
  readonly relay: Omit<RelayRoutesOptions, 'refusalOf' | 'bodies'>
  /** Where the playground finds the caller's own tokens. */
  readonly tokens: Pick<Tokens, 'get'>
  readonly bodies?: BodyGate
  readonly serveConsole: (request: Request) => Response
  readonly trustedProxies: readonly string[]
}

/** A year, and for this name alone: what else the operator serves under it is not ours to close. */
const STRICT_TRANSPORT = 'max-age=31536000'

const CUT_OFF = { zh: '请求体没有传完', en: 'The request body ended too early' }

const logBug = (error: unknown, requestId: string): void => {
  log.error('request failed', { requestId, ...describeError(error) })
}

const adminRefusalOf = (error: unknown, requestId: string): Refusal => {
  if (error instanceof StoreUnavailable) return new Refusal('store-unavailable')
  if (error instanceof BodyCutOff) return new Refusal('invalid-json')
  logBug(error, requestId)
  return new Refusal('internal', { requestId })
}

const relayRefusalOf = (error: unknown, requestId: string): RelayRefusal => {
  if (error instanceof StoreUnavailable) return new RelayRefusal('store-unavailable')
  if (error instanceof BodyCutOff) return new RelayRefusal('invalid-request', { problem: CUT_OFF })
  logBug(error, requestId)
  return new RelayRefusal('internal')
}

/** The whole product behind one function, so that it can be tested without a socket. */
export const createServer = (options: ServerOptions): ((request: Request, peer: string, path?: string) => Promise<Response>) => {
  const origins = new WeakMap<Request, Origin>()
  const originOf = (request: Request): Origin => {
    const known = origins.get(request)
    if (known === undefined) throw new Error('a request reached a handler without an origin')
    return known
  }
  const app = new Hono({ getPath: (request) => getPath(request).replace(/^\/{2,}/, '/') })
  const { credentials, limits, audit } = options
  const bodies = options.bodies ?? new BodyGate(options.relay.ports.startTimer)
  mount(app, options.routes, { credentials, limits, audit, bodies, originOf, refusalOf: adminRefusalOf })
  const description = serveOpenapi(
    options.routes.map((route) => route.endpoint),
    options.version,
  )
  for (const path of OPENAPI_PATHS) app.on('GET', [path, `${path}/`], description[path])
  app.notFound((context) => {
    const refusal = new Refusal('unknown-path', { method: context.req.method, path: context.req.path })
    return refusalResponse(refusal, languageOf(context.req.header('accept-language')))
  })
  const relay = createRelayRoutes({ ...options.relay, bodies, refusalOf: relayRefusalOf })
  const playground = createPlayground({ credentials, tokens: options.tokens, relay, refusalOf: adminRefusalOf })

  /** The counters over everything; what a single call may do more or less often is the endpoint's own matter. */
  const underLimit = async (limit: 'api' | 'web', request: Request, work: () => Response | Promise<Response>): Promise<Response> => {
    try {
      await limits.admit(limit, { address: originOf(request).address })
    } catch (error) {
      if (error instanceof Refusal) return refusalResponse(error, languageOf(request.headers.get('accept-language')))
      throw error
    }
    return await work()
  }

  const dispatch = async (request: Request, path: string): Promise<Response> => {
    if (isBillingPath(path)) return await underLimit('api', request, () => relay(request, path, originOf(request)))
    if (path.startsWith('/api/') || path === '/api') return await underLimit('api', request, () => app.fetch(request))
    if (path === PLAYGROUND_PATH) return await underLimit('api', request, () => playground(request, originOf(request)))
    // One page is a dozen of these, from memory and cached for ever: counting them would lock out a browser that reloads a few times.
    if (path.startsWith('/assets/')) return options.serveConsole(request)
    return await underLimit('web', request, () => options.serveConsole(request))
  }

  const serve = async (request: Request, peer: string, path: string): Promise<Response> => {
    const requestId = newRequestId(options.relay.ports.clock())
    const origin = originFrom(request, { address: peer, requestId }, options.trustedProxies)
    origins.set(request, origin)
    const response = await dispatch(request, path)
    if (origin.isSecure) response.headers.set('strict-transport-security', STRICT_TRANSPORT)
    if (!response.headers.has('x-request-id')) {
      response.headers.set('x-request-id', requestId)
      response.headers.set('x-oneapi-request-id', requestId)
    }
    return response
  }

  return (request, peer, path = pathOf(request.url)) => {
    if (!isRelayedPath(path)) return serve(request, peer, path)
    // Every step before the relay is paid by every request: of its origin it needs the address alone.
    return relay(request, path, {
      address: addressFrom(request, peer, options.trustedProxies),
      requestId: newRequestId(options.relay.ports.clock()),
    })
  }
}
