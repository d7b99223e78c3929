import { Refusal } from '@weir/contract/errors'
import { newSecretId } from '../../net/random-text.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Credentials } from '../../accounts/credentials.ts'
import type { SessionControl, VisitorControl } from '../../admin/context.ts'

type CookieName = 'session' | 'visitor'

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

const prefixed = (name: CookieName, isSecure: boolean): string => `${isSecure ? SECURE_PREFIX : ''}${name}`

/** Where there is TLS, a cookie without the prefix may have been planted by a neighbour: somebody would act in another's account. */
const cookieValue = (headers: Headers, name: CookieName, isSecure: boolean): string | undefined =>
  findCookie(headers.get('cookie'), prefixed(name, isSecure))

interface Cookie {
  readonly name: CookieName
  readonly value: string
  readonly isSecure: boolean
  readonly maxAge: number
}

const renderCookie = ({ name, value, isSecure, maxAge }: Cookie): string =>
  `${prefixed(name, isSecure)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

/** Whether the browser would have sent the credential by itself, for any page. */
export const hasSessionCookie = (headers: Headers, isSecure: boolean): boolean => Boolean(cookieValue(headers, 'session', isSecure))

/** A valid session wins over the header, as existing clients expect. Undefined when the caller showed nothing at all. */
export const identify = async (headers: Headers, isSecure: boolean, credentials: Credentials): Promise<Actor | undefined> => {
  const sessionId = cookieValue(headers, 'session', isSecure)
  if (sessionId) {
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
  /** Cookies to set on the reply. */
  readonly cookies: readonly string[]
}

export const openSessionEdge = (
  headers: Headers,
  { address, isSecure }: { readonly address: string; readonly isSecure: boolean },
  credentials: Credentials,
): SessionEdge => {
  const cookies: string[] = []
  const setCookie = (name: CookieName, value: string, maxAge: number): void => {
    cookies.push(renderCookie({ name, value, isSecure, maxAge }))
  }
  const visitorId = cookieValue(headers, 'visitor', isSecure) || undefined
  const endCurrent = async (): Promise<void> => {
    const current = cookieValue(headers, 'session', isSecure)
    if (current) await credentials.endSession(current)
  }
  return {
    cookies,
    visitor: {
      id: visitorId,
      ensure: () => {
        const id = visitorId ?? newSecretId()
        setCookie('visitor', id, VISITOR_MAX_AGE_SECONDS)
        return id
      },
    },
    control: {
      start: async (userId, options = {}) => {
        await endCurrent()
        const agent = (headers.get('user-agent') ?? '').slice(0, 200)
        const { id, maxAgeSeconds, factor } = await credentials.startSession(userId, { address, agent, ...options })
        setCookie('session', id, maxAgeSeconds)
        return factor
      },
      end: async () => {
        await endCurrent()
        setCookie('session', '', 0)
      },
    },
  }
}
