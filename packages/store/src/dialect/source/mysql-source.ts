import { createConnection, type RowDataPacket } from 'mysql2/promise'
import type { ServerAddress } from '../../dsn.ts'
import { StoreUnavailable, firstLine } from '../../errors.ts'
import { columnNames, literal, type Source, type SourceRow } from './source.ts'

const CONNECT_TIMEOUT_MS = 5000

export const openMysqlSource = async (address: ServerAddress): Promise<Source> => {
  const refused = (error: unknown): StoreUnavailable => new StoreUnavailable(`MySQL: ${firstLine(error)}`, { cause: error })
  const connect = () =>
    createConnection({
      ...(address.socketPath === undefined ? { host: address.host, port: address.port } : { socketPath: address.socketPath }),
      user: address.user,
      password: address.password,
      database: address.database,
      ...(address.tls === 'off' ? {} : { ssl: { rejectUnauthorized: address.tls === 'verify' } }),
      connectTimeout: CONNECT_TIMEOUT_MS,
      charset: 'utf8mb4_bin',
      typeCast: (field) => field.string(),
    })
  const connection = await connect().catch((error: unknown) => {
    throw refused(error)
  })
  // The query that meets the loss reports it; without a listener the event would end the process.
  connection.on('error', () => undefined)
  const query = async (sql: string): Promise<readonly SourceRow[]> => {
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql)
      return rows
    } catch (error) {
      throw refused(error)
    }
  }
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
