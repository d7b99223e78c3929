import { createBacklogWatch, THRESHOLDS, type Thresholds } from '../backlog-watch.ts'
import { yieldToRequests } from '../yield-to-requests.ts'
import { logDatabaseOf, nowSeconds, type StoreContext } from '../context.ts'
import { lastFullBlockEnd } from './postings/block.ts'
import { rebuildOlderPostings, rebuildStalePostings } from './postings/stale-postings.ts'
import { finishDeletion } from './delete-days.ts'
import { expireRows, hasOldRowsToIndex, hasRowsBefore } from './expire-rows.ts'
import { IndexPass } from './index-pass.ts'
import { ALL_KINDS, DAY } from './kinds.ts'
import { readWatermarks, watermarkOf } from './watermarks.ts'

/** Blocks of an older version that are written anew in one call. */
const OLDER_BLOCKS = 32

/** Rollups and postings of the log. Readers add the rows that are not indexed yet, so results are never behind. */
export interface LogIndex {
  /** Indexes what has arrived. Any number of processes may call it; each row is counted once. Returns how many rows it added to the rollups. */
  advance(): Promise<number>
  /** For a job that runs every few seconds. */
  advanceWhenCalm(thresholds?: Thresholds): Promise<number>
  /** Deletes some of the rows that are older than so many days, for a job; figures stay. Returns how many went. */
  expireRows(days: number): Promise<number>
}

export const createLogIndex = (context: Pick<StoreContext, 'kysely' | 'engine' | 'clock' | 'logDatabase'>): LogIndex => {
  const { clock, logDatabase } = context
  const { kysely, engine } = logDatabaseOf(context)
  const lastSettled = () => engine.lastSettledId(kysely, 'logs')

  /** Its transaction may still be open: enough to see whether there is something to do. */
  const lastRow = async (): Promise<number> =>
    (await kysely.selectFrom('logs').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0

  const advanceTo = async (lastId: number): Promise<number> => {
    let indexedRows = 0
    for (let isDone = false; !isDone; await yieldToRequests()) {
      const pass = await IndexPass.begin({ kysely, engine })
      isDone = await pass.advanceTo(lastId)
      indexedRows += pass.indexedRows
    }
    await rebuildStalePostings({ kysely, engine })
    return indexedRows
  }

  const backlog = createBacklogWatch()
  return {
    advance: async () => advanceTo(await lastSettled()),
    async advanceWhenCalm(thresholds = THRESHOLDS) {
      const watermarks = await readWatermarks(kysely)
      const rolledUp = watermarks.lowest(ALL_KINDS.map(watermarkOf))
      const { isBusy, isDue } = backlog.look((await lastRow()) - rolledUp, thresholds)
      if (!isBusy) {
        await finishDeletion({ kysely, engine })
        await rebuildOlderPostings({ kysely, engine }, OLDER_BLOCKS)
      }
      if (!isDue) return 0
      // Up to the end of a block: the rows of a block that is not full would have to be read again for their postings.
      const lastId = await lastSettled()
      const blockEnd = lastFullBlockEnd(lastId)
      return await advanceTo(blockEnd > rolledUp ? blockEnd : lastId)
    },
    async expireRows(days) {
      const oldest = nowSeconds(clock) - days * DAY
      const day = oldest - (oldest % DAY)
      // Rows of such a day that come from the main database later would stay for ever: what every rollup includes must have arrived.
      if (logDatabase !== undefined && (await hasRowsBefore(context, day))) return 0
      if (await hasOldRowsToIndex({ kysely, engine }, day)) await advanceTo(await lastSettled())
      return await expireRows({ kysely, engine }, day)
    },
  }
}
