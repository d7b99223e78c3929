import { breathe } from '../yield-to-requests.ts'
import type { StoreContext } from '../context.ts'
import { lastFullBlockEnd } from './postings/block.ts'
import { renewPlaces } from './postings/stale-postings.ts'
import { LogWalk } from './index-pass.ts'
import { ALL_KINDS } from './kinds.ts'
import { readStates, stateOf } from './watermarks.ts'

/** When it is worth summing up, in rows that are not in the sums yet. */
export interface Patience {
  /** Fewer are left to the readers, who look at new rows themselves: the more at once, the fewer sums are written for each. */
  readonly worthwhile: number
  /** More than this since the last look: requests come so fast that they should not have to share the database. */
  readonly busy: number
  /** So many that readers would notice. */
  readonly overdue: number
}

const PATIENCE: Patience = { worthwhile: 10_000, busy: 1000, overdue: 50_000 }

/** Sums over the consumption in the log, by hour and day. Readers add the rows that are not in them yet, so they are never behind. */
export interface LogSums {
  /** Adds what has arrived to the sums. Any number of processes may call it; each row is counted once. Returns how many rows it passed. */
  advance(): Promise<number>
  /** For a job that looks every few seconds. */
  advanceWhenCalm(patience?: Patience): Promise<number>
}

export const createLogSums = ({ kysely, engine }: StoreContext): LogSums => {
  const lastSettled = () => engine.lastSettledId(kysely, 'logs')

  /** May still be on its way to being settled: enough to see whether there is something to do. */
  const lastRow = async (): Promise<number> =>
    (await kysely.selectFrom('logs').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0

  const advanceThrough = async (lastId: number): Promise<number> => {
    let passed = 0
    for (let isDone = false; !isDone; await breathe()) {
      const walk = await LogWalk.begin({ kysely, engine })
      isDone = await walk.through(lastId)
      passed += walk.passed
    }
    await renewPlaces({ kysely, engine })
    return passed
  }

  let seen = 0
  return {
    advance: async () => advanceThrough(await lastSettled()),
    async advanceWhenCalm({ worthwhile, busy, overdue } = PATIENCE) {
      const states = await readStates(kysely)
      const summed = states.leastOf(ALL_KINDS.map(stateOf))
      const rows = (await lastRow()) - summed
      const isBusy = rows - seen > busy
      seen = rows
      if (rows < worthwhile || (isBusy && rows < overdue)) return 0
      seen = 0
      // Up to the end of a block: its rows would have to be read again for their places.
      const lastId = await lastSettled()
      const blockEnd = lastFullBlockEnd(lastId)
      return await advanceThrough(blockEnd > summed ? blockEnd : lastId)
    },
  }
}
