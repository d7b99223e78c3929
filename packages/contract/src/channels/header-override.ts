import { KEPT_SECRET, named, overrideText } from './override-text.ts'

/** In a value: the key that the channel is called with. */
const KEY_IN_HEADER = '{api_key}'

/** Names of new-api that stand for a header of the caller, which may be a secret and is never passed on. */
const CALLERS_HEADER = '{client_header'

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const SENDABLE = /^[\t\x20-\x7e]*$/

/** Of the connection, of the body, or of how the answer is read: the product sets them itself. */
const RESERVED: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const isReserved = (name: string): boolean => RESERVED.has(name) || name.startsWith('sec-websocket-')

const SECRET_NAME = /auth|key|token|secret|cookie|passw|credential|signature|session/

/** Whether the value of a header is stored sealed and never shown again. The key of the channel is no part of a value that only names it. */
export const isSecretHeader = (name: string, value: string): boolean =>
  value !== '' && SECRET_NAME.test(name.toLowerCase()) && !value.includes(KEY_IN_HEADER)

const headerProblem = (name: string, value: unknown): string | undefined => {
  if (!TOKEN.test(name)) return named('header-name', name)
  if (isReserved(name.toLowerCase())) return named('header-reserved', name)
  if (typeof value !== 'string' || !SENDABLE.test(value)) return named('header-value', name)
  return value.includes(CALLERS_HEADER) ? named('header-caller', name) : undefined
}

/** What is wrong with headers, as the name of a rule and of the header. */
export const headersProblem = (members: Readonly<Record<string, unknown>>): string | undefined => {
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(members)) {
    const problem = headerProblem(name, value) ?? (seen.has(name.toLowerCase()) ? named('header-twice', name) : undefined)
    if (problem !== undefined) return problem
    seen.add(name.toLowerCase())
  }
  return undefined
}

/** JSON from the name of a header to its value. A secret one may come back as the text that stands for it. */
export const headerOverride = overrideText(headersProblem)

export const isKeptSecret = (value: string): boolean => value === KEPT_SECRET
