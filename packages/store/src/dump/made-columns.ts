import { sql } from 'kysely'
import { openDatabase } from '../database.ts'
import { parseDsn } from '../dsn.ts'
import { migrations } from '../migrations/all.ts'
import { dumpedTables } from './dumped-tables.ts'

/**
 * The columns that these migrations make, by table. Learned from a database in memory that has had them: a list beside them could be out of
 * date. Undefined where one of them is not of this program.
 */
export const madeColumns = async (applied: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>> | undefined> => {
  if (applied.some((name) => !migrations.some((migration) => migration.name === name))) return undefined
  const { engine, kysely } = openDatabase(parseDsn('', ':memory:'))
  try {
    return await engine.underMigrationLock(kysely, async (db) => {
      for (const migration of migrations) if (applied.includes(migration.name)) await migration.up({ db, engine })
      const tables = await engine.tableNames(db)
      const made = new Map<string, ReadonlySet<string>>()
      for (const table of dumpedTables.filter((name) => tables.has(name))) {
        // One row of nothing, which has the names of the columns.
        const { rows } = await sql<object>`select t.* from (select 1 as one) as x left join ${sql.table(table)} as t on 1 = 0`.execute(db)
        made.set(table, new Set(Object.keys(rows[0] ?? {})))
      }
      return made
    })
  } finally {
    await kysely.destroy()
  }
}
