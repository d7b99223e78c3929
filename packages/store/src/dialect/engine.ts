import type { DialectAdapter, Kysely, QueryCompiler, RawBuilder } from 'kysely'
import type { ColumnType, ColumnTypes } from './column-types.ts'
import { checkedInteger } from '../errors.ts'
import type { Messages } from './messages.ts'
import type { Schema } from '../schema.ts'

/** What a parameter may be: a sum beyond ±2^53 is a bigint. Dates never travel: every time is a number of seconds. */
export type Value = string | number | bigint | boolean | null

/**
 * Counters stay exact in the database beyond ±2^53, and end here: one such number can be added to another without passing the 64 bits of a
 * column, which PostgreSQL and MySQL refuse and SQLite turns into a fraction.
 */
export const STORED_LIMIT = 2n ** 62n - 1n

/** The same values are refused on every database, instead of one rounding what another rejects. */
export const toValue = (value: unknown): Value => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError(`a value of type ${typeof value} cannot be stored`)
  return Number.isInteger(value) ? checkedInteger(value) : value
}

export interface Row {
  readonly [column: string]: unknown
}

export interface Result {
  readonly rows: readonly Row[]
  readonly affected: number
  readonly insertId: number | undefined
}

/** A statement with its parameters. */
export interface Step {
  readonly sql: string
  readonly params: readonly Value[]
  /** How many rows it has to change for the statements after it in its list to run. */
  readonly expects?: number
}

/** One connection, held by one user at a time. */
export interface Link {
  query(sql: string, params: readonly unknown[]): Promise<Result>
  /** Sends all without waiting in between, where the database can do that. Fails as the first that fails. */
  readonly queryAll?: (steps: readonly Step[]) => Promise<readonly Result[]>
  /** The same at once. Embedded databases have it: a promise for every statement would cost as much as the statement. */
  readonly queryNow?: (sql: string, params: readonly unknown[]) => Result
  release(): void
}

export interface Capabilities {
  readonly supportsReturning: boolean
  readonly supportsForUpdate: boolean
  /** It runs in the thread of the caller: statements cost no round trip, but each text is compiled here. */
  readonly isEmbedded: boolean
  /** Texts of `toPrepared` are compiled once and kept: there should be few of them. */
  readonly keepsStatements: boolean
}

export interface IndexSpec {
  /** Only these rows are in the index, where the database can do that; a query has to say so in the same words. */
  readonly where?: string
  readonly name: string
  readonly table: string
  readonly columns: readonly string[]
  readonly isUnique?: boolean
}

export interface ColumnSpec {
  readonly table: string
  readonly name: string
  readonly type: ColumnType
}

export interface SumSpec {
  readonly table: string
  /** The primary key. */
  readonly keys: readonly string[]
  readonly sums: readonly string[]
}

/** Everything the rest of the store may know about a database. */
export interface Engine {
  readonly capabilities: Capabilities
  readonly columns: ColumnTypes
  readonly beginSql: string
  /** Close the CREATE TABLE statement: of a table with numbered rows, and of one found by a text key alone. */
  readonly tableSuffix: string
  readonly keyedTableSuffix: string
  /** Where the database can pass messages between processes. */
  readonly messages?: Messages
  open(): Promise<Link>
  close(): Promise<void>
  /** Hand-written SQL has `?` for parameters; PostgreSQL numbers them. */
  toNative(sql: string): string
  /** The same for a text that runs again and again: where it pays, each connection prepares it once. */
  toPrepared(sql: string): string
  createAdapter(): DialectAdapter
  createQueryCompiler(): QueryCompiler
  createIndex(db: Kysely<Schema>, index: IndexSpec): Promise<void>
  /** Unless it is gone already. */
  dropIndex(db: Kysely<Schema>, index: Pick<IndexSpec, 'name' | 'table'>): Promise<void>
  /** A constraint that came with the table, unless it is gone already. */
  dropUnique(db: Kysely<Schema>, constraint: Pick<IndexSpec, 'name' | 'table'>): Promise<void>
  /** A column that may be empty, unless it is there already. */
  addColumn(db: Kysely<Schema>, column: ColumnSpec): Promise<void>
  /** Statistics of these columns together, where the planner would otherwise take one to be independent of the other. */
  createColumnStatistics(db: Kysely<Schema>, combination: Pick<IndexSpec, 'name' | 'table' | 'columns'>): Promise<void>
  /** An expression kept within ±STORED_LIMIT. */
  clamp(expression: string): string
  /** The sum of a column, which no number of large rows can make an error. Exact within ±2^53. */
  sum(expression: string): string
  /** The pairs of two columns in one text, `1:2 3:4`, in no order; for thousands of them at most. */
  pairs(first: string, second: string): string
  /** So many ids are asked for at once: an embedded database keeps requests waiting meanwhile. */
  readonly idsAtOnce: number
  /** Whether the id of a row is among these: as one parameter where the database can take that apart, since each costs. */
  hasIdAmong(ids: readonly number[]): RawBuilder<boolean>
  /** Ends an INSERT: a row whose key exists is added to it. */
  addToExisting(spec: SumSpec): string
  /** A number at or below which no row of the table can appear any more; 0 when that cannot be told right now. */
  lastSettledId(kysely: Kysely<Schema>, table: 'logs' | 'ledger_entries'): Promise<number>
  /** After rows were written with numbers of their own: the next one that the database gives comes after them. */
  numberAfterLast(db: Kysely<Schema>, table: 'users' | 'tokens' | 'channels' | 'redemptions'): Promise<void>
  /** The same for a number that may lie further ahead. */
  numberFrom(db: Kysely<Schema>, table: keyof Schema, next: bigint): Promise<void>
  /** Milliseconds on the clock of the server; undefined for an embedded database. */
  now(kysely: Kysely<Schema>): Promise<number | undefined>
  tableNames(db: Kysely<Schema>): Promise<ReadonlySet<string>>
  /** Runs `work` while no other process can run its own. */
  underMigrationLock<T>(kysely: Kysely<Schema>, work: (locked: Kysely<Schema>) => Promise<T>): Promise<T>
}

/** Adds to a counter. What an earlier version left in it may be anything. */
export const addClamped = ({ clamp }: Pick<Engine, 'clamp'>, counter: string, term: string): string => clamp(`${clamp(counter)} + ${term}`)
