import { parseSync, Visitor, type VisitorObject } from 'oxc-parser'

export interface ParsedSource {
  readonly visit: (visitor: VisitorObject) => void
  /** The line, counted from 1, of an offset in the source. */
  readonly lineAt: (offset: number) => number
}

const lineCounter = (source: string): ((offset: number) => number) => {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** Throws on a source that is not TypeScript or JavaScript: what cannot be read cannot be checked. */
export const parseSource = (path: string, source: string): ParsedSource => {
  const { program, errors } = parseSync(path, source, { sourceType: 'module' })
  const lineAt = lineCounter(source)
  const [error] = errors
  if (error !== undefined) throw new Error(`${path}:${lineAt(error.labels[0]?.start ?? 0)}: ${error.message}`)
  return { lineAt, visit: (visitor) => new Visitor(visitor).visit(program) }
}
