import { parseStringMap } from '../values/json.ts'
import { isKeptSecret } from './header-override.ts'

/** What is secret of the headers a channel sets and of its proxy. */
export interface SecretOverrides {
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>
  readonly proxyPassword: string
}

export const NO_SECRET_OVERRIDES: SecretOverrides = { headers: {}, proxyPassword: '' }

/** The headers that a channel sets, by their names in small letters; undefined where there are none. */
export const laidHeaders = (shown: string, { headers: secret }: SecretOverrides): Readonly<Record<string, string>> | undefined => {
  const plain = Object.entries(parseStringMap(shown)).filter(([, value]) => !isKeptSecret(value))
  const headers = { ...Object.fromEntries(plain.map(([name, value]) => [name.toLowerCase(), value])), ...secret }
  return Object.keys(headers).length === 0 ? undefined : headers
}
