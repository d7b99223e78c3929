import { arrayAt, textAt } from '../json.ts'
import type { WebSearch } from '../model/event.ts'

const RESULT = 'web_search_tool_result'

export const isSearchCall = (block: unknown): boolean =>
  textAt(block, 'type') === 'server_tool_use' && textAt(block, 'name') === 'web_search'

/** Puts the searches of one answer together: what was asked and what was found stand in blocks of their own. */
export class ClaudeSearches {
  readonly #queries = new Map<string, string>()

  asked(id: string, input: unknown): void {
    const query = textAt(input, 'query')
    if (query !== undefined) this.#queries.set(id, query)
  }

  /** The search whose result the block is. One that failed has an object that names the error in the place of its pages. */
  foundIn(block: unknown): readonly WebSearch[] {
    if (textAt(block, 'type') !== RESULT) return []
    const query = this.#queries.get(textAt(block, 'tool_use_id') ?? '')
    const pages = new Set(arrayAt(block, 'content').flatMap((page) => textAt(page, 'url') ?? []))
    const hasFailed = !Array.isArray((block as { readonly content?: unknown }).content)
    return [{ queries: query === undefined ? [] : [query], sources: [...pages], hasFailed }]
  }
}
