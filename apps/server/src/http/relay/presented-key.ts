import { queryOf } from '../request/request-path.ts'
import { isGooglePath } from './google-paths.ts'
import { REALTIME_PATH } from './relayed-paths.ts'

/** Where the wires carry a caller's key, in the order in which they are looked for. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'] as const

const PROTOCOL_KEY = /(?:^|,)\s*openai-insecure-api-key\.([^,\s]+)/

/** A browser can put nothing but protocols into a handshake. */
const keyAmongProtocols = (headers: Headers): string | undefined => PROTOCOL_KEY.exec(headers.get('sec-websocket-protocol') ?? '')?.[1]

/** Google's clients may write the key into the address; elsewhere a parameter of that name belongs to the upstream that is called. */
const keyInAddress = (request: Request, path: string): string | undefined => {
  if (path === REALTIME_PATH) return keyAmongProtocols(request.headers)
  return isGooglePath(path) ? (new URLSearchParams(queryOf(request.url)).get('key') ?? undefined) : undefined
}

/** The key that a caller shows, as the authorization header holds it. */
export const presentedKey = (request: Request, path: string): string | undefined => {
  for (const name of KEY_HEADERS) {
    const value = request.headers.get(name)
    if (value !== null && value !== '') return value
  }
  return keyInAddress(request, path)
}

const NONE: readonly string[] = []

/** Keys in other headers than the first that holds one: programs that are signed in elsewhere send the key of that place along. */
export const otherKeys = ({ headers }: Request, shown: string | undefined): readonly string[] => {
  if (shown === undefined || (!headers.has('x-api-key') && !headers.has('x-goog-api-key'))) return NONE
  const bare = shown.replace(/^Bearer\s+/i, '')
  return KEY_HEADERS.flatMap((name) => headers.get(name) || []).filter((value) => value !== shown && value !== bare)
}
