import type { Engine, Result } from '../dialect/engine.ts'
import { StoreLocked, StoreUnavailable, WriteConflict } from '../errors.ts'

/** What goes wrong with the next statement of this text, after or instead of running it. */
export interface Faults {
  isDown: boolean
  isLocked: boolean
  openings: number
  lostAnswers: number
  conflicts: number
}

export const noFaults = (): Faults => ({ isDown: false, isLocked: false, openings: 0, lostAnswers: 0, conflicts: 0 })

const WRITES = /^(insert|update|delete)\b/

/** A database that fails on demand: before it is reached, at a commit or a write without a transaction, or after a commit that was not acknowledged. */
export const unreliable = (engine: Engine, faults: Faults): Engine => ({
  ...engine,
  async open() {
    faults.openings += 1
    if (faults.isDown) throw new StoreUnavailable('down')
    if (faults.isLocked) throw new StoreLocked('locked')
    const link = await engine.open()
    let isInTransaction = false
    const beforeRunning = (sql: string): void => {
      if (sql === engine.beginSql) isInTransaction = true
      if (sql === 'rollback') isInTransaction = false
      const isLast = sql === 'commit' || (!isInTransaction && WRITES.test(sql))
      if (!isLast || faults.conflicts === 0) return
      faults.conflicts -= 1
      throw new WriteConflict('deadlock')
    }
    const afterRunning = (sql: string, result: Result): Result => {
      if (sql === 'commit') isInTransaction = false
      if (sql !== 'commit' || faults.lostAnswers === 0) return result
      faults.lostAnswers -= 1
      throw new StoreUnavailable('the answer was lost')
    }
    const { queryNow, queryAll } = link
    return {
      async query(sql, params) {
        beforeRunning(sql)
        return afterRunning(sql, await link.query(sql, params))
      },
      ...(queryNow && {
        queryNow(sql, params) {
          beforeRunning(sql)
          return afterRunning(sql, queryNow(sql, params))
        },
      }),
      ...(queryAll && {
        async queryAll(steps) {
          for (const { sql } of steps) beforeRunning(sql)
          const results = await queryAll(steps)
          return results.map((result, at) => afterRunning(steps[at]?.sql ?? '', result))
        },
      }),
      release: () => link.release(),
    }
  },
})
