import { queryOf } from '../request/request-path.ts'
import { isGooglePath } from './google-paths.ts'
import { REALTIME_PATH } from './relayed-paths.ts'

/** Where the wires carry a caller's key, in the order in which they are looked for. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'] as const

const PROTOCOL_KEY = /(?:^|,)\s*openai-insecure-api-key\.([^,\s]+)/

/** A browser can put nothing but protocols into a handshake. */
const keyAmongProtocols = (headers: Headers): string | undefined => PROTOCOL_KEY.exec(headers.get('sec-websocket-protocol') ?? '')?.[1]

/** The key that a caller shows, as the authorization header holds it. */
export const presentedKey = (request: Request, path: string): string | undefined => {
  const { headers } = request
  for (const name of KEY_HEADERS) {
    const value = headers.get(name)
    if (value !== null && value !== '') return value
  }
  if (path === REALTIME_PATH) return keyAmongProtocols(headers)
  // Google's clients may write the key into the address; elsewhere a parameter of that name belongs to the upstream that is called.
  if (!isGooglePath(path)) return undefined
  return new URLSearchParams(queryOf(request.url)).get('key') ?? undefined
}
