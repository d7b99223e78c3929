import { createHash, createHmac } from 'node:crypto'

/** What is signed: only headers that no proxy on the way may change. */
export interface SignedRequest {
  readonly method: string
  readonly url: string
  /** Lower-case names; the host is added here. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Signer {
  readonly accessKeyId: string
  readonly secretKey: string
  readonly sessionToken: string
  readonly region: string
  readonly service: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** RFC 3986: only letters, digits and four marks stay as they are. */
const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** The path as it travels is encoded once more for the signature; a colon sent as %3A is signed as %253A. */
const canonicalPath = (path: string): string => path.split('/').map(encodeStrictly).join('/')

const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .toSorted()
    .join('&')

const AMZ_DATE = /[-:]|\.\d{3}/g

export const canonicalRequest = (request: SignedRequest, headers: Readonly<Record<string, string>>): string => {
  const { pathname, searchParams } = new URL(request.url)
  const names = Object.keys(headers).toSorted()
  return [
    request.method,
    canonicalPath(pathname),
    canonicalQuery(searchParams),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim()}`),
    '',
    names.join(';'),
    sha256(request.body),
  ].join('\n')
}

/** AWS Signature Version 4. Gives the headers to send. */
export const signRequest = (request: SignedRequest, signer: Signer): Readonly<Record<string, string>> => {
  const stamp = new Date(signer.now).toISOString().replaceAll(AMZ_DATE, '')
  const day = stamp.slice(0, 8)
  const dated = {
    ...request.headers,
    'x-amz-date': stamp,
    ...(signer.sessionToken !== '' && { 'x-amz-security-token': signer.sessionToken }),
  }
  const signed = { ...dated, host: new URL(request.url).host }
  const scope = `${day}/${signer.region}/${signer.service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonicalRequest(request, signed))].join('\n')
  const key = [signer.region, signer.service, 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${signer.secretKey}`, day))
  const names = Object.keys(signed).toSorted().join(';')
  const signature = hmac(key, toSign).toString('hex')
  return {
    ...dated,
    authorization: `AWS4-HMAC-SHA256 Credential=${signer.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}
