import { Refusal } from '@weir/contract/errors'
import { newSecretId } from '../../net/random-text.ts'
import type { Actor } from '../../accounts/actor.ts'
import { SESSION_MAX_AGE_SECONDS, type Credentials } from '../../accounts/credentials.ts'
import type { SessionControl, VisitorControl } from '../../admin/context.ts'
import { isFromConsole } from './cross-site.ts'

/** Also the name that clients of the family know: scripts read it, and who signed in before an upgrade has nothing else. */
const FAMILY_NAME = 'session'
const VISITOR = 'visitor'

/** The prefix makes browsers refuse the cookie from a plain connection or another host. */
const SECURE_PREFIX = '__Host-'
/** As long as an external sign-in may take. */
const VISITOR_MAX_AGE_SECONDS = 600
const findCookie = (header: string | null, name: string): string | undefined => {
  for (const part of (header ?? '').split(';')) {
    const [key, ...value] = part.split('=')
    if (key?.trim() === name) return value.join('=').trim()
  }
  return undefined
}

const prefixed = (name: string, isSecure: boolean): string => `${isSecure ? SECURE_PREFIX : ''}${name}`

/** Where there is TLS, a cookie without the prefix may have been planted by a neighbour: somebody would act in another's account. */
const cookieValue = (headers: Headers, name: string, isSecure: boolean): string | undefined =>
  findCookie(headers.get('cookie'), prefixed(name, isSecure)) || undefined

interface Cookie {
  readonly name: string
  readonly value: string
  readonly isSecure: boolean
  readonly maxAge: number
}

const renderCookie = ({ name, value, isSecure, maxAge }: Cookie): string =>
  `${prefixed(name, isSecure)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

const ownName = ({ installation }: Credentials): string => `${FAMILY_NAME}-${installation}`

/** The own one first: under the family's name there may be the session of another installation on this host. */
const sessionIds = (headers: Headers, isSecure: boolean, credentials: Credentials): readonly string[] => {
  const shown = [ownName(credentials), FAMILY_NAME].map((name) => cookieValue(headers, name, isSecure))
  return [...new Set(shown.filter((id) => id !== undefined))]
}

/** Whether the browser would have sent the credential by itself, for any page. */
export const hasSessionCookie = (headers: Headers, isSecure: boolean, credentials: Credentials): boolean =>
  sessionIds(headers, isSecure, credentials).length > 0

/** A valid session wins over the header, as existing clients expect. Undefined when the caller showed nothing at all. */
export const identify = async (headers: Headers, isSecure: boolean, credentials: Credentials): Promise<Actor | undefined> => {
  for (const sessionId of sessionIds(headers, isSecure, credentials)) {
    const user = await credentials.findBySession(sessionId)
    if (user !== undefined) return { ...user, credential: 'session' }
  }
  const token = (headers.get('authorization') ?? '').replace(/^Bearer\s+/i, '').trim()
  if (token === '') return undefined
  const user = await credentials.findByAccessToken(token)
  if (user === undefined) throw new Refusal('bad-access-token')
  return { ...user, credential: 'access-token' }
}

export interface SessionEdge {
  readonly control: SessionControl
  readonly visitor: VisitorControl
  /** Gives a console that is signed in under the family's name alone the own name as well. */
  adopt(actor: Actor | undefined): void
  /** Cookies to set on the reply. */
  readonly cookies: readonly string[]
}

export const openSessionEdge = (
  headers: Headers,
  { address, isSecure }: { readonly address: string; readonly isSecure: boolean },
  credentials: Credentials,
): SessionEdge => {
  const cookies: string[] = []
  const setCookie = (name: string, value: string, maxAge: number): void => {
    cookies.push(renderCookie({ name, value, isSecure, maxAge }))
  }
  const visitorId = cookieValue(headers, VISITOR, isSecure)
  const endCurrent = async (): Promise<void> => {
    for (const id of sessionIds(headers, isSecure, credentials)) await credentials.endSession(id)
  }
  const own = ownName(credentials)
  return {
    cookies,
    adopt: (actor) => {
      const id = cookieValue(headers, FAMILY_NAME, isSecure)
      if (actor?.credential !== 'session' || id === undefined || cookieValue(headers, own, isSecure) !== undefined) return
      if (isFromConsole(headers)) setCookie(own, id, SESSION_MAX_AGE_SECONDS)
    },
    visitor: {
      id: visitorId,
      ensure: () => {
        const id = visitorId ?? newSecretId()
        setCookie(VISITOR, id, VISITOR_MAX_AGE_SECONDS)
        return id
      },
    },
    control: {
      start: async (userId, options = {}) => {
        await endCurrent()
        const agent = (headers.get('user-agent') ?? '').slice(0, 200)
        const { id, maxAgeSeconds, factor } = await credentials.startSession(userId, { address, agent, ...options })
        setCookie(FAMILY_NAME, id, maxAgeSeconds)
        setCookie(own, id, maxAgeSeconds)
        return factor
      },
      end: async () => {
        await endCurrent()
        // Another installation may have taken the shared name since; its session is not ours to end.
        if (sessionIds(headers, isSecure, credentials).length < 2) setCookie(FAMILY_NAME, '', 0)
        setCookie(own, '', 0)
      },
    },
  }
}
