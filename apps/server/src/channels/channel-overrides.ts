import { proxyPassword, shownProxy } from '@weir/contract/channels/channel-proxy'
import { isKeptSecret, isSecretHeader } from '@weir/contract/channels/header-override'
import { KEPT_SECRET } from '@weir/contract/channels/override-text'
import { Refusal } from '@weir/contract/errors'
import { parseStringMap } from '@weir/contract/values/json'
import { NO_SECRET_OVERRIDES, type SecretOverrides } from '@weir/contract/channels/laid-overrides'

/** What a form says of the requests of a channel. What is absent stays as it is. */
export interface GivenOverrides {
  readonly headerOverride?: string | undefined
  /** The address of a proxy. */
  readonly proxy?: string | undefined
}

interface SplitOverrides {
  readonly headerOverride: string
  readonly proxy: string
  readonly secretOverrides: SecretOverrides
}

interface SplitHeaders {
  readonly shown: string
  readonly secret: Readonly<Record<string, string>>
}

const splitHeaders = (text: string, stored: Readonly<Record<string, string>>): SplitHeaders => {
  const given = Object.entries(parseStringMap(text))
  const secret: Record<string, string> = {}
  for (const [name, value] of given) {
    const lower = name.toLowerCase()
    const kept = isKeptSecret(value) ? stored[lower] : value
    if (kept === undefined) throw new Refusal('secret-required', { field: `header_override.${name}` })
    if (isSecretHeader(name, kept)) secret[lower] = kept
  }
  if (Object.keys(secret).length === 0) return { shown: text, secret }
  const shown = given.map(([name, value]) => [name, name.toLowerCase() in secret ? KEPT_SECRET : value] as const)
  return { shown: JSON.stringify(Object.fromEntries(shown)), secret }
}

/** A password belongs to the proxy it was given for. */
const passwordOf = (given: string, stored: StoredOverrides): string => {
  const password = proxyPassword(given)
  if (password !== KEPT_SECRET) return password
  if (given !== stored.proxy) throw new Refusal('secret-required', { field: 'setting.proxy' })
  return stored.secretOverrides.proxyPassword
}

/** As they are in the database. */
export interface StoredOverrides {
  /** Without its password. */
  readonly proxy: string
  readonly secretOverrides: SecretOverrides
}

export const NOTHING_STORED: StoredOverrides = { proxy: '', secretOverrides: NO_SECRET_OVERRIDES }

/** Cuts what is given into what is shown and what is sealed. A secret that a form sends back as `***` stays what it was. */
export const splitOverrides = ({ headerOverride = '', proxy = '' }: GivenOverrides, stored: StoredOverrides): SplitOverrides => {
  const headers = splitHeaders(headerOverride, stored.secretOverrides.headers)
  const secretOverrides = { headers: headers.secret, proxyPassword: passwordOf(proxy, stored) }
  return { headerOverride: headers.shown, proxy: shownProxy(proxy), secretOverrides }
}
