import { Database, SQLiteError } from 'bun:sqlite'
import { StoreUnavailable, firstLine } from '../../errors.ts'
import { PAGE_ROWS, columnNames, literal, numberIn, toColumns, type Source, type SourceRow } from './source.ts'

const BUSY_TIMEOUT_MS = 5000

const refused = (error: unknown): unknown =>
  error instanceof SQLiteError ? new StoreUnavailable(`SQLite: ${firstLine(error)}`, { cause: error }) : error

/** Read-only: neither the journal mode nor anything else of the file is changed. */
export const openSqliteSource = (path: string): Source => {
  const open = (): Database => {
    try {
      const database = new Database(path, { readonly: true, safeIntegers: true })
      database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
      return database
    } catch (error) {
      throw refused(error)
    }
  }
  const database = open()
  const query = async (sql: string): Promise<readonly SourceRow[]> => {
    try {
      return database.query<SourceRow, []>(sql).all()
    } catch (error) {
      throw refused(error)
    }
  }
  return {
    quote: (name) => `"${name}"`,
    query,
    columnsOf: async (table) => columnNames(await query(`select name from pragma_table_info(${literal(table)})`)),
    describe: async (table) => toColumns(await query(`select name, type from pragma_table_info(${literal(table)})`)),
    async *pages(sql) {
      try {
        using statement = database.prepare<SourceRow, []>(sql)
        let page: SourceRow[] = []
        for (const row of statement.iterate()) {
          page.push(row)
          if (page.length < PAGE_ROWS) continue
          yield page
          page = []
        }
        if (page.length > 0) yield page
      } catch (error) {
        throw refused(error)
      }
    },
    nextNumber: async (table) =>
      numberIn(
        await query(
          `select max(coalesce((select seq from sqlite_sequence where name = ${literal(table)}), 0), coalesce(max(id), 0)) + 1 as next from "${table}"`,
        ),
      ),
    async readTogether(work) {
      database.run('begin')
      try {
        return await work()
      } finally {
        database.run('rollback')
      }
    },
    now: async () => undefined,
    async close() {
      database.close()
    },
  }
}
