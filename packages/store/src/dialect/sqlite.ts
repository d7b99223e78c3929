import { Database, SQLiteError, type Statement } from 'bun:sqlite'
import { saturated } from '@weir/contract/values/quantity'
import { SqliteAdapter, SqliteQueryCompiler, sql, type Kysely } from 'kysely'
import type { SqliteAddress } from '../dsn.ts'
import { DuplicateRow, StoreLocked, StoreUnavailable, firstLine } from '../errors.ts'
import { addOnConflict } from './add-to-existing.ts'
import { createFileFlush } from './background-flush.ts'
import { sqliteColumns } from './column-types.ts'
import type { Schema } from '../schema.ts'
import { dropUnique } from './sqlite-rebuild.ts'
import { STORED_LIMIT, toValue, type Engine, type Link, type Result, type Row, type Value } from './engine.ts'

const STATEMENT_CACHE_SIZE = 256
/** While the file is opened, when nothing else is to be done. */
const OPENING_TIMEOUT_MS = 5000
/** How long SQLite itself may wait for another process: nothing else happens in this one meanwhile. */
const BUSY_TIMEOUT_MS = 5
/**
 * How long another process is waited for in all, with everything else going on. Counted from the first statement that met its lock: those
 * that stand behind it have waited as well.
 */
const LOCK_PATIENCE_MS = 5000
const MAX_PAUSE_MS = 50
/** 16 MiB of log between checkpoints: a page that changes with every request is written back once, not four times. */
const CHECKPOINT_PAGES = 4000
/**
 * A checkpoint flushes the log first, and no request is served meanwhile: 15 ms for 16 MiB, many times that on a busy disk. Flushed in the
 * background every few commits, the log leaves it little to wait for.
 */
const COMMITS_PER_FLUSH = 64

const toStoreError = (error: unknown): unknown => {
  if (!(error instanceof SQLiteError)) return error
  const code = error.code ?? ''
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
    return new DuplicateRow(firstLine(error), { cause: error })
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return new StoreLocked(`SQLite: ${firstLine(error)}`, { cause: error })
  if (/^SQLITE_(IOERR|FULL|READONLY|CANTOPEN|CORRUPT|NOTADB)/.test(code)) {
    return new StoreUnavailable(`SQLite: ${firstLine(error)}`, { cause: error })
  }
  return error
}

/** Bun takes all values as one array as well, which its types do not say: spreading those of a batch costs as much as binding them. */
interface Runnable {
  run(values: readonly Value[]): { readonly changes: number; readonly lastInsertRowid: number | bigint }
  all(values: readonly Value[]): Record<string, unknown>[]
}

interface Prepared {
  readonly statement: Statement
  readonly runnable: Runnable
  readonly isQuery: boolean
  /** Columns whose values need a look, known after the first run: expressions have no declared type. */
  booleans: readonly string[] | undefined
}

const isBoolean = (declared: string | null | undefined): boolean => declared?.toLowerCase() === 'boolean'

const readRow = (row: Record<string, unknown>, booleans: readonly string[]): Row => {
  for (const name in row) {
    const value = row[name]
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) row[name] = saturated(value)
  }
  for (const name of booleans) row[name] = row[name] === null ? null : row[name] === 1
  return row
}

const createStatementCache = (database: Database) => {
  const cache = new Map<string, Prepared>()
  return (text: string): Prepared => {
    const known = cache.get(text)
    if (known !== undefined) return known
    const statement = database.prepare(text)
    const runnable = statement as unknown as Runnable
    const prepared: Prepared = { statement, runnable, isQuery: statement.columnNames.length > 0, booleans: undefined }
    cache.set(text, prepared)
    if (cache.size > STATEMENT_CACHE_SIZE) {
      for (const [oldest, { statement: unused }] of cache) {
        cache.delete(oldest)
        unused.finalize()
        break
      }
    }
    return prepared
  }
}

const NO_ROWS: readonly Row[] = []

/** Looked at, not copied: a batch binds hundreds of values. */
const checkedValues = (params: readonly unknown[]): readonly Value[] => {
  for (const param of params) toValue(param)
  return params as readonly Value[]
}

const runPrepared = (prepared: Prepared, params: readonly unknown[]): Result => {
  const values = checkedValues(params)
  if (!prepared.isQuery) {
    const { changes, lastInsertRowid } = prepared.runnable.run(values)
    return { rows: NO_ROWS, affected: changes, insertId: Number(lastInsertRowid) }
  }
  const found = prepared.runnable.all(values)
  if (found.length === 0) return { rows: found, affected: 0, insertId: undefined }
  const { statement } = prepared
  prepared.booleans ??= statement.columnNames.filter((_, index) => isBoolean(statement.declaredTypes[index]))
  const { booleans } = prepared
  return { rows: found.map((row) => readRow(row, booleans)), affected: found.length, insertId: undefined }
}

