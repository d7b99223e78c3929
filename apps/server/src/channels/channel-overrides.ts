import { isKeptSecret, isSecretHeader } from '@weir/contract/channels/header-override'
import { KEPT_SECRET } from '@weir/contract/channels/override-text'
import { Refusal } from '@weir/contract/errors'
import { parseStringMap } from '@weir/contract/values/json'
import { NO_SECRET_OVERRIDES, type SecretOverrides } from '@weir/contract/channels/laid-overrides'

/** What a form says of the requests of a channel. What is absent stays as it is. */
export interface GivenOverrides {
  readonly headerOverride?: string | undefined
}

interface SplitOverrides {
  readonly headerOverride: string
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

/** Cuts what is given into what is shown and what is sealed. A secret that a form sends back as `***` stays what it was. */
export const splitOverrides = ({ headerOverride = '' }: GivenOverrides, stored: SecretOverrides = NO_SECRET_OVERRIDES): SplitOverrides => {
  const headers = splitHeaders(headerOverride, stored.headers)
  return { headerOverride: headers.shown, secretOverrides: { ...stored, headers: headers.secret } }
}
