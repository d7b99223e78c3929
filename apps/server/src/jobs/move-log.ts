import type { LogMover } from '@weir/store/log-database/log-mover'
import { describeError, log } from '../process/log.ts'

/** While it fails it is tried every second, and told this often. */
const TELL_EVERY_MS = 60_000

export interface LogMoving {
  /** For a job that runs every second. Never throws: a database that is away is told of once a minute, and of its return. */
  move(): Promise<void>
  /** Counts the rows that wait. */
  look(): Promise<void>
  /** As many as waited at the last look. */
  waiting(): number
}

/** Brings rows of the log from the main database to the database of LOG_SQL_DSN. */
export const createLogMoving = (mover: Pick<LogMover, 'advanceWhenCalm' | 'waiting'>, clock: () => number): LogMoving => {
  let toldAt: number | undefined
  let rowsWaiting = 0

  const tell = async (error: unknown): Promise<void> => {
    const now = clock()
    if (toldAt !== undefined && now - toldAt < TELL_EVERY_MS) return
    toldAt = now
    const { rows, since } = await mover.waiting()
    log.error('rows of the log cannot be moved to the database of LOG_SQL_DSN and wait in the main one; requests go on', {
      rows,
      since: new Date(since * 1000).toISOString(),
      ...describeError(error),
    })
  }

  return {
    async move() {
      try {
        const rows = await mover.advanceWhenCalm()
        if (toldAt !== undefined) log.info('rows of the log are moved again', { rows })
        toldAt = undefined
      } catch (error) {
        await tell(error)
      }
    },
    async look() {
      rowsWaiting = (await mover.waiting()).rows
    },
    waiting: () => rowsWaiting,
  }
}
