import type { BillingReport } from '../../relay/billing.ts'
import { TASKS, type Task } from '@weir/dialects/model/task'
import type { WireAddress } from '@weir/dialects/model/caller-wire'
import type { KeptRequest } from '@weir/dialects/model/provider'
import type { ServedWire } from '@weir/relay/caller-wires'
import { googleMetricOf, googleRequest, isGooglePath, isGoogleVersion } from './google-paths.ts'
import { unescapePart } from './unescape-part.ts'

/** What a relayed path asks for, with what the path itself says. */
export type RelayedRequest =
  | { readonly kind: 'chat' }
  | { readonly kind: 'edits' | 'models' }
  | { readonly kind: 'realtime' }
  | { readonly kind: 'client-secret'; readonly isOlder: boolean }
  | { readonly kind: 'wire' | 'count' | 'embeddings'; readonly wire: ServedWire; readonly asked?: WireAddress }
  | ({ readonly kind: 'kept-answer' } & Pick<KeptRequest, 'method' | 'id' | 'step'>)
  | { readonly kind: 'task'; readonly task: Task; readonly pathModel: string | undefined }
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'billing'; readonly report: BillingReport }
  | { readonly kind: 'proxy'; readonly channelId: number; readonly target: string }

interface ExactPath {
  readonly method: 'GET' | 'POST'
  readonly request: RelayedRequest
}

const taskPath = (task: Task): [string, ExactPath] => [
  `/v1/${task}`,
  { method: 'POST', request: { kind: 'task', task, pathModel: undefined } },
]

const CHAT = '/v1/chat/completions'

export const REALTIME_PATH = '/v1/realtime'

/** Every path without a variable part. Its metric is named after it; the others share one name, because callers could invent any number. */
const EXACT: ReadonlyMap<string, ExactPath> = new Map([
  [CHAT, { method: 'POST', request: { kind: 'chat' } }],
  ['/v1/responses', { method: 'POST', request: { kind: 'wire', wire: 'responses' } }],
  ['/v1/responses/compact', { method: 'POST', request: { kind: 'wire', wire: 'compaction' } }],
  ['/v1/responses/input_tokens', { method: 'POST', request: { kind: 'count', wire: 'responses' } }],
  ['/v1/messages', { method: 'POST', request: { kind: 'wire', wire: 'messages' } }],
  ['/v1/messages/count_tokens', { method: 'POST', request: { kind: 'count', wire: 'messages' } }],
  ['/v1/edits', { method: 'POST', request: { kind: 'edits' } }],
  [REALTIME_PATH, { method: 'GET', request: { kind: 'realtime' } }],
  [`${REALTIME_PATH}/client_secrets`, { method: 'POST', request: { kind: 'client-secret', isOlder: false } }],
  [`${REALTIME_PATH}/sessions`, { method: 'POST', request: { kind: 'client-secret', isOlder: true } }],
  ['/v1/models', { method: 'GET', request: { kind: 'models' } }],
  ...TASKS.map(taskPath),
])

interface PatternPath {
  /** Undefined: any. */
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly pattern: RegExp
  readonly request: (first: string, second: string) => RelayedRequest
}

const BILLING = /^(?:\/v1)?\/dashboard\/billing\/(subscription|usage)$/
/** What new-api's clients ask about a token with the token itself. */
const OWN_TOKEN = /^\/api\/(usage|log)\/token$/
const MODEL = /^\/v1\/models\/(.+)$/

const keptPath = (method: KeptRequest['method'], pattern: RegExp, step: KeptRequest['step']): PatternPath => ({
  method,
  pattern,
  request: (id) => ({ kind: 'kept-answer', method, id: unescapePart(id), step }),
})

