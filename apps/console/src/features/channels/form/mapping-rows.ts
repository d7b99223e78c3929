import { parseJsonObject } from '../../../shared/browser/json.ts'

export interface MappingRow {
  readonly from: string
  readonly to: string
}

/** Undefined where the text is no mapping: then only the text can be corrected. */
export const rowsOf = (text: string): readonly MappingRow[] | undefined => {
  if (text.trim() === '') return []
  const fields = parseJsonObject(text)
  if (fields === undefined) return undefined
  const rows = Object.entries(fields).map(([from, to]) => ({ from, to }))
  return rows.every((row): row is MappingRow => typeof row.to === 'string') ? rows : undefined
}

/** Rows that are not filled in yet have no place in the text. Of two for one model the later counts. */
export const textOf = (rows: readonly MappingRow[]): string => {
  const whole = rows.map(({ from, to }) => [from.trim(), to.trim()] as const).filter(([from, to]) => from !== '' && to !== '')
  return whole.length === 0 ? '' : JSON.stringify(Object.fromEntries(whole), undefined, 2)
}

/** The names that stand in more than one row, of which all but the last are lost. */
export const repeatedIn = (rows: readonly MappingRow[]): ReadonlySet<string> => {
  const names = rows.map(({ from }) => from.trim()).filter((from) => from !== '')
  return new Set(names.filter((name, at) => names.indexOf(name) !== at))
}
