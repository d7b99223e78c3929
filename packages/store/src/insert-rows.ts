import { CompiledQuery, type Kysely } from 'kysely'
import type { Engine, Value } from './dialect/engine.ts'
import type { Schema } from './schema.ts'

const MAX_ROWS = 64

interface Rows<Column extends string> {
  readonly table: string
  readonly columns: readonly Column[]
  readonly rows: readonly Readonly<Record<Column, Value>>[]
  /** What follows the values. */
  readonly suffix?: string
}

/** Written as text: to build statements of so many values would cost more than to run them. Powers of two, so that there are few texts. */
export const insertRows = async <Column extends string>(
  db: Kysely<Schema>,
  engine: Engine,
  { table, columns, rows, suffix = '' }: Rows<Column>,
): Promise<void> => {
  const tuple = `(${columns.map(() => '?').join(', ')})`
  for (let at = 0; at < rows.length;) {
    const size = Math.min(MAX_ROWS, 2 ** Math.floor(Math.log2(rows.length - at)))
    const values = rows.slice(at, at + size).flatMap((row) => columns.map((column) => row[column]))
    const tuples = Array.from({ length: size }, () => tuple).join(', ')
    const text = `insert into ${table} (${columns.join(', ')}) values ${tuples} ${suffix}`
    await db.executeQuery(CompiledQuery.raw(engine.toNative(text), values))
    at += size
  }
}
