import { wordTable } from '@weir/contract/values/word-table'

/** Whole numbers are texts or bigints: an older program may have counted beyond ±2^53. */
export interface SourceRow {
  readonly [column: string]: string | number | bigint | boolean | Uint8Array | null
}

export type ColumnKind = 'whole' | 'real' | 'boolean' | 'text'

export interface SourceColumn {
  readonly name: string
  readonly kind: ColumnKind
}

/** A database that is read and never written. */
export interface Source {
  quote(name: string): string
  query(sql: string): Promise<readonly SourceRow[]>
  /** Empty when there is no such table. */
  columnsOf(table: string): Promise<ReadonlySet<string>>
  /** The same with their kinds. */
  describe(table: string): Promise<readonly SourceColumn[]>
  /** The rows of a query as they come, some at a time: a large table never lies in memory. Inside `readTogether` alone. */
  pages(sql: string): AsyncIterable<readonly SourceRow[]>
  /** What the next row of a numbered table would be given; numbers of rows that were deleted are not given again. */
  nextNumber(table: string): Promise<bigint>
  /** Everything that `work` reads is of one moment. */
  readTogether<T>(work: () => Promise<T>): Promise<T>
  /** The clock of its server, in milliseconds; undefined where there is none but ours. */
  now(): Promise<number | undefined>
  close(): Promise<void>
}

export const PAGE_ROWS = 500

const KINDS = wordTable<ColumnKind>({
  integer: 'whole',
  bigint: 'whole',
  real: 'real',
  double: 'real',
  'double precision': 'real',
  boolean: 'boolean',
  'tinyint(1)': 'boolean',
})

/** `type` as the database writes it; a display width of MySQL is no part of it, but for the one that means a boolean. */
const kindOf = (type: string): ColumnKind => KINDS[type] ?? KINDS[type.replace(/\(.*/, '')] ?? 'text'

export const toColumns = (rows: readonly SourceRow[]): readonly SourceColumn[] =>
  rows.map(({ name, type }) => ({ name: String(name), kind: kindOf(String(type).toLowerCase()) }))

export const numberIn = (rows: readonly SourceRow[]): bigint => BigInt(String(rows[0]?.['next'] ?? 1))

export const columnNames = (rows: readonly SourceRow[]): ReadonlySet<string> => new Set(rows.map(({ name }) => String(name)))

/** Table names come from this program, and still none of them may end a literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
