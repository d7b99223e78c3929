import { arrayAt, objectAt, textAt } from '../../json.ts'
import type { WebSearch } from '../../model/event.ts'

/** The search that an item tells of. Opening a page that was found is part of it. */
export const searchOf = (item: unknown): readonly WebSearch[] => {
  const action = objectAt(item, 'action')
  if (textAt(item, 'type') !== 'web_search_call' || (textAt(action, 'type') ?? 'search') !== 'search') return []
  const queries = arrayAt(action, 'queries').filter((query) => typeof query === 'string')
  const query = textAt(action, 'query')
  const pages = new Set(arrayAt(action, 'sources').flatMap((source) => textAt(source, 'url') ?? []))
  return [
    {
      queries: queries.length > 0 || query === undefined ? queries : [query],
      sources: [...pages],
      hasFailed: textAt(item, 'status') === 'failed',
    },
  ]
}
