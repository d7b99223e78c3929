import { figureAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import { EXTRA, SEARCH_FIELDS } from '../model/routing-fields.ts'

const isOff = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (isObject(value) && (value['enable'] === false || value['enabled'] === false || value['mode'] === 'off'))

const fieldIn = (body: JsonObject): string | undefined => {
  for (const name of SEARCH_FIELDS) if (!isOff(body[name])) return name
  return undefined
}

/** The field by which a chat asks for a search. */
export const searchFieldIn = (body: JsonObject): string | undefined => {
  const field = fieldIn(body)
  if (field !== undefined) return field
  const extra = objectAt(body, EXTRA)
  const nested = extra && fieldIn(extra)
  return nested && `${EXTRA}.${nested}`
}

/** Models that always search, whoever sells them; a field only tells them how. */
const GPT_SEARCHES = /(?:^|\/)gpt-[\w.-]+-search-(?:preview|api)(?:-|$)/
/** Names with which this family of gateways asks for a search. */
const NAMED_SEARCHES = /-(?:internet|search)$/

export const takesSearchOptions = (model: string): boolean => GPT_SEARCHES.test(model)

export const searchesAlways = (model: string): boolean => GPT_SEARCHES.test(model) || NAMED_SEARCHES.test(model)

/** How often upstream searched, where it tells: OpenRouter, Alibaba, xAI (by the source), and Perplexity, which sells the request. */
export const searchesIn = (usage: JsonObject): number | undefined =>
  figureAt(objectAt(usage, 'server_tool_use'), 'web_search_requests') ??
  figureAt(objectAt(objectAt(usage, 'plugins'), 'search'), 'count') ??
  figureAt(usage, 'num_sources_used') ??
  figureAt(usage, 'num_search_queries') ??
  (textAt(usage, 'search_context_size') === undefined ? undefined : 1)
