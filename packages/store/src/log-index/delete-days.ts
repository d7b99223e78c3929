import type { Kysely } from 'kysely'
import type { StoreContext } from '../context.ts'
import type { Engine } from '../dialect/engine.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { yieldToRequests } from '../yield-to-requests.ts'
import { readFloors, writeFloor } from './floor.ts'
import { markPostingsStale } from './postings/stale-postings.ts'
import { deleteStretch, hasRollupsBefore, oldStretches, type Stretch } from './rollups/delete-rollups.ts'
import { countDeletion, lockAllWatermarks } from './watermarks.ts'

type Context = Pick<StoreContext, 'kysely' | 'engine'>

/** Rows of one transaction. Where the database is embedded, requests wait for its end. */
const batchOf = ({ capabilities }: Engine): number => (capabilities.isEmbedded ? 500 : 5000)

/** The rollups of so many users, tokens or quarters of a day. */
const STRETCHES_AT_ONCE = 8

const oldRows = (db: Kysely<Schema>, before: number, limit: number) =>
  db.selectFrom('logs').select('id').where('created_at', '<', before).orderBy('created_at').limit(limit)

/** A part of the deletion, under the lock of the watermarks; undefined where there is nothing to delete any more. */
const underFloor = <T>({ kysely, engine }: Context, work: (db: Kysely<Schema>, floor: number) => Promise<T>): Promise<T | undefined> =>
  inTransaction(kysely, async (transaction) => {
    await lockAllWatermarks(transaction, engine)
    const { floor } = await readFloors(transaction)
    return floor === 0 ? undefined : work(transaction, floor)
  })

const deleteRows = (context: Context): Promise<number | undefined> =>
  inTransaction(context.kysely, async (transaction) => {
    const watermarks = await lockAllWatermarks(transaction, context.engine)
    const { floor } = await readFloors(transaction)
    if (floor === 0) return undefined
    const ids = (await oldRows(transaction, floor, batchOf(context.engine)).execute()).map(({ id }) => id)
    if (ids.length === 0) return 0
    await markPostingsStale(transaction, ids)
    await countDeletion(transaction, watermarks, ids)
    return Number((await transaction.deleteFrom('logs').where('id', 'in', ids).executeTakeFirstOrThrow()).numDeletedRows)
  })

const deleteSome = async (context: Context, before: number, stretches: readonly Stretch[]): Promise<void> => {
  await underFloor(context, async (db, floor) => {
    // Another process has ended the deletion, and one of less has begun: what was found before may count again.
    if (floor < before) return
    for (const stretch of stretches) await deleteStretch(db, stretch)
  })
  await yieldToRequests()
}

const deleteRollups = async (context: Context, before: number): Promise<void> => {
  let found: Stretch[] = []
  for await (const stretch of oldStretches(context, before)) {
    found.push(stretch)
    if (found.length < STRETCHES_AT_ONCE) continue
    await deleteSome(context, before, found)
    found = []
  }
  await deleteSome(context, before, found)
}

/** A row of that time that was booked or indexed meanwhile has to go first: what is below the floor must be gone when it is taken away. */
const takeAway = (context: Context): Promise<true | undefined> =>
  underFloor(context, async (db, floor) => {
    if ((await oldRows(db, floor, 1).execute()).length > 0 || (await hasRollupsBefore(db, floor))) return undefined
    await writeFloor(db, 0)
    return true
  })

/** Deletes what lies below the floor, also what a process left behind that died. Any number of processes may do so. Returns how many rows went. */
export const finishDeletion = async (context: Context): Promise<number> => {
  let deleted = 0
  for (let { floor } = await readFloors(context.kysely); floor > 0; { floor } = await readFloors(context.kysely)) {
    for (let rows = await deleteRows(context); rows !== undefined && rows > 0; rows = await deleteRows(context)) {
      deleted += rows
      await yieldToRequests()
    }
    await deleteRollups(context, floor)
    await takeAway(context)
  }
  return deleted
}

/** All rows before a day of UTC. Their figures go at once, the rows one batch after the other. */
export const deleteDaysBefore = async (context: Context, day: number): Promise<number> => {
  const { kysely } = context
  // Days whose rows have expired have rollups all the same.
  if ((await oldRows(kysely, day, 1).execute()).length === 0 && !(await hasRollupsBefore(kysely, day))) return 0
  await inTransaction(kysely, async (transaction) => {
    await lockAllWatermarks(transaction, context.engine)
    await writeFloor(transaction, Math.max(day, (await readFloors(transaction)).floor))
  })
  return finishDeletion(context)
}
