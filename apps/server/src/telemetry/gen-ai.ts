import { wordTable } from '@weir/contract/values/word-table'
import { AttributedHistogram } from './histograms.ts'

/** Names of the OpenTelemetry conventions where they are not ours. */
const PROVIDERS = wordTable<string>({
  aws: 'aws.bedrock',
  azure: 'azure.ai.openai',
  gemini: 'gcp.gemini',
  'gemini-openai': 'gcp.gemini',
  mistral: 'mistral_ai',
  vertex: 'gcp.vertex_ai',
  xai: 'x_ai',
})

export const providerName = (id: string): string => PROVIDERS[id] ?? id

/** The last words of a path, and what they ask for. */
const OPERATIONS: readonly (readonly [path: RegExp, operation: string])[] = [
  [/\/(chat\/completions|responses(\/compact)?|messages)$/, 'chat'],
  [/:(stream)?generateContent$/i, 'generate_content'],
  [/\/embeddings$|:(batch)?embedContents?$/i, 'embeddings'],
  [/\/(completions|edits)$/, 'text_completion'],
  [/\/images\//, 'image_generation'],
  [/\/audio\/speech$/, 'speech'],
  [/\/audio\//, 'transcription'],
  [/\/realtime$/, 'realtime'],
  [/\/rerank$/, 'rerank'],
  [/\/moderations$/, 'moderation'],
]

/** Undefined for what asks no model, such as a list. */
export const operationOf = (path: string): string | undefined => OPERATIONS.find(([pattern]) => pattern.test(path))?.[1]

/** Bounds as the conventions advise. */
export const createGenAiMetrics = () => ({
  duration: new AttributedHistogram({
    name: 'gen_ai.client.operation.duration',
    unit: 's',
    description: 'From a call of a provider to the end of its answer.',
    bounds: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  }),
  tokens: new AttributedHistogram({
    name: 'gen_ai.client.token.usage',
    unit: '{token}',
    description: 'Tokens of a call of a provider.',
    bounds: [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864],
  }),
})

export type GenAiMetrics = ReturnType<typeof createGenAiMetrics>
