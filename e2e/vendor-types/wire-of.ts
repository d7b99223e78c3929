import type { SentRequest } from './requests.ts'
import type { WireName } from './wire/wires.ts'

interface Rule {
  readonly providers: readonly string[]
  readonly path: RegExp
  /** For vendors that date their wire in a header. */
  readonly version?: string
  readonly wire: WireName
}

const OPENAI = ['openai', 'azure', 'aws', 'ollama']

/** The first that fits. */
const RULES: readonly Rule[] = [
  { providers: ['anthropic', 'aws', 'azure'], path: /\/v1\/messages$/, version: '2023-06-01', wire: 'anthropic messages of 2023' },
  { providers: ['anthropic', 'aws', 'azure'], path: /\/v1\/messages$/, wire: 'anthropic messages' },
  { providers: ['aws'], path: /anthropic\.claude.*\/invoke/, wire: 'anthropic on bedrock' },
  { providers: ['aws'], path: /\/converse(-stream)?$/, wire: 'bedrock converse' },
  { providers: ['aws'], path: /\/cohere\.embed.*\/invoke$/, wire: 'cohere embed on bedrock' },
  { providers: ['aws'], path: /\/cohere\.rerank.*\/invoke$/, wire: 'cohere rerank on bedrock' },
  { providers: ['vertex'], path: /\/mistralai\/.*:(streamR|r)awPredict$/, wire: 'mistral chat' },
  { providers: ['vertex'], path: /:(streamR|r)awPredict$/, wire: 'anthropic on vertex' },
  { providers: ['vertex', 'gemini'], path: /:(streamG|g)enerateContent$/, wire: 'google generateContent' },
  { providers: ['gemini'], path: /:batchEmbedContents$/, wire: 'google batchEmbedContents' },
  { providers: ['cohere'], path: /^\/v2\/chat$/, wire: 'cohere chat' },
  { providers: ['cohere'], path: /^\/v2\/embed$/, wire: 'cohere embed' },
  { providers: ['cohere'], path: /^\/v2\/rerank$/, wire: 'cohere rerank' },
  { providers: ['mistral'], path: /^\/v1\/chat\/completions$/, wire: 'mistral chat' },
  { providers: ['mistral'], path: /^\/v1\/fim\/completions$/, wire: 'mistral fim' },
  { providers: ['mistral'], path: /^\/v1\/embeddings$/, wire: 'mistral embeddings' },
  { providers: ['mistral'], path: /^\/v1\/moderations$/, wire: 'mistral moderations' },
  { providers: ['ollama'], path: /^\/api\/chat$/, wire: 'ollama chat' },
  { providers: ['ollama'], path: /^\/api\/embed$/, wire: 'ollama embed' },
  { providers: [...OPENAI, 'vertex'], path: /\/chat\/completions$/, wire: 'openai chat' },
  { providers: OPENAI, path: /\/completions$/, wire: 'openai completions' },
  { providers: OPENAI, path: /\/responses$/, wire: 'openai responses' },
  { providers: OPENAI, path: /\/embeddings$/, wire: 'openai embeddings' },
  { providers: OPENAI, path: /\/images\/generations$/, wire: 'openai images' },
  { providers: OPENAI, path: /\/moderations$/, wire: 'openai moderations' },
  { providers: OPENAI, path: /\/audio\/speech$/, wire: 'openai speech' },
]

/** The type that a request must have; undefined where no vendor's client has one. */
export const wireOf = ({ provider, path, headers }: SentRequest): WireName | undefined =>
  RULES.find(
    (rule) =>
      rule.providers.includes(provider) &&
      rule.path.test(path) &&
      (rule.version === undefined || rule.version === headers['anthropic-version']),
  )?.wire
