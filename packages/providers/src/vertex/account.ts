import { objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { UnusableKey } from '@weir/dialects/model/unusable-key'
import type { ChannelTarget } from '@weir/dialects/model/upstream'

export interface ServiceAccount {
  readonly projectId: string
  readonly clientEmail: string
  readonly privateKey: string
  readonly privateKeyId: string
  readonly tokenUri: string
}

const GOOGLE_TOKEN_URI = 'https://oauth2.googleapis.com/token'

const accountOf = (json: JsonObject, config: ChannelTarget['config']): ServiceAccount => ({
  projectId: config['vertex_ai_project_id'] || (textAt(json, 'project_id') ?? ''),
  clientEmail: textAt(json, 'client_email') ?? '',
  // Keys that went through an environment variable have their line ends written out.
  privateKey: (textAt(json, 'private_key') ?? '').replaceAll(String.raw`\n`, '\n'),
  privateKeyId: textAt(json, 'private_key_id') ?? '',
  tokenUri: textAt(json, 'token_uri') ?? GOOGLE_TOKEN_URI,
})

/** The service account in the key or the channel's config. Undefined: the key is a plain API key. */
export const readAccount = ({ key, config }: ChannelTarget): ServiceAccount | undefined => {
  const json = [key, config['vertex_ai_adc'] ?? '']
    .map((text) => objectAt({ json: parseJson(text) }, 'json'))
    .find((found) => found !== undefined)
  return json && accountOf(json, config)
}

const DEFAULT_REGION = 'global'

/** A region becomes a part of the host's name, to which the account's token is sent. */
const REGION = /^[a-z0-9-]+$/

/** One region for all models, or a JSON object of regions by model with a `default`. */
export const regionFor = (model: string, { config, other }: ChannelTarget): string => {
  const text = config['region'] || other
  const byModel = parseJson(text)
  const region = typeof byModel === 'object' ? (textAt(byModel, model) ?? textAt(byModel, 'default')) : text
  if (!REGION.test(region || DEFAULT_REGION)) throw new UnusableKey('The region of the channel is no name of a region')
  return region || DEFAULT_REGION
}
