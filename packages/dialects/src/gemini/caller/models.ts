import type { JsonObject } from '../../json.ts'
import type { WireModels } from '../../model/caller-wire.ts'

const DEFAULT_PAGE = 50
const MAX_PAGE = 1000

/** What else a model can do is not known; the name of one that embeds says so. */
const methodsOf = (id: string): readonly string[] =>
  /embed/i.test(id) ? ['embedContent', 'batchEmbedContents'] : ['generateContent', 'streamGenerateContent', 'countTokens']

const modelOf = (id: string): JsonObject => ({
  name: `models/${id}`,
  version: '001',
  displayName: id,
  supportedGenerationMethods: methodsOf(id),
})

const sizeOf = (query: URLSearchParams): number => {
  const size = Number(query.get('pageSize') ?? query.get('page_size') ?? DEFAULT_PAGE)
  return Number.isSafeInteger(size) && size >= 1 ? Math.min(size, MAX_PAGE) : DEFAULT_PAGE
}

/** The token of a page is its place in the list. */
const startOf = (query: URLSearchParams): number => {
  const start = Number(query.get('pageToken') ?? query.get('page_token') ?? 0)
  return Number.isSafeInteger(start) && start >= 0 ? start : 0
}

/** Lists of models as Google's endpoint gives them, page by page. */
export const geminiModels: WireModels = {
  list: (ids, query) => {
    const start = startOf(query)
    const end = start + sizeOf(query)
    return { models: ids.slice(start, end).map(modelOf), ...(end < ids.length && { nextPageToken: String(end) }) }
  },
  one: modelOf,
}