const openFile = ({ path, flushesCommits }: Omit<SqliteAddress, 'kind'>): Database => {
  try {
    const database = new Database(path, { create: true, readwrite: true })
    // NORMAL, not FULL, where nothing else depends on it: with a write-ahead log it survives a killed process without loss and a power cut without damage;
    // only commits of the last moments before a power cut can be missing. FULL costs one disk flush per commit.
    for (const pragma of [
      `busy_timeout = ${OPENING_TIMEOUT_MS}`,
      'journal_mode = WAL',
      `synchronous = ${flushesCommits === true ? 'FULL' : 'NORMAL'}`,
      'foreign_keys = ON',
      `wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
      `busy_timeout = ${BUSY_TIMEOUT_MS}`,
    ]) {
      database.run(`PRAGMA ${pragma}`)
    }
    return database
  } catch (error) {
    throw toStoreError(error)
  }
}

const clamp = (expression: string): string => `max(min(${expression}, ${STORED_LIMIT}), -${STORED_LIMIT})`

/** SQLite allows one writer. One connection behind a queue gives the same order without ever meeting "database is locked". */
export const openSqlite = (address: Omit<SqliteAddress, 'kind'>): Engine => {
  const { path } = address
  const database = openFile(address)
  const prepare = createStatementCache(database)
  const logFlush = createFileFlush(`${path}-wal`, COMMITS_PER_FLUSH)
  const waiting: (() => void)[] = []
  let isTaken = false
  /** The lock of another process, from the first statement that met it to the latest one. */
  let lock: { readonly since: number; metAt: number } | undefined

  const queryNow = (text: string, params: readonly unknown[]): Result => {
    try {
      const prepared = prepare(text)
      const result = runPrepared(prepared, params)
      if (text === 'commit') logFlush.written()
      if (!prepared.isQuery) lock = undefined
      return result
    } catch (error) {
      throw toStoreError(error)
    }
  }

  const hasWaitedEnough = (now: number): boolean => {
    if (lock === undefined || now - lock.metAt > LOCK_PATIENCE_MS) lock = { since: now, metAt: now }
    lock.metAt = now
    return now - lock.since > LOCK_PATIENCE_MS
  }

  /** Inside a transaction the file is its own: what is locked there stays locked. */
  const query = async (text: string, params: readonly unknown[]): Promise<Result> => {
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        return queryNow(text, params)
      } catch (error) {
        if (!(error instanceof StoreLocked) || database.inTransaction || hasWaitedEnough(performance.now())) throw error
      }
      await Bun.sleep(pauseMs)
    }
  }

  const link: Link = {
    query,
    queryNow,
    release() {
      const next = waiting.shift()
      if (next === undefined) isTaken = false
      else next()
    },
  }

  return {
    capabilities: { supportsReturning: true, supportsForUpdate: false, isEmbedded: true, keepsStatements: true },
    columns: sqliteColumns,
    // IMMEDIATE takes the write lock at once: a transaction that reads first and writes later could otherwise fail half-way.
    beginSql: 'begin immediate',
    tableSuffix: '',
    // One tree instead of two: rows lie in the index of their key.
    keyedTableSuffix: 'without rowid',
    async open() {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve))
      isTaken = true
      return link
    },
    async close() {
      await logFlush.close()
      database.close(false)
    },
    toNative: (text) => text,
    toPrepared: (text) => text,
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIndex: (db, { name, table, columns, where, isUnique = false }) =>
      db.schema
        .createIndex(name)
        .ifNotExists()
        .on(table)
        .columns([...columns])
        .$call((index) => (isUnique ? index.unique() : index))
        .$call((index) => (where === undefined ? index : index.where(sql.raw<boolean>(where))))
        .execute(),
    dropIndex: (db, { name }) => db.schema.dropIndex(name).ifExists().execute(),
    dropUnique,
    async addColumn(db, { table, name, type }) {
      const { rows } = await sql`select 1 as found from pragma_table_info(${table}) where name = ${name}`.execute(db)
      if (rows.length === 0) await db.schema.alterTable(table).addColumn(name, type).execute()
    },
    createColumnStatistics: async () => undefined,
    clamp,
    // SUM ends with an error where a sum of whole numbers passes 64 bits.
    sum: (expression) => `total(${expression})`,
    pairs: (first, second) => `group_concat(${first} || ':' || ${second}, ' ')`,
    idsAtOnce: 512,
    hasIdAmong: (ids) => sql`id in (select value from json_each(${JSON.stringify(ids)}))`,
    addToExisting: (spec) => addOnConflict({ clamp }, spec),
    // One writer at a time: numbers are given in the order of the commits.
    lastSettledId: async (kysely, table) =>
      (await kysely.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0,
    // It sees to that by itself.
    numberAfterLast: async () => undefined,
    async numberFrom(db, table, next) {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${next - 1n})`.execute(db)
    },
    now: () => Promise.resolve(undefined),
    async tableNames(db) {
      const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
      return new Set(rows.map(({ name }) => name))
    },
    underMigrationLock: <T>(kysely: Kysely<Schema>, work: (locked: Kysely<Schema>) => Promise<T>) => kysely.transaction().execute(work),
  }
}
