import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Kept beside the watermarks, under these names. */
export const FLOOR = 'floor'
export const ROW_FLOOR = 'rows'

export interface Floors {
  /**
   * While whole days are deleted: the first second of the first day that stays. Rollups of earlier days count no longer from the moment it is
   * set, so that their rows can go in any order. 0 while nothing is deleted.
   */
  readonly floor: number
  /**
   * The first second of the first day whose rows are kept. Of earlier days rollups alone are read from the moment it is set, so that their rows
   * can go in any order and no figure changes meanwhile. It never goes back.
   */
  readonly rowFloor: number
}

export const floorsIn = (rows: readonly { readonly name: string; readonly through_id: number }[]): Floors => {
  const byName = new Map(rows.map((row) => [row.name, row.through_id]))
  return { floor: byName.get(FLOOR) ?? 0, rowFloor: byName.get(ROW_FLOOR) ?? 0 }
}

export const readFloors = async (db: Kysely<Schema>): Promise<Floors> =>
  floorsIn(await db.selectFrom('log_sum_state').selectAll().where('name', 'in', [FLOOR, ROW_FLOOR]).execute())

const write = async (db: Kysely<Schema>, name: string, floor: number): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('log_sum_state')
    .set({ through_id: floor })
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  const known = await db.selectFrom('log_sum_state').select('name').where('name', '=', name).execute()
  if (known.length === 0) await db.insertInto('log_sum_state').values({ name, through_id: floor }).execute()
}

/** Part of a transaction that has locked all watermarks. */
export const writeFloor = (db: Kysely<Schema>, floor: number): Promise<void> => write(db, FLOOR, floor)

/** Part of a transaction that has locked all watermarks. */
export const raiseRowFloor = async (db: Kysely<Schema>, day: number): Promise<void> => {
  if (day > (await readFloors(db)).rowFloor) await write(db, ROW_FLOOR, day)
}
