import { sql, type ColumnDataType, type Expression } from 'kysely'

export type ColumnType = ColumnDataType | Expression<unknown>

/** Column types by meaning; a migration never names a database. */
export interface ColumnTypes {
  /** 64-bit, given by the database, never given twice. */
  readonly id: ColumnType
  readonly isIdIdentity: boolean
  readonly reference: ColumnType
  readonly quota: ColumnType
  readonly epoch: ColumnType
  readonly count: ColumnType
  readonly real: ColumnType
  readonly boolean: ColumnType
  readonly text: ColumnType
  /** Can be indexed and compared exactly, upper and lower case apart. */
  readonly shortText: ColumnType
}

export const SHORT_TEXT_LENGTH = 255

const numbers = { reference: 'bigint', quota: 'bigint', epoch: 'bigint', count: 'bigint', real: sql`double precision` } as const

export const sqliteColumns: ColumnTypes = {
  ...numbers,
  id: 'integer',
  isIdIdentity: false,
  real: 'real',
  boolean: 'boolean',
  text: 'text',
  shortText: 'text',
}

export const postgresColumns: ColumnTypes = {
  ...numbers,
  id: 'bigint',
  isIdIdentity: true,
  boolean: 'boolean',
  text: 'text',
  shortText: 'text',
}

// `text` ends at 64 KiB on MySQL, less than a long list of models.
export const mysqlColumns: ColumnTypes = {
  ...numbers,
  id: 'bigint',
  isIdIdentity: false,
  boolean: sql`tinyint(1)`,
  text: sql`longtext`,
  shortText: `varchar(${SHORT_TEXT_LENGTH})`,
}
