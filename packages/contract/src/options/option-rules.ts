import { Refusal } from '../errors.ts'
import { optionTable, parseRatios, type OptionKey } from './option.ts'
import { parseGroupSheets } from './group-sheets.ts'
import { integerRanges } from './integer-ranges.ts'
import { parseModelSheets } from './model-sheets.ts'
import { parseGroupRouting, parseSubstitutes } from './routing.ts'
import { parseUsableGroups } from './usable-groups.ts'
import { splitList } from '../values/quantity.ts'

type Check = (key: OptionKey, value: string) => string

const MAX_TEXT = 4000
const MAX_URL = 2000
/** Ten times what all known models take. */
const MAX_RATIOS = 300_000
const MAX_SHEETS = 900_000
const MAX_ROUTING = 100_000
const MAX_DOMAINS = 100_000
/** The last two are looks of other consoles of this family; scripts set them, and here they are the default. */
const THEMES = ['default', 'light', 'dark', 'berry', 'air']
const FACTOR_ROLES = ['none', 'root', 'admin', 'all']
const UNPRICED_POLICIES = ['ceiling', 'refuse', 'free']

const checkBoolean: Check = (key, value) => {
  if (value !== 'true' && value !== 'false') throw new Refusal('option-boolean', { key })
  return value
}

const checkInteger: Check = (key, value) => {
  const [min, max] = integerRanges[key] ?? [0, Number.MAX_SAFE_INTEGER]
  const number = /^\d{1,16}$/.test(value.trim()) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max)) throw new Refusal('option-integer', { key, min, max })
  return String(number)
}

const checkNumber: Check = (key, value) => {
  const number = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : Number.NaN
  if (!Number.isFinite(number) || number > Number.MAX_SAFE_INTEGER) throw new Refusal('option-number', { key })
  if (key === 'QuotaPerUnit' && number === 0) throw new Refusal('option-positive', { key })
  return String(number)
}

/** Values are numbers, so every string before a colon is a name: fewer names than strings means that one came twice. */
const hasRepeatedName = (text: string, names: number): boolean => (text.match(/"(?:[^"\\]|\\.)*"\s*:/g) ?? []).length > names

const checkRatios: Check = (key, value) => {
  const ratios = value.length > MAX_RATIOS ? undefined : parseRatios(value)
  if (ratios === undefined || hasRepeatedName(value, Object.keys(ratios).length)) throw new Refusal('option-ratios', { key })
  return value.trim() === '' ? '{}' : value.trim()
}

const checkSheets =
  (parse: typeof parseModelSheets | typeof parseGroupSheets): Check =>
  (key, value) => {
    if (value.length > MAX_SHEETS) throw new Refusal('option-sheets', { key, problem: `${value.length} > ${MAX_SHEETS}` })
    const parsed = parse(value)
    if (!parsed.ok) throw new Refusal('option-sheets', { key, problem: parsed.problem })
    return value.trim() === '' ? '{}' : value.trim()
  }

const checkRouting =
  (parse: typeof parseSubstitutes | typeof parseGroupRouting | typeof parseUsableGroups): Check =>
  (key, value) => {
    if (value.length > MAX_ROUTING) throw new Refusal('option-routing', { key, problem: `${value.length} > ${MAX_ROUTING}` })
    const parsed = parse(value)
    if (!parsed.ok) throw new Refusal('option-routing', { key, problem: parsed.problem })
    return value.trim() === '' ? '{}' : value.trim()
  }

const checkChoice =
  (choices: readonly string[]): Check =>
  (key, value) => {
    if (!choices.includes(value)) throw new Refusal('option-choice', { key, choices: choices.join(', ') })
    return value
  }

const checkText: Check = (key, value) => {
  // A line break in a name would start a new header in a mail.
  if (value.length > MAX_TEXT || /[\r\n]/.test(value)) throw new Refusal('option-text', { key, max: MAX_TEXT })
  return value.trim()
}

