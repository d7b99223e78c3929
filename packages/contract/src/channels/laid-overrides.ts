import { parseJsonObject, parseStringMap } from '../values/json.ts'
import { wholeProxy } from './channel-proxy.ts'
import { isKeptSecret } from './header-override.ts'

/** What is secret of the headers a channel sets and of its proxy. */
export interface SecretOverrides {
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>
  readonly proxyPassword: string
}

export const NO_SECRET_OVERRIDES: SecretOverrides = { headers: {}, proxyPassword: '' }

/** By their names in small letters; undefined where there are none. */
const laidHeaders = (shown: string, { headers: secret }: SecretOverrides): Readonly<Record<string, string>> | undefined => {
  const plain = Object.entries(parseStringMap(shown)).filter(([, value]) => !isKeptSecret(value))
  const headers = { ...Object.fromEntries(plain.map(([name, value]) => [name.toLowerCase(), value])), ...secret }
  return Object.keys(headers).length === 0 ? undefined : headers
}

const laidBody = (text: string): Readonly<Record<string, unknown>> | undefined => {
  const fields = { ...parseJsonObject(text) }
  return Object.keys(fields).length === 0 ? undefined : fields
}

/** As they are stored, without their secrets. */
export interface ShownOverrides {
  readonly headerOverride: string
  readonly paramOverride: string
  readonly proxy: string
}

/** What a channel changes in its requests; only what it does change is there. */
export const laidOverrides = ({ headerOverride, paramOverride, proxy: shown }: ShownOverrides, secrets: SecretOverrides) => {
  const proxy = wholeProxy(shown, secrets.proxyPassword)
  const [headerOverrides, bodyOverrides] = [laidHeaders(headerOverride, secrets), laidBody(paramOverride)]
  return { ...(headerOverrides && { headerOverrides }), ...(bodyOverrides && { bodyOverrides }), ...(proxy !== undefined && { proxy }) }
}

/** What no message may show. */
export const secretTexts = ({ headers, proxyPassword }: SecretOverrides): readonly string[] => [
  ...Object.values(headers),
  ...(proxyPassword === '' ? [] : [proxyPassword]),
]
