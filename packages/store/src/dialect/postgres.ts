import { PostgresAdapter, PostgresQueryCompiler, sql, type Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { ServerAddress } from '../dsn.ts'
import { DuplicateRow, StoreUnavailable, WriteConflict, firstLine } from '../errors.ts'
import { addOnConflict } from './add-to-existing.ts'
import { postgresColumns } from './column-types.ts'
import type { Schema } from '../schema.ts'
import { createFreshness } from './freshness.ts'
import { createPostgresMessages } from './postgres-messages.ts'
import type { submitQuery } from './postgres-pool.ts'
import { createPreparedTexts, isUnknownName, type PreparedTexts } from './postgres-prepared.ts'
import { createSilenceWatch, type SilenceWatch } from './silence-watch.ts'
import { STORED_LIMIT, toValue, type Engine, type Link, type Result, type Value } from './engine.ts'

/** Any number will do as long as no other program on this database uses it; these are the bytes of "weir". */
const MIGRATION_LOCK = 0x77656972

const WAIT_MS = 20
const MAX_WAITS = 50

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

const isConnectionError = (error: unknown): boolean => {
  const code = codeOf(error)
  if (/^(08|57P|53|25P03)/.test(code) || /^E[A-Z]+$/.test(code)) return true
  // The driver gives no code for a socket that closes under a query or a pool that cannot connect in time.
  return code === '' && error instanceof Error && /connection|timeout|not queryable/i.test(error.message)
}

const toStoreError = (error: unknown): unknown => {
  const code = codeOf(error)
  if (code === '40001' || code === '40P01') return new WriteConflict(firstLine(error), { cause: error })
  if (code === '23505') return new DuplicateRow(firstLine(error), { cause: error })
  if (isConnectionError(error) || /^(28|3D|55P03)/.test(code))
    return new StoreUnavailable(`PostgreSQL: ${firstLine(error)}`, { cause: error })
  return error
}

/** Transactions that have written to the table and still run. */
const writersOf = async (kysely: Kysely<Schema>, table: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ writer: string }>`select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = ${table}::regclass and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database())`.execute(kysely)
  return rows.map(({ writer }) => writer)
}

interface Driver {
  readonly pool: Pool
  readonly submit: typeof submitQuery
}

interface LinkOptions extends Pick<Driver, 'submit'> {
  readonly prepared: PreparedTexts
  readonly silence: SilenceWatch
  readonly onLost: () => void
}

/** Waits for all, also where one has failed: what comes after it is on its way. */
const allOf = async (sent: readonly Promise<Result>[]): Promise<readonly Result[]> => {
  await Promise.allSettled(sent)
  return Promise.all(sent)
}

const createLink = (client: PoolClient, { prepared, submit, silence, onLost }: LinkOptions): Link => {
  let isBroken = false
  const hangUp = (): void => void client.connection.stream.destroy(new Error('connection given up: the server does not answer'))

  const send = async (text: string, values: Value[]): Promise<Result> => {
    const { rows, rowCount, command } = await submit(client, { text, values, name: prepared.nameOf(text) })
    if (text === 'commit' && command !== 'COMMIT') throw new WriteConflict('PostgreSQL: a transaction that had failed was rolled back')
    return { rows, affected: rowCount ?? 0, insertId: undefined }
  }

  const fail = (error: unknown): never => {
    if (!isBroken && isConnectionError(error)) {
      isBroken = true
      onLost()
    }
    if (!isUnknownName(error)) throw toStoreError(error)
    prepared.forget()
    throw new WriteConflict('PostgreSQL: a pooler in between keeps no prepared statements', { cause: error })
  }

  return {
    query: async (text, params) => silence.wait(send(text, params.map(toValue)), hangUp).catch(fail),
    async queryAll(steps) {
      // A value that cannot be stored is found before anything is sent: otherwise the statements after it would be committed without it.
      const values = steps.map(({ params }) => params.map(toValue))
      const { stream } = client.connection
      stream.cork()
      const sent = steps.map(({ sql: text }, index) => send(text, values[index] ?? []))
      stream.uncork()
      return silence.wait(allOf(sent), hangUp).catch(fail)
    },
    release() {
      client.release(isBroken)
    },
  }
}

