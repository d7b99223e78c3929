import { createConnection, type RowDataPacket } from 'mysql2'
import type { ServerAddress } from '../../dsn.ts'
import { StoreUnavailable, firstLine } from '../../errors.ts'
import { PAGE_ROWS, columnNames, literal, numberIn, toColumns, type Source, type SourceRow } from './source.ts'

const CONNECT_TIMEOUT_MS = 5000
/** How long the server waits while whoever takes the rows is busy with those before; it would give up after one minute. */
const WRITE_PATIENCE_SECONDS = 3600

export const openMysqlSource = async (address: ServerAddress): Promise<Source> => {
  const refused = (error: unknown): StoreUnavailable => new StoreUnavailable(`MySQL: ${firstLine(error)}`, { cause: error })
  const socket = createConnection({
    ...(address.socketPath === undefined ? { host: address.host, port: address.port } : { socketPath: address.socketPath }),
    user: address.user,
    password: address.password,
    database: address.database,
    ...(address.tls === 'off' ? {} : { ssl: { rejectUnauthorized: address.tls === 'verify' } }),
    connectTimeout: CONNECT_TIMEOUT_MS,
    charset: 'utf8mb4_bin',
    typeCast: (field) => field.string(),
  })
  // The query that meets the loss reports it; without a listener the event would end the process.
  socket.on('error', () => undefined)
  const connection = socket.promise()
  await connection.connect().catch((error: unknown) => {
    throw refused(error)
  })
  const query = async (sql: string): Promise<readonly SourceRow[]> => {
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql)
      return rows
    } catch (error) {
      throw refused(error)
    }
  }
  // The second is for MySQL alone, which otherwise tells a number of yesterday as the next one.
  await query(`set session net_write_timeout = ${WRITE_PATIENCE_SECONDS} /*!80000 , session information_schema_stats_expiry = 0 */`)
  await query('set session transaction read only')
  await query('set session transaction isolation level repeatable read')
  return {
    quote: (name) => `\`${name}\``,
    query,
    columnsOf: async (table) =>
      columnNames(
        await query(
          `select column_name as name from information_schema.columns where table_schema = database() and table_name = ${literal(table)}`,
        ),
      ),
    describe: async (table) =>
      toColumns(
        await query(
          `select column_name as name, column_type as type from information_schema.columns where table_schema = database() and table_name = ${literal(table)}`,
        ),
      ),
    async *pages(sql) {
      let isWhole = false
      try {
        let page: SourceRow[] = []
        for await (const row of socket.query<RowDataPacket[]>(sql).stream({ highWaterMark: PAGE_ROWS })) {
          page.push(row as SourceRow)
          if (page.length < PAGE_ROWS) continue
          yield page
          page = []
        }
        isWhole = true
        if (page.length > 0) yield page
      } catch (error) {
        throw refused(error)
      } finally {
        // The next question would wait for ever behind the rows that nobody takes.
        if (!isWhole) socket.destroy()
      }
    },
    nextNumber: async (table) =>
      numberIn(
        await query(
          `select greatest(coalesce((select auto_increment from information_schema.tables where table_schema = database() and table_name = ${literal(table)}), 1), coalesce(max(id), 0) + 1) as next from \`${table}\``,
        ),
      ),
    async readTogether(work) {
      await query('start transaction with consistent snapshot, read only')
      try {
        return await work()
      } finally {
        await query('rollback')
      }
    },
    now: async () => Number((await query('select unix_timestamp(now(3)) * 1000 as now'))[0]?.['now']),
    close: () => connection.end(),
  }
}
