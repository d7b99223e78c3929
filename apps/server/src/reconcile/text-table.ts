export interface TableRow {
  /** Where it begins in the file, counted from 1. */
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
}

interface Fields {
  readonly line: number
  readonly fields: readonly string[]
}

const unquoted = (field: string): string => (/^"[^]*"$/.test(field) ? field.slice(1, -1).replaceAll('""', '"') : field)

/** Quotes may hold separators, line ends and, doubled, themselves. */
const readFields = (text: string, separator: ',' | '\t'): readonly Fields[] => {
  const field = new RegExp(String.raw`("(?:[^"]|"")*"|[^${separator}\n]*?)(${separator}|\r?\n|$)`, 'y')
  const rows: Fields[] = []
  let [fields, line, start]: [string[], number, number] = [[], 1, 1]
  while (field.lastIndex < text.length) {
    const [whole, content = '', end = ''] = field.exec(text) ?? ['']
    if (whole === '') break
    fields.push(unquoted(content))
    line += whole.split('\n').length - 1
    if (end === separator && field.lastIndex < text.length) continue
    rows.push({ line: start, fields })
    ;[fields, start] = [[], line]
  }
  return rows
}

/** A table whose first line names the columns, with commas or tabs between them. Lines that are empty are left out. */
export const readTable = (text: string): { readonly columns: ReadonlySet<string>; readonly rows: readonly TableRow[] } => {
  const plain = text.replace(/^\uFEFF/, '')
  const separator = (plain.split('\n', 1)[0] ?? '').includes('\t') ? '\t' : ','
  const [head, ...rows] = readFields(plain, separator)
  const names = (head?.fields ?? []).map((name) => name.trim())
  return {
    columns: new Set(names),
    rows: rows
      .filter(({ fields }) => fields.some((field) => field.trim() !== ''))
      .map(({ line, fields }) => ({ line, cells: Object.fromEntries(names.map((name, at) => [name, (fields[at] ?? '').trim()])) })),
  }
}
