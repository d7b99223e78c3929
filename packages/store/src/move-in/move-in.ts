import type { StoreContext } from '../context.ts'
import { DuplicateRow } from '../errors.ts'
import { bumpRevision } from '../rows.ts'
import { inTransaction } from '../transaction.ts'
import { copyLogs, type CopiedLogs, type LogCopy } from './copy-logs.ts'
import type { Plan, Sum } from './plan.ts'
import { sumsBooked, sumsOfPlan, sumsWritten } from './read-sums.ts'
import { TargetOccupied, readTargetState } from './target-state.ts'
import { writePlan } from './write-plan.ts'

export interface Imported {
  /** The accounts were here from an earlier run: nothing was written. */
  readonly wasThere: boolean
  readonly sums: readonly Sum[]
}

/** Brings the data of an older program into this database. */
export interface MoveIn {
  /** What `write` would do. Throws `TargetOccupied` when it would refuse. */
  check(plan: Plan): Promise<Imported>
  /** Everything but the log, in one transaction. */
  write(plan: Plan): Promise<Imported>
  /** Goes on where an earlier run was cut off. */
  copyLogs(copy: LogCopy): Promise<CopiedLogs>
}

export const createMoveIn = (context: StoreContext): MoveIn => {
  const { kysely } = context

  const write = (plan: Plan): Promise<Imported> =>
    inTransaction(kysely, async (db) => {
      // The lock: of two that find the target fresh, the second waits here and then finds it imported.
      await bumpRevision(db, 'options')
      const target = await readTargetState(db, plan)
      if (target.state === 'imported') return { wasThere: true, sums: await sumsBooked(db, plan) }
      await writePlan(db, context, { plan, firstRootId: target.firstRootId })
      return { wasThere: false, sums: await sumsWritten(db, plan) }
    })

  return {
    async check(plan) {
      const { state } = await readTargetState(kysely, plan)
      return state === 'imported' ? { wasThere: true, sums: await sumsBooked(kysely, plan) } : { wasThere: false, sums: sumsOfPlan(plan) }
    },
    async write(plan) {
      try {
        return await write(plan)
      } catch (error) {
        if (error instanceof DuplicateRow)
          throw new TargetOccupied('a server made an account at the same moment; nothing was written. Run weir import again', {
            cause: error,
          })
        throw error
      } finally {
        context.identitiesChanged()
        context.channelsChanged()
      }
    },
    copyLogs: (copy) => copyLogs(context, copy),
  }
}
