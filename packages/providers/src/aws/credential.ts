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

/** `AK|SK|Region`, the same with a session token, or `APIKEY|Region`. A key that was left empty stands in the channel's config. */
export const readCredential = ({ key, config }: ChannelTarget): AwsCredential => {
  const [first = '', second = '', ...rest] = key.split('|').map((part) => part.trim())
  const region = config['region'] ?? ''
  if (rest.length > 0) return signature(first, second, rest)
  if (first === '') return signature(config['ak'] ?? '', config['sk'] ?? '', [region])
  return { kind: 'api-key', apiKey: first, region: second || region }
}
