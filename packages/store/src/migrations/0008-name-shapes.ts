import { nameShapes } from '@weir/contract/values/name-shape'
import { sql, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { MigrationContext } from './table-builder.ts'

const BATCH = 500
const COLUMNS = ['username_folded', 'username_shape'] as const

interface NamedRow {
  readonly id: number
  readonly username: string
}

/** The oldest of several twins gets the value; the others keep their names and have none. */
const fill = async (db: Kysely<Schema>, column: (typeof COLUMNS)[number], rows: readonly NamedRow[]): Promise<void> => {
  const valueOf = ({ username }: NamedRow): string => {
    const { folded, shape } = nameShapes(username)
    return column === 'username_folded' ? folded : shape
  }
  const first = new Map(rows.toReversed().map((row) => [valueOf(row), row.id]))
  const owned = await db
    .selectFrom('users')
    .select(column)
    .where(column, 'in', [...first.keys()])
    .execute()
  for (const row of owned) first.delete(row[column] ?? '')
  if (first.size === 0) return
  const cases = [...first].map(([value, id]) => sql`when ${id} then ${value}`)
  await db
    .updateTable('users')
    .set({ [column]: sql<string>`case id ${sql.join(cases, sql` `)} end` })
    .where('id', 'in', [...first.values()])
    .execute()
}

export const nameShapesOfUsers = {
  name: '0008-name-shapes',
  async up({ db, engine }: MigrationContext): Promise<void> {
    for (const column of COLUMNS) await engine.addColumn(db, { table: 'users', name: column, type: engine.columns.shortText })
    for (let after = 0; ;) {
      const rows = await db.selectFrom('users').select(['id', 'username']).where('id', '>', after).orderBy('id').limit(BATCH).execute()
      const last = rows.at(-1)
      if (last === undefined) break
      for (const column of COLUMNS) await fill(db, column, rows)
      after = last.id
    }
    for (const column of COLUMNS)
      await engine.createIndex(db, { name: `users_${column}`, table: 'users', columns: [column], isUnique: true })
  },
}