const toNative = (text: string): string => {
  let position = 0
  return text.replaceAll('?', () => `$${++position}`)
}

const clamp = (expression: string): string => `greatest(least(${expression}, ${STORED_LIMIT}), -${STORED_LIMIT})`

export const openPostgres = (address: ServerAddress): Engine => {
  const freshness = createFreshness<PoolClient>()
  const prepared = createPreparedTexts()
  // The driver is loaded where it is used: most installations have one file.
  let driver: Promise<Driver> | undefined
  const silence = createSilenceWatch({ isAlive: async () => (await import('./postgres-pool.ts')).isAlive(address) })
  const load = (): Promise<Driver> =>
    (driver ??= import('./postgres-pool.ts').then(({ openPool, submitQuery: submit }) => ({
      pool: openPool(address, freshness.opened),
      submit,
    })))
  const open = async (): Promise<Link> => {
    if (silence.isSilent()) throw new StoreUnavailable('PostgreSQL: the server does not answer')
    try {
      const { pool, submit } = await load()
      let client = await pool.connect()
      while (freshness.isStale(client)) {
        client.release(true)
        client = await pool.connect()
      }
      const taken = client
      return createLink(taken, { prepared, submit, silence, onLost: () => freshness.lost(taken) })
    } catch (error) {
      throw toStoreError(error)
    }
  }

  return {
    capabilities: { supportsReturning: true, supportsForUpdate: true, isEmbedded: false, keepsStatements: true },
    columns: postgresColumns,
    beginSql: 'begin isolation level read committed',
    tableSuffix: '',
    keyedTableSuffix: '',
    messages: createPostgresMessages(address, open),
    open,
    async close() {
      silence.close()
      await (await driver)?.pool.end()
    },
    toNative,
    toPrepared: (text) => prepared.add(toNative(text)),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
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
    dropUnique: (db, { name, table }) => db.schema.alterTable(table).dropConstraint(name).ifExists().execute(),
    addColumn: (db, { table, name, type }) =>
      db.schema
        .alterTable(table)
        .addColumn(name, type, (column) => column.ifNotExists())
        .execute(),
    async createColumnStatistics(db, { name, table, columns }) {
      const listed = sql.join(columns.map((column) => sql.ref(column)))
      await sql`create statistics if not exists ${sql.id(name)} (ndistinct) on ${listed} from ${sql.table(table)}`.execute(db)
      // The server would do so by itself, once enough rows have changed.
      await sql`analyze ${sql.table(table)}`.execute(db)
    },
    clamp,
    sum: (expression) => `sum(${expression})`,
    pairs: (first, second) => `string_agg(concat(${first}, ':', ${second}), ' ')`,
    idsAtOnce: 4096,
    hasIdAmong: (ids) => sql`id = any(cast(${`{${ids.join()}}`} as bigint[]))`,
    addToExisting: (spec) => addOnConflict({ clamp }, spec),
    async lastSettledId(kysely, table) {
      const newest = await kysely.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
      // A transaction that was given a smaller number and has not committed yet took the lock of the table before, and keeps it to the end.
      let writers = await writersOf(kysely, table)
      for (let wait = 0; writers.length > 0; wait++) {
        if (wait === MAX_WAITS) return 0
        await Bun.sleep(WAIT_MS)
        const now = new Set(await writersOf(kysely, table))
        writers = writers.filter((writer) => now.has(writer))
      }
      return newest?.id ?? 0
    },
    async numberAfterLast(db, table) {
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 0) + 1, false) from ${sql.table(table)}`.execute(db)
    },
    async numberFrom(db, table, next) {
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${next}, false)`.execute(db)
    },
    async now(kysely) {
      const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp()) * 1000 as now`.execute(kysely)
      return Number(rows[0]?.now)
    },
    async tableNames(db) {
      const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(db)
      return new Set(rows.map(({ name }) => name))
    },
    underMigrationLock: <T>(kysely: Kysely<Schema>, work: (locked: Kysely<Schema>) => Promise<T>) =>
      kysely.transaction().execute(async (locked) => {
        await sql`set local lock_timeout = '60s'`.execute(locked)
        // A restore waits for its file, or for another database, between two statements.
        await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(locked)
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(locked)
        return work(locked)
      }),
  }
}