/** Names of the IANA database; differences from UTC are no zones, because they know no summer time. */
const checkTimeZone: Check = (key, value) => {
  const zone = value.trim()
  try {
    if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone)) throw new RangeError(zone)
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('option-time-zone', { key, value: zone.slice(0, 100) })
    throw error
  }
}

const isWebAddress = (text: string): boolean => {
  if (text.length > MAX_URL || /\s/.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

const isOwnPath = (text: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(text) && text.length <= MAX_URL

/** A picture inside the address itself. Pages only ever show it, so that nothing in it can run. */
const PICTURE = /^data:image\/[a-z0-9.+-]+(;[a-z0-9=-]+)*,[^\s"<>\\]+$/i
const MAX_PICTURE = 200_000
const PICTURE_KEYS: ReadonlySet<OptionKey> = new Set(['Logo', 'WeChatAccountQRCodeImageURL'])

const isPicture = (key: OptionKey, text: string): boolean => PICTURE_KEYS.has(key) && text.length <= MAX_PICTURE && PICTURE.test(text)

const checkUrl: Check = (key, value) => {
  const address = value.trim().replace(/\/$/, '')
  if (isPicture(key, value.trim())) return value.trim()
  if (address === '' || isWebAddress(address) || (key === 'Logo' && isOwnPath(address))) return address
  throw new Refusal('option-url', { key })
}

const isDomain = (text: string): boolean => /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(text)

const checkDomains: Check = (key, value) => {
  const domains = value.length > MAX_DOMAINS ? [''] : splitList(value.toLowerCase())
  if (!domains.every(isDomain)) throw new Refusal('option-domains', { key })
  return domains.join(',')
}

const checks = {
  boolean: checkBoolean,
  integer: checkInteger,
  number: checkNumber,
  ratios: checkRatios,
  sheets: checkSheets(parseModelSheets),
  'group-sheets': checkSheets(parseGroupSheets),
  substitutes: checkRouting(parseSubstitutes),
  'group-routing': checkRouting(parseGroupRouting),
  'usable-groups': checkRouting(parseUsableGroups),
  theme: checkChoice(THEMES),
  'unpriced-policy': checkChoice(UNPRICED_POLICIES),
  'factor-roles': checkChoice(FACTOR_ROLES),
  'time-zone': checkTimeZone,
  text: checkText,
  secret: checkText,
  url: checkUrl,
  list: checkDomains,
  html: (_, value) => value,
} as const satisfies Record<string, Check>

/** The value as it is stored. Throws a refusal that names the option when it is none. */
export const normalizeOption = (key: OptionKey, value: string): string => checks[optionTable[key].kind](key, value)

/** What must be set before a switch may be turned on; one of the inner lists is enough. */
const needs: Partial<Record<OptionKey, readonly (readonly OptionKey[])[]>> = {
  GitHubOAuthEnabled: [['GitHubClientId', 'GitHubClientSecret']],
  WeChatAuthEnabled: [['WeChatServerAddress', 'WeChatServerToken']],
  TurnstileCheckEnabled: [['TurnstileSiteKey', 'TurnstileSecretKey']],
  EmailDomainRestrictionEnabled: [['EmailDomainWhitelist']],
  OidcEnabled: [
    ['OidcClientId', 'OidcClientSecret', 'OidcWellKnown'],
    ['OidcClientId', 'OidcClientSecret', 'OidcAuthorizationEndpoint', 'OidcTokenEndpoint', 'OidcUserinfoEndpoint'],
  ],
}

/** Refuses to turn something on that could not work. */
export const requireNeeds = (key: OptionKey, value: string, current: (key: OptionKey) => string): void => {
  const ways = needs[key]
  if (value !== 'true' || ways === undefined) return
  const missing = ways.map((way) => way.filter((needed) => current(needed) === ''))
  if (missing.every((names) => names.length > 0)) throw new Refusal('option-needs', { key, missing: missing[0]?.join(', ') ?? '' })
}
