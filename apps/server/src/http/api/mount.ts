import { withPageSize } from '@weir/contract/envelope'
import { isChange, type Access, type EndpointDefinition } from '@weir/contract/endpoint'
import { Refusal, languageOf, type Language } from '@weir/contract/errors'
import { Role } from '@weir/contract/user'
import type { Context, Hono } from 'hono'
import type { RateLimits } from './rate-limits.ts'
import { openCallTrail, type AuditTrail } from '../../admin/audit-trail.ts'
import type { Actor } from '../../accounts/actor.ts'
import { isCrossSite, senderOf } from './cross-site.ts'
import { checkedReply } from '../../admin/checked-reply.ts'
import { refusalResponse, successResponse } from './envelope.ts'
import type { BodyGate } from '../request/body-gate.ts'
import { parsePart } from '../../admin/parse-part.ts'
import { readJsonBody, type BodyReader } from './input.ts'
import { limitedCaller, runLimited } from './rate-limited.ts'
import type { Origin } from '../request/origin.ts'
import type { Route } from '../../admin/route.ts'
import type { Credentials } from '../../accounts/credentials.ts'
import { requireConfirmed } from './step-up.ts'
import { hasSessionCookie, identify, openSessionEdge, type SessionEdge } from './session.ts'

export interface MountOptions {
  readonly credentials: Credentials
  readonly limits: RateLimits
  readonly audit: AuditTrail
  readonly bodies: BodyGate
  readonly originOf: (request: Request) => Origin
  /** Turns anything that is not a refusal into one, after writing it down. */
  readonly refusalOf: (error: unknown, requestId: string) => Refusal
}

/** HEAD comes in where GET is served. It asks for headers alone, so it must not be a way to change something. */
const requireOwnMethod = (endpoint: EndpointDefinition, { method, url }: Request): void => {
  if (isChange(endpoint) && method !== endpoint.method) throw new Refusal('unknown-path', { method, path: new URL(url).pathname })
}

const MAX_SHOWN = 200
/** Clients of new-api name their user in every call; no other client of the family sends it. */
const NEW_API_HEADER = 'new-api-user'

/** A script that holds the token of one account and means another must not change the wrong one. */
const requireNamedUser = ({ access }: EndpointDefinition, { headers }: Request, actor: Actor | undefined): void => {
  const named = headers.get(NEW_API_HEADER)
  if (named === null || access === 'public' || actor === undefined || named.trim() === String(actor.id)) return
  throw new Refusal('other-user', { named: named.slice(0, MAX_SHOWN), id: actor.id })
}

interface CookieState {
  readonly hasCookie: boolean
}

/** A credential in a header is sent by nobody but its owner; a browser adds cookies by itself, and those of public calls are made here. */
const requireOwnSite = (
  { access }: EndpointDefinition,
  { headers }: Request,
  { host, hasCookie }: Pick<Origin, 'host'> & CookieState,
): void => {
  if (access !== 'public' && headers.has('authorization') && !hasCookie) return
  if (!isCrossSite(headers, host)) return
  throw new Refusal('cross-site', { sender: (senderOf(headers) ?? '-').slice(0, MAX_SHOWN), host: host.slice(0, MAX_SHOWN) })
}

const LEAST_ROLE: Readonly<Record<Exclude<Access, 'public'>, number>> = { user: Role.user, admin: Role.admin, root: Role.root }

/** A public call that leaves a trace has an actor as well. */
const requireFactor = ({ access, audit, beforeSecondFactor }: EndpointDefinition, actor: Actor | undefined): void => {
  const isInTheirName = access !== 'public' || typeof audit === 'string'
  if (actor?.session?.factor === 'missing' && isInTheirName && !beforeSecondFactor) throw new Refusal('second-factor-required')
}

const requireAccess = (endpoint: EndpointDefinition, actor: Actor | undefined): void => {
  if (endpoint.access === 'public') return
  if (actor === undefined) throw new Refusal('not-signed-in')
  if (actor.role < LEAST_ROLE[endpoint.access]) throw new Refusal('no-right')
  if (endpoint.sessionOnly && actor.credential !== 'session') throw new Refusal('session-only')
}

