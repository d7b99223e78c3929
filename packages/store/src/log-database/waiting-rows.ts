import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Rows that wait to be moved. */
export interface WaitingRows {
  /** No fewer than there are: ids that were never used are counted as well. */
  readonly rows: number
  /** Epoch seconds, of the first of them; 0 where there are none. */
  readonly since: number
}

/** Of the main database, where the log has one of its own. */
export const readWaitingRows = async (main: Kysely<Schema>): Promise<WaitingRows> => {
  const row = await main
    .selectFrom('logs')
    .select((eb) => [eb.fn.min('id').as('first'), eb.fn.max('id').as('last')])
    .executeTakeFirstOrThrow()
  const [first, last] = [Number(row.first ?? 0), Number(row.last ?? 0)]
  const oldest = await main.selectFrom('logs').select('created_at').where('id', '=', first).executeTakeFirst()
  // They were moved meanwhile, or there were none.
  return oldest === undefined ? { rows: 0, since: 0 } : { rows: last - first + 1, since: oldest.created_at }
}
