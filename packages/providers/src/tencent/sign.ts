import { createHash, createHmac } from 'node:crypto'

const SERVICE = 'hunyuan'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export interface Signing {
  readonly secretId: string
  readonly secretKey: string
  /** Exactly what is sent. */
  readonly body: string
  /** Headers the signature covers, by their names in small letters and in their order. */
  readonly headers: Readonly<Record<string, string>>
  /** Seconds since the epoch. */
  readonly timestamp: number
}

/** The authorization header of Tencent's third way to sign, TC3-HMAC-SHA256. */
export const signRequest = ({ secretId, secretKey, body, headers, timestamp }: Signing): string => {
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value.toLowerCase()}\n`)
  const canonical = ['POST', '/', '', lines.join(''), names, sha256(body)].join('\n')
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${SERVICE}/tc3_request`
  const toSign = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), SERVICE), 'tc3_request')
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${names}, Signature=${hmac(key, toSign).toString('hex')}`
}