/** A public call never fails because of a stale credential; it just has no actor. */
const actorFor = async (endpoint: EndpointDefinition, identifyCaller: () => Promise<Actor | undefined>): Promise<Actor | undefined> => {
  /** Half a sign-in is none: a right password alone must open nothing but the next step. */
  const find = async (): Promise<Actor | undefined> => {
    const actor = await identifyCaller()
    return actor?.session?.factor === 'awaited' && !endpoint.duringSignIn ? undefined : actor
  }
  if (endpoint.access !== 'public') return await find()
  return await find().catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
}

const readInput = async (
  endpoint: EndpointDefinition,
  context: Context,
  { language, ...reader }: BodyReader & { readonly language: Language },
) => {
  const { adaptBody = (sent: unknown) => sent } = endpoint
  const isNewApi = context.req.raw.headers.has(NEW_API_HEADER)
  const { params, query, body } = endpoint.input
  return {
    params: parsePart(params, context.req.param(), language),
    query: parsePart(query, withPageSize(context.req.query()), language),
    body: body && parsePart(body, adaptBody(await readJsonBody(context.req.raw, reader), { isNewApi }), language),
  }
}

const withCookies = (response: Response, edge: SessionEdge): Response => {
  for (const cookie of edge.cookies) response.headers.append('set-cookie', cookie)
  return response
}

const serve =
  (route: Route, options: MountOptions) =>
  async (context: Context): Promise<Response> => {
    const { endpoint } = route
    const request = context.req.raw
    const language = languageOf(request.headers.get('accept-language'))
    const origin = options.originOf(request)
    const edge = openSessionEdge(request.headers, origin, options.credentials)
    try {
      requireOwnMethod(endpoint, request)
      const hasCookie = hasSessionCookie(request.headers, origin.isSecure, options.credentials)
      if (isChange(endpoint)) requireOwnSite(endpoint, request, { host: origin.host, hasCookie })
      const actor = await actorFor(endpoint, () => identify(request.headers, origin.isSecure, options.credentials))
      requireAccess(endpoint, actor)
      edge.adopt(actor)
      requireNamedUser(endpoint, request, actor)
      requireFactor(endpoint, actor)
      const input = await readInput(endpoint, context, {
        language,
        bodies: options.bodies,
        stranger: actor === undefined ? origin.address : undefined,
        hasCookie,
        maxBytes: endpoint.maxBodyBytes,
        mayLack: endpoint.mayLackBody,
      })
      requireConfirmed(endpoint, actor, input)
      const { address, host, isLocal, requestId } = origin
      const { recordChange, trace, onlyRead, rest } = openCallTrail({ endpoint, actor, address, requestId, input })
      const { control: session, visitor } = edge
      const isNewApi = request.headers.has(NEW_API_HEADER)
      const work = () =>
        route.handle(input, {
          actor,
          address,
          host,
          isLocal,
          isNewApi,
          requestId,
          language,
          session,
          visitor,
          recordChange,
          trace,
          onlyRead,
        })
      const caller = limitedCaller(address, actor?.id, input.body)
      const reply = checkedReply(endpoint, await runLimited(options.limits, { endpoint, caller, work }))
      const entries = rest()
      if (entries.length > 0) await options.audit.add(entries)
      return withCookies(successResponse(reply), edge)
    } catch (error) {
      const refusal = error instanceof Refusal ? error : options.refusalOf(error, origin.requestId)
      return withCookies(refusalResponse(refusal, language, endpoint), edge)
    }
  }

/** Fixed paths before those with parameters, so that /search is never read as an id. */
const bySpecificity = (a: Route, b: Route): number => Number(a.endpoint.path.includes(':')) - Number(b.endpoint.path.includes(':'))

/** The only way an endpoint reaches the network: match, who, access, input, handler, checked data, audit trail, envelope. Both slash forms are served. */
export const mount = (app: Hono, routes: readonly Route[], options: MountOptions): void => {
  for (const route of routes.toSorted(bySpecificity)) {
    const bare = route.endpoint.path.replace(/\/$/, '')
    app.on(route.endpoint.method, [bare, `${bare}/`], serve(route, options))
  }
}
