import { yieldToRequests } from '../yield-to-requests.ts'
import type { StoreContext } from '../context.ts'
import { lastFullBlockEnd } from './postings/block.ts'
import { rebuildOlderPostings, rebuildStalePostings } from './postings/stale-postings.ts'
import { IndexPass } from './index-pass.ts'
import { ALL_KINDS } from './kinds.ts'
import { readWatermarks, watermarkOf } from './watermarks.ts'

/** When an index pass is worth its cost, in rows that are not in the rollups yet. */
export interface Thresholds {
  /** Fewer are left to readers, which read new rows themselves: the more at once, the fewer rollups are written for each. */
  readonly minRows: number
  /** More than this since the last call: requests come so fast that they should not have to share the database. */
  readonly busyRows: number
  /** So many that readers would notice. */
  readonly maxRows: number
}

/** Blocks of an older version that are written anew in one call. */
const OLDER_BLOCKS = 32

const THRESHOLDS: Thresholds = { minRows: 10_000, busyRows: 1000, maxRows: 50_000 }

/** Rollups and postings of the log. Readers add the rows that are not indexed yet, so results are never behind. */
export interface LogIndex {
  /** Indexes what has arrived. Any number of processes may call it; each row is counted once. Returns how many rows it added to the rollups. */
  advance(): Promise<number>
  /** For a job that runs every few seconds. */
  advanceWhenCalm(thresholds?: Thresholds): Promise<number>
}

export const createLogIndex = ({ kysely, engine }: StoreContext): LogIndex => {
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

  let waitingBefore = 0
  return {
    advance: async () => advanceTo(await lastSettled()),
    async advanceWhenCalm({ minRows, busyRows, maxRows } = THRESHOLDS) {
      const watermarks = await readWatermarks(kysely)
      const rolledUp = watermarks.lowest(ALL_KINDS.map(watermarkOf))
      const waiting = (await lastRow()) - rolledUp
      const isBusy = waiting - waitingBefore > busyRows
      waitingBefore = waiting
      if (!isBusy) await rebuildOlderPostings({ kysely, engine }, OLDER_BLOCKS)
      if (waiting < minRows || (isBusy && waiting < maxRows)) return 0
      waitingBefore = 0
      // Up to the end of a block: the rows of a block that is not full would have to be read again for their postings.
      const lastId = await lastSettled()
      const blockEnd = lastFullBlockEnd(lastId)
      return await advanceTo(blockEnd > rolledUp ? blockEnd : lastId)
    },
  }
}
