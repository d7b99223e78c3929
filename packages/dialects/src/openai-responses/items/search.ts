import type { JsonObject } from '../../json.ts'
import type { WebSearch } from '../../model/event.ts'
import { added, done, type OpenItem, type Step, type Where } from './item.ts'

/** A search of the web that upstream made, told when it is over: other wires do not tell of its steps. */
export class SearchItem implements OpenItem {
  readonly place: number
  readonly #where: Where
  readonly #search: WebSearch
  readonly #showsSources: boolean

  constructor(place: number, id: string, { search, showsSources }: { readonly search: WebSearch; readonly showsSources: boolean }) {
    this.place = place
    this.#where = { item_id: id, output_index: place }
    this.#search = search
    this.#showsSources = showsSources
  }

  begin = (): readonly Step[] => [
    added(this.#where, this.#item('in_progress')),
    ['response.web_search_call.in_progress', { ...this.#where }],
    ['response.web_search_call.searching', { ...this.#where }],
  ]

  close = (): readonly Step[] => [
    ...(this.#search.hasFailed ? [] : [['response.web_search_call.completed', { ...this.#where }] as const]),
    done(this.#where, this.whole()),
  ]

  whole = (): JsonObject => this.#item(this.#search.hasFailed ? 'failed' : 'completed')

  #item(status: 'in_progress' | 'completed' | 'failed'): JsonObject {
    const { queries, sources } = this.#search
    const [query = ''] = queries
    const pages = sources.map((url) => ({ type: 'url', url }))
    return {
      id: this.#where.item_id,
      type: 'web_search_call',
      status,
      action: { type: 'search', query, ...(queries.length > 0 && { queries }), ...(this.#showsSources && { sources: pages }) },
    }
  }
}
