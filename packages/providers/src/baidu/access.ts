import { countAt, parseJson, textAt } from '@weir/dialects/json'
import { decoded, failedWith } from '@weir/dialects/model/event'
import type { AccessExchange } from '@weir/dialects/model/provider'
import type { ChannelTarget } from '@weir/dialects/model/upstream'
import { baseUrlOf, defaultBaseUrlOf } from '../kit/base-url.ts'
import { keyParts } from '../kit/key-parts.ts'

export const DEFAULT_BASE_URL = defaultBaseUrlOf(15)

/** One part is a key of the newer wire, which may name an app behind a bar; two are a pair to be exchanged for a token. */
export const isBearerKey = (target: ChannelTarget): boolean => !target.key.includes('|') || target.key.startsWith('bce-v3/')

const MONTH_SECONDS = 2_592_000

export const access: AccessExchange = {
  request: (target) => {
    if (isBearerKey(target)) return undefined
    const [id = '', secret = ''] = keyParts(target.key, 2)
    const query = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
    return {
      method: 'POST',
      url: `${baseUrlOf(target, DEFAULT_BASE_URL)}/oauth/2.0/token?${query.toString()}`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: '',
    }
  },
  decode: ({ status, body }, now) => {
    const json = parseJson(body)
    const token = textAt(json, 'access_token')
    if (token !== undefined) return decoded({ token, expiresAt: now + (countAt(json, 'expires_in') ?? MONTH_SECONDS) * 1000 })
    return failedWith(textAt(json, 'error') !== undefined && status < 500 ? 'bad-credential' : 'broken')
  },
}
