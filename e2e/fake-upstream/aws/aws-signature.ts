import { createHash, createHmac } from 'node:crypto'
import { demand, Refused } from '../native-server.ts'

const PATIENCE_MS = 5 * 60_000
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/(\w+)\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const timeOf = (stamp: string): number => Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** Each part of the path is encoded once more than it travelled. */
const canonicalPath = (pathname: string): string => pathname.split('/').map(encodeURIComponent).join('/')

export interface AwsKeys {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
  readonly service: string
}

/** Works the signature out a second time, from the request as it arrived. */
export const checkAwsSignature = (request: Request, body: string, keys: AwsKeys): void => {
  const match = AUTHORIZATION.exec(request.headers.get('authorization') ?? '')
  if (match === null) throw new Refused(403, 'Missing Authentication Token')
  const [, accessKey, day = '', region, service, names = '', signature] = match
  demand(accessKey === keys.accessKey, 403, 'The security token included in the request is invalid.')
  demand(region === keys.region && service === keys.service, 403, 'Credential should be scoped to a valid region and service.')
  const stamp = request.headers.get('x-amz-date') ?? ''
  demand(Math.abs(Date.now() - timeOf(stamp)) < PATIENCE_MS && stamp.startsWith(day), 403, 'Signature expired')
  const listed = names.split(';')
  demand(listed.includes('host') && listed.includes('x-amz-date'), 403, "'Host' and 'X-Amz-Date' must be signed")
  const { pathname } = new URL(request.url)
  const lines = listed.map((name) => `${name}:${(request.headers.get(name) ?? '').trim()}`)
  const canonical = [request.method, canonicalPath(pathname), '', ...lines, '', names, sha256(body)].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', stamp, `${day}/${region}/${service}/aws4_request`, sha256(canonical)].join('\n')
  const key = [keys.region, keys.service, 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${keys.secretKey}`, day))
  demand(
    hmac(key, toSign).toString('hex') === signature,
    403,
    'The request signature we calculated does not match the signature you provided.',
  )
}
