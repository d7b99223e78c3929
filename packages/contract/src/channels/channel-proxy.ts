import { parseJsonObject } from '../values/json.ts'
import { cleanText } from '../values/quantity.ts'
import { KEPT_SECRET } from './override-text.ts'

const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'socks5:'])

/** Names are always asked for here, so that both spellings mean the same. */
const normal = (text: string): string =>
  text
    .trim()
    .replace(/^socks5h:/i, 'socks5:')
    .replace(/\/$/, '')

/** An address of a proxy with no more than a proxy has. */
const isProxy = (text: string): boolean => {
  if (!URL.canParse(text) || /[\s\p{Cc}]/u.test(text)) return false
  const { protocol, hostname, pathname, search, hash } = new URL(text)
  return PROTOCOLS.has(protocol) && hostname !== '' && (pathname === '' || pathname === '/') && search === '' && hash === ''
}

const passwordIn = (text: string): string => /^[a-z0-9]+:\/\/[^@/]*?:([^@/]*)@/i.exec(text)?.[1] ?? ''

const withPassword = (text: string, password: string): string =>
  text.replace(/^([a-z0-9]+:\/\/[^@/]*?:)[^@/]*@/i, (_, before: string) => `${before}${password}@`)

/** Without its password, in whose place stands the text that is kept. */
export const shownProxy = (text: string): string => (passwordIn(text) === '' ? text : withPassword(text, KEPT_SECRET))

/** The password of a proxy as it stands in its address; empty where there is none. */
export const proxyPassword = passwordIn

/** The address with its password; undefined where the channel has no proxy. */
export const wholeProxy = (shown: string, password: string): string | undefined => {
  if (shown === '') return undefined
  return passwordIn(shown) === KEPT_SECRET ? withPassword(shown, password) : shown
}

const isEmptyMember = (value: unknown): boolean => value === '' || value === false || value === 0 || value === null

/** In the settings of the family's consoles the proxy is the one member that is known; switches that are off say nothing. */
export const settingProxy = cleanText(20_000)
  .refine((text) => text.trim() === '' || parseJsonObject(text) !== undefined, { message: 'unsupported', abort: true })
  .transform((text): Readonly<Record<string, unknown>> => ({ ...parseJsonObject(text) }))
  .refine((members) => Object.entries(members).every(([name, value]) => name === 'proxy' || isEmptyMember(value)), 'unsupported')
  .transform(({ proxy = '' }) => (typeof proxy === 'string' ? normal(proxy) : '?'))
  .refine((proxy) => proxy === '' || isProxy(proxy), 'proxy')

/** As consoles of the family read it. */
export const renderSetting = (proxy: string): string => (proxy === '' ? '' : JSON.stringify({ proxy }))
