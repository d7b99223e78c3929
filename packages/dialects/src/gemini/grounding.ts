import { arrayAt, objectAt, textAt } from '../json.ts'
import type { WebSearch } from '../model/event.ts'
import type { ToolCallCounts } from '../model/usage.ts'

export interface GroundingTools {
  readonly searches: boolean
  readonly readsMaps: boolean
}

/** An answer rests on dozens. */
const MAX_PAGES = 500

const QUERIES = ['webSearchQueries', 'imageSearchQueries'] as const

/**
 * Counts what an answer rests on. Its queries and its sources are repeated with every chunk, so each counts once. A search that finds
 * nothing is sold where queries are, and not where answers are.
 */
export class GroundingCounter {
  readonly #tools: GroundingTools
  readonly #queries = new Set<string>()
  readonly #pages = new Set<string>()
  #isTold = false
  #hasPages = false
  #hasPlaces = false

  constructor(tools: GroundingTools) {
    this.#tools = tools
  }

  note(candidate: unknown): void {
    const grounding = objectAt(candidate, 'groundingMetadata')
    if (grounding === undefined) return
    for (const query of QUERIES.flatMap((name) => arrayAt(grounding, name)))
      if (typeof query === 'string' && query.trim() !== '') this.#queries.add(query)
    const chunks = arrayAt(grounding, 'groundingChunks')
    this.#hasPlaces ||= chunks.some((chunk) => objectAt(chunk, 'maps') !== undefined)
    for (const chunk of chunks) this.#notePage(textAt(objectAt(chunk, 'web'), 'uri'))
    this.#hasPages ||= chunks.some((chunk) => objectAt(chunk, 'web') !== undefined || objectAt(chunk, 'image') !== undefined)
  }

  /** What was searched for and found so far, told once. */
  searches(): readonly WebSearch[] {
    if (this.#isTold || !this.#hasSearched()) return []
    this.#isTold = true
    return [{ queries: [...this.#queries], sources: [...this.#pages], hasFailed: false }]
  }

  counts(): ToolCallCounts | undefined {
    const hasSearched = this.#hasSearched()
    const hasReadMaps = this.#tools.readsMaps && this.#hasPlaces
    if (!hasSearched && !hasReadMaps) return undefined
    return {
      ...(hasSearched && { webSearch: this.#queries.size }),
      ...(hasSearched && this.#hasPages && { groundedPrompt: 1 }),
      ...(hasReadMaps && { mapsGrounding: 1 }),
    }
  }

  /** What a map was asked for stands among the queries as well. */
  #hasSearched(): boolean {
    return this.#tools.searches && this.#queries.size > 0 && (this.#hasPages || !this.#hasPlaces)
  }

  #notePage(url: string | undefined): void {
    if (url !== undefined && url !== '' && this.#pages.size < MAX_PAGES) this.#pages.add(url)
  }
}