const PATTERNS: readonly PatternPath[] = [
  {
    method: 'POST',
    pattern: /^\/v1\/engines\/([^/]+)\/embeddings$/,
    request: (model) => ({ kind: 'task', task: 'embeddings', pathModel: unescapePart(model) }),
  },
  { method: 'GET', pattern: BILLING, request: (report) => ({ kind: 'billing', report: report === 'usage' ? 'usage' : 'subscription' }) },
  { method: 'GET', pattern: OWN_TOKEN, request: (what) => ({ kind: 'billing', report: what === 'log' ? 'token-log' : 'token-usage' }) },
  { method: 'GET', pattern: MODEL, request: (model) => ({ kind: 'model', model: unescapePart(model) }) },
  keptPath('GET', /^\/v1\/responses\/([^/]+)$/, ''),
  keptPath('DELETE', /^\/v1\/responses\/([^/]+)$/, ''),
  keptPath('POST', /^\/v1\/responses\/([^/]+)\/cancel$/, '/cancel'),
  keptPath('GET', /^\/v1\/responses\/([^/]+)\/input_items$/, '/input_items'),
  {
    pattern: /^\/v1\/oneapi\/proxy\/([0-9]{1,15})(\/.*)?$/,
    request: (channelId, target) => ({ kind: 'proxy', channelId: Number(channelId), target }),
  },
]

const byPattern = (method: string, path: string): RelayedRequest | undefined => {
  for (const entry of PATTERNS) {
    if (entry.method !== undefined && entry.method !== method) continue
    const match = entry.pattern.exec(path)
    if (match !== null) return entry.request(match[1] ?? '', match[2] ?? '')
  }
  return undefined
}

/** Programs look with it whether a server is there; of what moves money or counts, nothing is asked so. */
const headRequest = (path: string): RelayedRequest | undefined => {
  const request = relayedRequest('GET', path)
  return request?.kind === 'models' || request?.kind === 'model' ? request : undefined
}

/** Without a trailing slash. Undefined where nothing is served. */
export const relayedRequest = (method: string, path: string): RelayedRequest | undefined => {
  if (method === 'HEAD') return headRequest(path)
  const exact = EXACT.get(path)
  if (exact?.method === method) return exact.request
  return isGooglePath(path) ? googleRequest(method, path) : byPattern(method, path)
}

/** Parts of the vendors' APIs that exist there and not here: said plainly, so that it is not taken for a typing error. */
const KNOWN_ELSEWHERE =
  /^\/v1\/(files|fine_tuning|assistants|threads|batches|vector_stores|uploads|responses|realtime|messages\/batches)(\/|$)|^\/v1beta\/(files|cachedContents|tunedModels|batches|operations|corpora|fileSearchStores|interactions|openai)(\/|$)/

export const isServedElsewhere = (method: string, path: string): boolean =>
  KNOWN_ELSEWHERE.test(path) || (method === 'DELETE' && MODEL.test(path))

/** Errors are told in the words of the wire whose path it is, also where nothing is served below it. */
const WIRE_PATHS: readonly (readonly [RegExp, ServedWire])[] = [
  [/^\/v1\/responses(\/|$)/, 'responses'],
  [/^\/v1\/messages(\/|$)/, 'messages'],
]

/** Three vendors list their models under one path; Anthropic's clients name the version of its API, Google's have a header for the key. */
const SHARED = /^\/v1\/models(\/|$)/

const wireOfHeaders = (headers: Headers): ServedWire | 'chat' => {
  if (headers.has('anthropic-version')) return 'messages'
  return headers.has('x-goog-api-key') ? 'gemini' : 'chat'
}

export const wireOf = (path: string, headers: Headers): ServedWire | 'chat' => {
  if (path === CHAT) return 'chat'
  if (isGooglePath(path)) return 'gemini'
  if (SHARED.test(path)) return wireOfHeaders(headers)
  return WIRE_PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? 'chat'
}

export const metricNameOf = (path: string): string => (EXACT.has(path) ? path.slice('/v1/'.length) : (googleMetricOf(path) ?? 'other'))

/** Served with a relay token, but read by people's dashboards: they count as calls of the management API. */
export const isBillingPath = (path: string): boolean => /^(\/v1)?\/dashboard\/billing\/|^\/api\/(usage|log)\/token\/?$/.test(path)

export const isRelayedPath = (path: string): boolean =>
  path === CHAT || (path.startsWith('/v1/') && !isBillingPath(path)) || path === '/v1' || isGoogleVersion(path)
