import type { JsonObject } from '../../json.ts'
import type { WireModels } from '../../model/caller-wire.ts'

/** The date this family of gateways has always given for every model. */
const CREATED = '2021-07-20T11:20:00Z'
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 1000

const modelOf = (id: string): JsonObject => ({ type: 'model', id, display_name: id, created_at: CREATED })

const limitOf = (query: URLSearchParams): number => {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT)
  return Number.isSafeInteger(limit) && limit >= 1 ? Math.min(limit, MAX_LIMIT) : DEFAULT_LIMIT
}

/** The models between two ids; the page at the end of them where only a later id is named. */
const pageOf = (ids: readonly string[], query: URLSearchParams): { readonly page: readonly string[]; readonly hasMore: boolean } => {
  const limit = limitOf(query)
  const [after, before] = [query.get('after_id'), query.get('before_id')]
  const from = after === null ? 0 : ids.indexOf(after) + 1
  const to = before === null || !ids.includes(before) ? ids.length : ids.indexOf(before)
  const range = ids.slice(from, to)
  const page = after === null && before !== null ? range.slice(-limit) : range.slice(0, limit)
  return { page, hasMore: range.length > page.length }
}

/** Lists of models as Anthropic's endpoint gives them, page by page. */
export const messagesModels: WireModels = {
  list: (ids, query) => {
    const { page, hasMore } = pageOf(ids, query)
    return { data: page.map(modelOf), has_more: hasMore, first_id: page[0] ?? null, last_id: page.at(-1) ?? null }
  },
  one: modelOf,
}
