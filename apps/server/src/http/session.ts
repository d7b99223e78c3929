import { Refusal } from '@weir/contract/errors'
import type { Actor, SessionControl } from './context.ts'

/** Where sessions and access tokens are looked up; both answer only for accounts that may be used right now. */
export interface Credentials {
  findBySession(id: string): Promise<Omit<Actor, 'credential'> | undefined>
  findByAccessToken(token: string): Promise<Omit<Actor, 'credential'> | undefined>
  startSession(userId: number, origin: { readonly address: string; readonly agent: string }): Promise<string>
  endSession(id: string): Promise<void>
}

const SECURE_NAME = '__Host-session'
const PLAIN_NAME = 'session'
/** The absolute life of a session; the server ends it earlier when it lies idle. */
export const SESSION_MAX_AGE_SECONDS = 7 * 24 * 3600

const cookieValue = (header: string | null, name: string): string | undefined => {
  for (const part of (header ?? '').split(';')) {
    const [key, ...value] = part.split('=')
    if (key?.trim() === name) return value.join('=').trim()
  }
  return undefined
}

export const sessionIdOf = (headers: Headers): string | undefined => {
  const cookie = headers.get('cookie')
  return cookieValue(cookie, SECURE_NAME) ?? cookieValue(cookie, PLAIN_NAME)
}

const setCookie = (id: string, isSecure: boolean, maxAge: number): string =>
  `${isSecure ? SECURE_NAME : PLAIN_NAME}=${id}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

/** A valid session wins over the header, as existing clients expect. Undefined when the caller showed nothing at all. */
export const identify = async (headers: Headers, credentials: Credentials): Promise<Actor | undefined> => {
  const sessionId = sessionIdOf(headers)
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
  /** Cookies to set on the reply. */
  readonly cookies: readonly string[]
}

export const openSessionEdge = (
  headers: Headers,
  origin: { readonly address: string; readonly isSecure: boolean },
  credentials: Credentials,
): SessionEdge => {
  const cookies: string[] = []
  const endCurrent = async (): Promise<void> => {
    const current = sessionIdOf(headers)
    if (current) await credentials.endSession(current)
  }
  return {
    cookies,
    control: {
      start: async (userId) => {
        await endCurrent()
        const agent = (headers.get('user-agent') ?? '').slice(0, 200)
        const id = await credentials.startSession(userId, { address: origin.address, agent })
        cookies.push(setCookie(id, origin.isSecure, SESSION_MAX_AGE_SECONDS))
      },
      end: async () => {
        await endCurrent()
        cookies.push(setCookie('', origin.isSecure, 0))
      },
    },
  }
}
