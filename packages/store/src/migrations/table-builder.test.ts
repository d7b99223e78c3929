import { expect, it } from 'bun:test'
import { sql } from 'kysely'
import { describeStore } from '../testing/store-harness.ts'

/** How the tables of numbered rows and of text keys are kept, in the words of each database. */
const KEPT = {
  SQLite: {
    query: sql<{ name: string; kept: string }>`select name, case when sql like '%without rowid' then 'by key' else 'by number' end as kept
      from sqlite_master where type = 'table' and name in ('sessions', 'users') order by name`,
    expected: ['sessions by key', 'users by number'],
  },
  PostgreSQL: {
    query: sql<{ name: string; kept: string }>`select tablename as name, 'as usual' as kept from pg_tables
      where tablename in ('sessions', 'users') order by tablename`,
    expected: ['sessions as usual', 'users as usual'],
  },
  MySQL: {
    query: sql<{ name: string; kept: string }>`select table_name as name, concat(engine, ' ', table_collation) as kept
      from information_schema.tables where table_schema = database() and table_name in ('sessions', 'users') order by table_name`,
    expected: ['sessions InnoDB utf8mb4_bin', 'users InnoDB utf8mb4_bin'],
  },
} as const

describeStore('tables', (harness) => {
  it('are kept the way that suits their keys', async () => {
    const { query, expected } = KEPT[harness.name]
    const { rows } = await harness.raw(({ kysely }) => query.execute(kysely))
    expect(rows.map(({ name, kept }) => `${name} ${kept}`)).toEqual([...expected])
  })
})
