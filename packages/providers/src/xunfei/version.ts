import type { ChannelTarget } from '@weir/dialects/model/upstream'
import { wordTable } from '@weir/dialects/word-table'

export interface SparkVersion {
  readonly path: string
  readonly domain: string
  readonly hasSystem: boolean
  readonly hasTools: boolean
  /** More than this is refused. */
  readonly maxOutputTokens?: number
}

const VERSIONS = wordTable<SparkVersion>({
  'v1.1': { path: '/v1.1/chat', domain: 'lite', hasSystem: false, hasTools: false, maxOutputTokens: 4096 },
  'v2.1': { path: '/v2.1/chat', domain: 'generalv2', hasSystem: false, hasTools: false, maxOutputTokens: 4096 },
  'v3.1': { path: '/v3.1/chat', domain: 'generalv3', hasSystem: false, hasTools: true, maxOutputTokens: 8192 },
  'v3.1-128K': { path: '/chat/pro-128k', domain: 'pro-128k', hasSystem: false, hasTools: false },
  'v3.5': { path: '/v3.5/chat', domain: 'generalv3.5', hasSystem: true, hasTools: true, maxOutputTokens: 8192 },
  'v3.5-32K': { path: '/chat/max-32k', domain: 'max-32k', hasSystem: true, hasTools: false },
  'v4.0': { path: '/v4.0/chat', domain: '4.0Ultra', hasSystem: true, hasTools: true, maxOutputTokens: 8192 },
})

const MODELS = wordTable<string>({
  'Spark-Lite': 'v1.1',
  'Spark-Pro': 'v3.1',
  'Spark-Pro-128K': 'v3.1-128K',
  'Spark-Max': 'v3.5',
  'Spark-Max-32K': 'v3.5-32K',
  'Spark-4.0-Ultra': 'v4.0',
})

const DEFAULT_VERSION = 'v1.1'

/** A version in the name of the model, such as SparkDesk-v3.1. */
const versionInName = (model: string): string | undefined => /^[^-]*-(v\d.*)$/.exec(model)?.[1]

/** The model's name decides, then the channel. */
export const versionOf = (model: string, target: Pick<ChannelTarget, 'config' | 'other'>): SparkVersion => {
  const version = MODELS[model] ?? versionInName(model) ?? (target.config['api_version'] || target.other || DEFAULT_VERSION)
  return (
    VERSIONS[version] ?? { path: `/${encodeURIComponent(version)}/chat`, domain: `general${version}`, hasSystem: false, hasTools: false }
  )
}
