import type { Socket } from 'node:net'
import { MysqlAdapter, MysqlQueryCompiler, sql, type Kysely } from 'kysely'
import type { Pool, PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise'
import type { ServerAddress } from '../dsn.ts'
import { DuplicateRow, StoreUnavailable, WriteConflict, firstLine } from '../errors.ts'
import { mysqlColumns } from './column-types.ts'
import { padded } from '../padded.ts'
import type { Schema } from '../schema.ts'
import { createSilenceWatch, type SilenceWatch } from './silence-watch.ts'
import { createFreshness } from './freshness.ts'
import { STORED_LIMIT, addClamped, toValue, type Engine, type IndexSpec, type Link } from './engine.ts'

/** A node that hangs inside a transaction must not hang the others. */
const LOCK_WAIT_SECONDS = 5
/** Writers wait meanwhile, so not for long. */
const TABLE_WAIT_SECONDS = 1
const MIGRATION_LOCK = 'weir-migrations:'
const MIGRATION_WAIT_SECONDS = 60

/**
 * Strict: an overlong or broken value is an error, never cut silently.
 * READ COMMITTED: no gap locks, so holds of different requests do not block each other; every rule that counts is in a conditional
 * statement or a row lock, which read the newest committed row at any level.
 */
const SESSION_SETUP = [
  "set session sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  'set session transaction isolation level read committed',
  "set session time_zone = '+00:00'",
  `set session innodb_lock_wait_timeout = ${LOCK_WAIT_SECONDS}`,
  // MySQL cuts off what GROUP_CONCAT has gathered beyond 1024 bytes.
  'set session group_concat_max_len = 1048576',
] as const

/** Keys and names are compared byte for byte; the server's default would take `KEY` for `key`. */
const TABLE_SUFFIX = 'engine=InnoDB default charset=utf8mb4 collate=utf8mb4_bin'

const LOST = /^(E[A-Z]+|PROTOCOL_.*|ER_SERVER_SHUTDOWN|ER_CON_COUNT_ERROR|ER_QUERY_INTERRUPTED|ER_CONNECTION_KILLED)$/

const REFUSED = /^ER_(ACCESS_DENIED_ERROR|BAD_DB_ERROR|DBACCESS_DENIED_ERROR|LOCK_WAIT_TIMEOUT)$/

const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Object.getOwnPropertyDescriptor(error, name)?.value : undefined

const isConnectionError = (error: unknown): boolean => {
  const code = propertyOf(error, 'code')
  if (propertyOf(error, 'fatal') === true) return true
  if (typeof code === 'string') return LOST.test(code)
  return error instanceof Error && /connection|closed state|timeout/i.test(error.message)
}

const toStoreError = (error: unknown): unknown => {
  const code = propertyOf(error, 'code')
  if (code === 'ER_LOCK_DEADLOCK') return new WriteConflict(firstLine(error), { cause: error })
  if (code === 'ER_DUP_ENTRY') return new DuplicateRow('a unique value exists already', { cause: error })
  if ((typeof code === 'string' && REFUSED.test(code)) || isConnectionError(error))
    return new StoreUnavailable(`MySQL: ${firstLine(error)}`, { cause: error })
  return error
}

/** The driver has it, which its types do not say; its own `destroy` leaves those who wait for an answer waiting. */
interface Streamed {
  readonly stream: Pick<Socket, 'destroy'>
}

const hangUpOf = (connection: PoolConnection): (() => void) => {
  const { stream } = connection.connection as unknown as Streamed
  return () => void stream.destroy(new Error('connection given up: the server does not answer'))
}

const createLink = (connection: PoolConnection, silence: SilenceWatch, onLost: () => void): Link => {
  let isBroken = false
  const hangUp = hangUpOf(connection)
  return {
    async query(text, params) {
      try {
        const asked = connection.query<RowDataPacket[] | ResultSetHeader>(text, params.map(toValue))
        const [result] = await silence.wait(asked, hangUp)
        if (Array.isArray(result)) return { rows: result, affected: result.length, insertId: undefined }
        return { rows: [], affected: result.affectedRows, insertId: result.insertId }
      } catch (error) {
        if (!isBroken && isConnectionError(error)) {
          isBroken = true
          onLost()
        }
        throw toStoreError(error)
      }
    },
    release() {
      if (isBroken) connection.destroy()
      else connection.release()
    },
  }
}

/** MySQL has no IF EXISTS for an index. */
const hasIndex = async (db: Kysely<Schema>, { name, table }: Pick<IndexSpec, 'name' | 'table'>): Promise<boolean> => {
  const { rows } = await sql`select 1 as found from information_schema.statistics
    where table_schema = database() and table_name = ${table} and index_name = ${name} limit 1`.execute(db)
  return rows.length > 0
}

const dropIndex: Engine['dropIndex'] = async (db, { name, table }) => {
  if (await hasIndex(db, { name, table })) await db.schema.dropIndex(name).on(table).execute()
}

const clamp = (expression: string): string => `greatest(least(${expression}, ${STORED_LIMIT}), -${STORED_LIMIT})`

export const openMysql = (address: ServerAddress): Engine => {
  // The driver is loaded where it is used: most installations have one file.
  let pool: Promise<Pool> | undefined
  const connect = async (): Promise<PoolConnection> => {
    pool ??= import('./mysql-pool.ts').then(({ openPool }) => openPool(address))
    return await (await pool).getConnection()
  }
  const silence = createSilenceWatch({ isAlive: async () => (await import('./mysql-pool.ts')).isAlive(address) })
  const prepared = new WeakSet<object>()
  const freshness = createFreshness<object>()

  const prepareSession = async (connection: PoolConnection): Promise<PoolConnection> => {
    if (prepared.has(connection.connection)) return connection
    try {
      for (const statement of SESSION_SETUP) await silence.wait(connection.query(statement), hangUpOf(connection))
    } catch (error) {
      connection.destroy()
      throw error
    }
    prepared.add(connection.connection)
    freshness.opened(connection.connection)
    return connection
  }

  return {
    capabilities: { supportsReturning: false, supportsForUpdate: true, isEmbedded: false, keepsStatements: false },
    columns: mysqlColumns,
    beginSql: 'begin',
    tableSuffix: TABLE_SUFFIX,
    keyedTableSuffix: TABLE_SUFFIX,
    async open() {
      if (silence.isSilent()) throw new StoreUnavailable('MySQL: the server does not answer')
      try {
        let connection = await connect()
        while (freshness.isStale(connection.connection)) {
          connection.destroy()
          connection = await connect()
        }
        const { connection: taken } = await prepareSession(connection)
        return createLink(connection, silence, () => freshness.lost(taken))
      } catch (error) {
        throw toStoreError(error)
      }
    },
    async close() {
      silence.close()
      await (await pool)?.end()
    },
    toNative: (text) => text,
    toPrepared: (text) => text,
    createAdapter: () => new MysqlAdapter(),
    createQueryCompiler: () => new MysqlQueryCompiler(),
    async createIndex(db, { name, table, columns, isUnique = false }) {
      if (!(await hasIndex(db, { name, table })))
        await db.schema
          .createIndex(name)
          .on(table)
          .columns([...columns])
          .$call((index) => (isUnique ? index.unique() : index))
          .execute()
    },
    dropIndex,
    // Here a unique constraint is an index and nothing else.
    dropUnique: dropIndex,
    async addColumn(db, { table, name, type }) {
      const { rows } = await sql`select 1 as found from information_schema.columns
        where table_schema = database() and table_name = ${table} and column_name = ${name} limit 1`.execute(db)
      if (rows.length === 0) await db.schema.alterTable(table).addColumn(name, type).execute()
    },
    createColumnStatistics: async () => undefined,
    clamp,
    sum: (expression) => `sum(${expression})`,
    pairs: (first, second) => `group_concat(concat(${first}, ':', ${second}) separator ' ')`,
    idsAtOnce: 512,
    hasIdAmong: (ids) => sql`id in (${sql.join([...padded(ids)])})`,
    addToExisting: ({ table, sums }) =>
      `on duplicate key update ${sums.map((sum) => `${sum} = ${addClamped({ clamp }, `${table}.${sum}`, `values(${sum})`)}`).join(', ')}`,
    lastSettledId: (kysely, table) =>
      kysely.connection().execute(async (locked) => {
        // The lock is had when every transaction that wrote to the table has ended; none can begin before the number is read.
        await sql`set session lock_wait_timeout = ${sql.lit(TABLE_WAIT_SECONDS)}`.execute(locked)
        try {
          await sql`lock tables ${sql.table(table)} read`.execute(locked)
          return (await locked.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0
        } catch (error) {
          if (error instanceof StoreUnavailable) return 0
          throw error
        } finally {
          await sql`unlock tables`.execute(locked)
          await sql`set session lock_wait_timeout = default`.execute(locked)
        }
      }),
    // It sees to that by itself.
    numberAfterLast: async () => undefined,
    async numberFrom(db, table, next) {
      await sql`alter table ${sql.table(table)} auto_increment = ${sql.lit(next)}`.execute(db)
    },
    async now(kysely) {
      const { rows } = await sql<{ now: number }>`select unix_timestamp(now(3)) * 1000 as now`.execute(kysely)
      return Number(rows[0]?.now)
    },
    async tableNames(db) {
      const { rows } = await sql<{
        name: string
      }>`select table_name as name from information_schema.tables where table_schema = database()`.execute(db)
      return new Set(rows.map(({ name }) => name))
    },
    underMigrationLock: <T>(kysely: Kysely<Schema>, work: (locked: Kysely<Schema>) => Promise<T>) =>
      kysely.connection().execute(async (locked) => {
        const { rows } = await sql<{
          got: number
        }>`select get_lock(concat(${MIGRATION_LOCK}, database()), ${MIGRATION_WAIT_SECONDS}) as got`.execute(locked)
        if (rows[0]?.got !== 1) throw new StoreUnavailable('MySQL: another process is changing the schema and did not finish in time')
        try {
          return await work(locked)
        } finally {
          await sql`select release_lock(concat(${MIGRATION_LOCK}, database()))`.execute(locked)
        }
      }),
  }
}
