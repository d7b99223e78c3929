import type { Kysely } from 'kysely'
import type { StoreContext } from '../context.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { yieldToRequests } from '../yield-to-requests.ts'
import { raiseRowFloor } from './floor.ts'
import { ALL_KINDS } from './kinds.ts'
import { markPostingsStale, rebuildStalePostings } from './postings/stale-postings.ts'
import { countDeletion, lockAllWatermarks, readWatermarks, watermarkOf, type Watermarks } from './watermarks.ts'

type Context = Pick<StoreContext, 'kysely' | 'engine'>

/** Rows of one transaction. Where the database is embedded, requests wait for its end. */
const batchOf = ({ capabilities }: Context['engine']): number => (capabilities.isEmbedded ? 500 : 2000)

/** A million in less than an hour, if it is called every minute. */
const ROWS_AT_ONCE = 20_000

/** The last row that every rollup includes. */
const indexedIn = (watermarks: Watermarks): number => watermarks.lowest(ALL_KINDS.map(watermarkOf))

const oldRows = (db: Kysely<Schema>, day: number) => db.selectFrom('logs').select('id').where('created_at', '<', day)

export const hasRowsBefore = async ({ kysely }: Pick<Context, 'kysely'>, day: number): Promise<boolean> =>
  (await oldRows(kysely, day).limit(1).execute()).length > 0

/** Few rows are left to readers for a long time, and would never go. */
export const hasOldRowsToIndex = async ({ kysely }: Context, day: number): Promise<boolean> => {
  const indexed = indexedIn(await readWatermarks(kysely))
  return (await oldRows(kysely, day).where('id', '>', indexed).limit(1).execute()).length > 0
}

/** Only what every rollup includes: it is what is left of the row. */
const deleteBatch = ({ kysely, engine }: Context, day: number): Promise<number> =>
  inTransaction(kysely, async (transaction) => {
    const watermarks = await lockAllWatermarks(transaction, engine)
    const old = oldRows(transaction, day).where('id', '<=', indexedIn(watermarks))
    const ids = (await old.orderBy('created_at').limit(batchOf(engine)).execute()).map(({ id }) => id)
    if (ids.length === 0) return 0
    await raiseRowFloor(transaction, day)
    await markPostingsStale(transaction, ids)
    await countDeletion(transaction, watermarks, ids)
    return Number((await transaction.deleteFrom('logs').where('id', 'in', ids).executeTakeFirstOrThrow()).numDeletedRows)
  })

/**
 * Deletes rows before a day of UTC and leaves their rollups, so that figures stay. So many at most that it is over soon: whoever calls it again goes
 * on, in any process. Returns how many went.
 */
export const expireRows = async (context: Context, day: number): Promise<number> => {
  let deleted = 0
  while (deleted < ROWS_AT_ONCE) {
    const begunAt = performance.now()
    const rows = await deleteBatch(context, day)
    if (rows === 0) break
    deleted += rows
    await yieldToRequests(context.engine.capabilities.isEmbedded ? performance.now() - begunAt : 0)
  }
  if (deleted > 0) await rebuildStalePostings(context)
  return deleted
}
