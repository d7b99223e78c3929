export interface Sort {
  readonly key: string
  readonly direction: 'ascending' | 'descending'
}

type SortValue<Row> = (row: Row) => string | number

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))

/** Numbers by size, texts by the reader's alphabet; equal rows keep their order. */
export const sortRows = <Row>(rows: readonly Row[], valueOf: SortValue<Row> | undefined, direction: Sort['direction']): readonly Row[] => {
  if (valueOf === undefined) return rows
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) => sign * compare(valueOf(a), valueOf(b)))
}

/** First click ascending, second descending, third back to the server's order. */
export const nextSort = (current: Sort | undefined, key: string): Sort | undefined => {
  if (current?.key !== key) return { key, direction: 'ascending' }
  return current.direction === 'ascending' ? { key, direction: 'descending' } : undefined
}
