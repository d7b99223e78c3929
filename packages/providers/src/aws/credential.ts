import { UnusableKey } from '@weir/dialects/model/unusable-key'
import type { ChannelTarget } from '@weir/dialects/model/upstream'

/** How requests are proved to be ours: by a signature, or by a key that is sent along. */
export type AwsCredential =
  | {
      readonly kind: 'signature'
      readonly accessKeyId: string
      readonly secretKey: string
      readonly sessionToken: string
      readonly region: string
    }
  | { readonly kind: 'api-key'; readonly apiKey: string; readonly region: string }

const signature = (accessKeyId: string, secretKey: string, rest: readonly string[]): AwsCredential => {
  const [region = '', sessionToken = ''] = rest
  return { kind: 'signature', accessKeyId, secretKey, region, sessionToken }
}

const splitKey = ({ key, config }: ChannelTarget): AwsCredential => {
  const [first = '', second = '', ...rest] = key.split('|').map((part) => part.trim())
  const region = config['region'] ?? ''
  if (rest.length > 0) return signature(first, second, rest)
  if (first === '') return signature(config['ak'] ?? '', config['sk'] ?? '', [region])
  return { kind: 'api-key', apiKey: first, region: second || region }
}

/** A region becomes a part of the host's name. */
const REGION = /^[a-z0-9-]+$/

/** `AK|SK|Region`, the same with a session token, or `APIKEY|Region`. A key that was left empty stands in the channel's config. */
export const readCredential = (target: ChannelTarget): AwsCredential => {
  const credential = splitKey(target)
  const isComplete = credential.kind === 'api-key' || (credential.accessKeyId !== '' && credential.secretKey !== '')
  if (!isComplete || !REGION.test(credential.region)) throw new UnusableKey('The key must be AK|SK|Region or APIKEY|Region')
  return credential
}
