import { createHmac } from 'node:crypto'
import { defaultBaseUrlOf } from '../kit/base-url.ts'

export const DEFAULT_BASE_URL = defaultBaseUrlOf(18)
const { host: HOST } = new URL(DEFAULT_BASE_URL)

interface Signing {
  readonly base: string
  readonly path: string
  readonly apiKey: string
  readonly apiSecret: string
  readonly now: number
}

/** An address that carries its own proof: host, date and first line of the request, signed with the secret. */
export const signUrl = ({ base, path, apiKey, apiSecret, now }: Signing): string => {
  const date = new Date(now).toUTCString()
  const signature = createHmac('sha256', apiSecret).update(`host: ${HOST}\ndate: ${date}\nGET ${path} HTTP/1.1`).digest('base64')
  const proof = `hmac username="${apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`
  const query = new URLSearchParams({ authorization: Buffer.from(proof).toString('base64'), date, host: HOST })
  return `${base}${path}?${query.toString()}`
}
