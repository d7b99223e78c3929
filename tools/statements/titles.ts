import { parseSource } from '../parse-source.ts'

export interface NamedId {
  readonly id: string
  readonly line: number
}

const anyId = /\b[A-Z]{1,2}-\d{2,3}\b/g
/** Titles begin with their ids: `H-31 AZ-05 writes …`, `C-001, C-002 prints …`. */
const leadingIds = /^(?:[A-Z]{1,2}-\d{2,3}\b[ ,]*)+/

/**
 * Ids in the strings of a test. Titles are also built from tables and templates, so every string counts;
 * a prefix that no document has counts at the beginning only, where it can be nothing else than an id.
 */
export const idsNamedIn = (path: string, source: string, prefixes: ReadonlySet<string>): readonly NamedId[] => {
  const found: NamedId[] = []
  // Parsing takes longer than all the rest, and most tests name none.
  if (source.search(anyId) === -1) return found
  const { visit, lineAt } = parseSource(path, source)
  const read = (text: string, start: number): void => {
    const leading = leadingIds.exec(text)?.[0].length ?? 0
    for (const match of text.matchAll(anyId)) {
      const [id] = match
      if (match.index < leading || prefixes.has(id.slice(0, id.indexOf('-')))) found.push({ id, line: lineAt(start) })
    }
  }
  visit({
    Literal: ({ value, start }) => {
      if (typeof value === 'string') read(value, start)
    },
    TemplateElement: ({ value, start }) => read(value.raw, start),
  })
  return found
}
