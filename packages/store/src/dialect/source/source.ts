/** Whole numbers are texts or bigints: an older program may have counted beyond ±2^53. */
export interface SourceRow {
  readonly [column: string]: string | number | bigint | boolean | Uint8Array | null
}

/** A database that is read and never written. */
export interface Source {
  quote(name: string): string
  query(sql: string): Promise<readonly SourceRow[]>
  /** Empty when there is no such table. */
  columnsOf(table: string): Promise<ReadonlySet<string>>
  /** Everything that `work` reads is of one moment. */
  readTogether<T>(work: () => Promise<T>): Promise<T>
  /** The clock of its server, in milliseconds; undefined where there is none but ours. */
  now(): Promise<number | undefined>
  close(): Promise<void>
}

export const columnNames = (rows: readonly SourceRow[]): ReadonlySet<string> => new Set(rows.map(({ name }) => String(name)))

/** Table names come from this program, and still none of them may end a literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
