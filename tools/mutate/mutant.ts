/** What a rule found in one source: the text between two offsets and what takes its place. */
export interface Change {
  readonly kind: Kind
  readonly start: number
  readonly end: number
  readonly after: string
}

export type Kind =
  | 'arithmetic'
  | 'boundary'
  | 'call'
  | 'colour'
  | 'comparison'
  | 'condition'
  | 'extreme'
  | 'flag'
  | 'guard'
  | 'logic'
  | 'member'
  | 'message'
  | 'number'
  | 'path'
  | 'sort'
  | 'spacing'
  | 'text'
  | 'wait'

export interface Mutant extends Change {
  readonly area: string
  readonly path: string
  readonly line: number
  readonly before: string
  /** The source line as it stands, trimmed: with path, before and after it names the mutant wherever the line moves. */
  readonly context: string
}

export const apply = (source: string, { start, end, after }: Change): string => source.slice(0, start) + after + source.slice(end)

export const toMutant = (change: Change, place: { readonly area: string; readonly path: string; readonly source: string }): Mutant => {
  const { area, path, source } = place
  const lineStart = source.lastIndexOf('\n', change.start - 1) + 1
  const lineEnd = source.indexOf('\n', change.start)
  return {
    ...change,
    area,
    path,
    line: source.slice(0, change.start).split('\n').length,
    before: source.slice(change.start, change.end),
    context: source.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).trim(),
  }
}
