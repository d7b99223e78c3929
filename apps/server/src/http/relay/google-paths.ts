import type { WireAddress } from '@weir/dialects/model/caller-wire'
import { wordTable } from '@weir/contract/values/word-table'
import { unescapePart } from './unescape-part.ts'

/**
 * Google names the method after the model, and its methods are written in this way. Some clients escape the colon. Those of Vertex AI name the
 * publisher, and the project and the place where they have one, neither of which means anything here.
 */
const METHOD =
  /^\/v1(?:beta1?)?\/(?:(?:projects\/[^/]+\/locations\/[^/]+\/)?publishers\/google\/)?models\/(.+)(?::|%3[Aa])([a-z]+[A-Z]\w*|predict)$/

/** Below the paths of versions that Google alone has. */
export const isGoogleVersion = (path: string): boolean => /^\/v1beta1?(?:\/|$)/.test(path)

/** Everything that is Google's to answer, served or not. A model of another vendor may have a colon in its name, too. */
export const isGooglePath = (path: string): boolean => isGoogleVersion(path) || METHOD.test(path)

export type GoogleRequest =
  | { readonly kind: 'wire' | 'count' | 'embeddings'; readonly wire: 'gemini'; readonly asked: WireAddress }
  | { readonly kind: 'models' }
  | { readonly kind: 'model'; readonly model: string }

const KINDS = wordTable<'wire' | 'count' | 'embeddings'>({
  generateContent: 'wire',
  streamGenerateContent: 'wire',
  countTokens: 'count',
  embedContent: 'embeddings',
  batchEmbedContents: 'embeddings',
})

const methodRequest = (path: string): GoogleRequest | undefined => {
  const [, model = '', method = ''] = METHOD.exec(path) ?? []
  const kind = Object.hasOwn(KINDS, method) ? KINDS[method] : undefined
  if (kind === undefined) return undefined
  return { kind, wire: 'gemini', asked: { model: unescapePart(model), isStream: method === 'streamGenerateContent', query: '' } }
}

const MODEL = /^\/v1beta\/models\/(.+)$/

/** What a path asks of Google's API; undefined where nothing is served. */
export const googleRequest = (method: string, path: string): GoogleRequest | undefined => {
  if (method === 'POST') return methodRequest(path)
  if (method !== 'GET' || METHOD.test(path)) return undefined
  if (path === '/v1beta/models') return { kind: 'models' }
  const model = MODEL.exec(path)?.[1]
  return model === undefined ? undefined : { kind: 'model', model: unescapePart(model) }
}

/** Callers could invent any number of models; the methods are few. */
export const googleMetricOf = (path: string): string | undefined => {
  const method = METHOD.exec(path)?.[2] ?? ''
  return Object.hasOwn(KINDS, method) ? `gemini/${method}` : undefined
}
