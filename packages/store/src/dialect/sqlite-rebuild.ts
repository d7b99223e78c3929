import { sql } from 'kysely'
import type { Engine } from './engine.ts'

/**
 * SQLite cannot take a constraint away from a table. The rows move to one that was made by the same words without it; indexes that were
 * added later go with the old one, and are made again by the caller. Part of a migration, and so all or nothing.
 */
export const dropUnique: Engine['dropUnique'] = async (db, { name, table }) => {
  const { rows } = await sql<{ words: string }>`select sql as words from sqlite_master where type = 'table' and name = ${table}`.execute(db)
  const words = rows[0]?.words ?? ''
  const without = words.replace(new RegExp(`,\\s*constraint "${name}" unique \\([^)]*\\)`, 'i'), '')
  if (without === words) return
  const fresh = `${table}_fresh`
  await sql.raw(without.replace(`"${table}"`, `"${fresh}"`)).execute(db)
  await sql`insert into ${sql.table(fresh)} select * from ${sql.table(table)}`.execute(db)
  await db.schema.dropTable(table).execute()
  await db.schema.alterTable(fresh).renameTo(table).execute()
}
