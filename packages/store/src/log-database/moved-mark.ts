import type { Kysely } from 'kysely'
import { literal, type Source } from '../dialect/source/source.ts'
import type { Schema } from '../schema.ts'

/** In a database for the log, beside its watermarks: the last row that has come from the main database. */
export const MOVED = 'moved'

/** Undefined until the figures of the main database have been copied. */
export const readMoved = async (db: Kysely<Schema>): Promise<number | undefined> =>
  (await db.selectFrom('log_sum_state').select('through_id').where('name', '=', MOVED).executeTakeFirst())?.through_id

/** The same of a database that is only read. */
export const movedIn = async (source: Source): Promise<bigint> => {
  const [row] = await source.query(`select through_id from log_sum_state where name = ${literal(MOVED)}`)
  return BigInt(String(row?.['through_id'] ?? 0))
}

/** False where another process has moved rows since `from` was read. It holds the row until the end of the transaction. */
export const advanceMoved = async (db: Kysely<Schema>, from: number, to: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('log_sum_state')
    .set({ through_id: to })
    .where('name', '=', MOVED)
    .where('through_id', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
