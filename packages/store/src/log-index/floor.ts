import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Kept beside the watermarks. */
export const FLOOR = 'floor'

/**
 * While whole days are deleted: the first second of the first day that stays. Rollups of earlier days count no longer from the moment it is
 * set, so that their rows can go in any order. 0 while nothing is deleted.
 */
export const readFloor = async (db: Kysely<Schema>): Promise<number> =>
  (await db.selectFrom('log_sum_state').select('through_id').where('name', '=', FLOOR).executeTakeFirst())?.through_id ?? 0

/** Part of a transaction that has locked all watermarks. */
export const writeFloor = async (db: Kysely<Schema>, floor: number): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('log_sum_state')
    .set({ through_id: floor })
    .where('name', '=', FLOOR)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  const known = await db.selectFrom('log_sum_state').select('name').where('name', '=', FLOOR).execute()
  if (known.length === 0) await db.insertInto('log_sum_state').values({ name: FLOOR, through_id: floor }).execute()
}
