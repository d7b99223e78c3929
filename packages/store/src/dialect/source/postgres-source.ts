import { Client } from 'pg'
import type { ServerAddress } from '../../dsn.ts'
import { StoreUnavailable, firstLine } from '../../errors.ts'
import { PAGE_ROWS, columnNames, literal, numberIn, toColumns, type Source, type SourceRow } from './source.ts'

const CONNECT_TIMEOUT_MS = 5000

const asText = (text: string): string => text

export const openPostgresSource = async (address: ServerAddress): Promise<Source> => {
  const client = new Client({
    host: address.socketPath ?? address.host,
    port: address.port,
    user: address.user,
    password: address.password,
    database: address.database,
    ssl: address.tls === 'off' ? false : { rejectUnauthorized: address.tls === 'verify' },
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'weir reader',
    types: { getTypeParser: () => asText },
  })
  // The query that meets the loss reports it; without a listener the event would end the process.
  client.on('error', () => undefined)
  const query = async (sql: string): Promise<readonly SourceRow[]> => {
    try {
      return (await client.query<Record<string, string | null>>(sql)).rows
    } catch (error) {
      throw new StoreUnavailable(`PostgreSQL: ${firstLine(error)}`, { cause: error })
    }
  }
  try {
    await client.connect()
  } catch (error) {
    throw new StoreUnavailable(`PostgreSQL: ${firstLine(error)}`, { cause: error })
  }
  await query('set session characteristics as transaction read only')
  return {
    quote: (name) => `"${name}"`,
    query,
    columnsOf: async (table) =>
      columnNames(
        await query(
          `select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = ${literal(table)}`,
        ),
      ),
    describe: async (table) =>
      toColumns(
        await query(
          `select column_name as name, data_type as type from information_schema.columns where table_schema = current_schema() and table_name = ${literal(table)}`,
        ),
      ),
    async *pages(sql) {
      await query(`declare weir_pages no scroll cursor for ${sql}`)
      for (;;) {
        const rows = await query(`fetch forward ${PAGE_ROWS} from weir_pages`)
        if (rows.length === 0) break
        yield rows
      }
      await query('close weir_pages')
    },
    async nextNumber(table) {
      const [sequence] = await query(`select pg_get_serial_sequence(${literal(table)}, 'id') as name`)
      return numberIn(
        await query(
          `select greatest((select case when is_called then last_value + 1 else last_value end from ${String(sequence?.['name'])}), coalesce(max(id), 0) + 1) as next from "${table}"`,
        ),
      )
    },
    async readTogether(work) {
      await query('begin isolation level repeatable read read only')
      try {
        return await work()
      } finally {
        await query('rollback')
      }
    },
    now: async () => Number((await query('select extract(epoch from clock_timestamp()) * 1000 as now'))[0]?.['now']),
    close: () => client.end(),
  }
}
