import { LogType } from '@weir/contract/log'
import { sql } from 'kysely'
import { breathe } from '../breathe.ts'
import type { StoreContext } from '../context.ts'
import { notePlaces } from '../log-places/note-places.ts'
import { inTransaction } from '../transaction.ts'
import { KindSums, SUMMED_COLUMNS, writeSums, type SummedRow } from './kind-sums.ts'
import { ALL_KINDS } from './kinds.ts'
import { holdState, moveState, PLACES_STATE, readStates, stateOf } from './state.ts'

/** Rows of the log behind one writing of sums: the more, the fewer sums are written for each. */
const MAX_ROWS = 8000
/** Sums in one transaction: requests wait for its end. */
const MAX_SUMS = 2000
/** Rows read at once. Where the database is embedded, requests wait for it: a few milliseconds. */
const SLICE = { embedded: 400, apart: 4000 }

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
  const { isEmbedded } = engine.capabilities

  const rowsBetween = (after: number, through: number): Promise<readonly SummedRow[]> =>
    kysely
      .selectFrom('logs')
      .select(SUMMED_COLUMNS)
      .where('id', '>', after)
      .where('id', '<=', through)
      .where('type', '=', LogType.consume)
      .execute()

  /** False when somebody else has moved on, or rows were deleted while they were looked at. */
  const write = (sums: KindSums, through: number): Promise<boolean> =>
    inTransaction(kysely, async (transaction) => {
      const name = stateOf(sums.kind)
      if ((await holdState(transaction, engine, name)) !== sums.after) return false
      const rows = transaction
        .selectFrom('logs')
        .where('id', '>', sums.after)
        .where('id', '<=', through)
        .where('type', '=', LogType.consume)
      const { count } = await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      if (Number(count) !== sums.rows) return false
      await writeSums(transaction, engine, sums.all())
      await moveState(transaction, name, through)
      return true
    })

  const isFull = (sums: KindSums, through: number): boolean => sums.size >= MAX_SUMS || through - sums.after >= MAX_ROWS

  /** One walk through the rows for all kinds. It ends early when it meets somebody else's; `passed` counts up by kind. */
  const walk = async (settledId: number, passed: Map<number, number>): Promise<'done' | 'met'> => {
    const states = await readStates(kysely)
    let gathered = ALL_KINDS.map((kind) => new KindSums(kind, states.get(stateOf(kind)) ?? 0))
    for (let at = Math.min(...gathered.map(({ after }) => after)); at < settledId;) {
      const startedAt = performance.now()
      const through = Math.min(settledId, at + (isEmbedded ? SLICE.embedded : SLICE.apart))
      for (const row of await rowsBetween(at, through)) for (const sums of gathered) sums.add(row)
      at = through
      await breathe(isEmbedded ? performance.now() - startedAt : 0)
      for (const sums of gathered) {
        if (sums.after >= through || (through < settledId && !isFull(sums, through))) continue
        if (!(await write(sums, through))) return 'met'
        passed.set(sums.kind.code, (passed.get(sums.kind.code) ?? 0) + through - sums.after)
        gathered = gathered.map((other) => (other === sums ? new KindSums(sums.kind, through) : other))
        await breathe()
      }
    }
    return 'done'
  }

  const newRows = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select coalesce((select max(id) from logs), 0)
      - (select min(through_id) from log_sum_state where name <> ${PLACES_STATE}) as count`.execute(kysely)
    return rows[0]?.count ?? 0
  }

  const advance = async (): Promise<number> => {
    const settledId = await engine.lastSettledId(kysely, 'logs')
    const passed = new Map<number, number>()
    while ((await walk(settledId, passed)) === 'met') await breathe()
    await notePlaces({ kysely, engine }, settledId)
    return Math.max(0, ...passed.values())
  }

  let seen = 0
  return {
    advance,
    async advanceWhenCalm({ worthwhile, busy, overdue } = PATIENCE) {
      const rows = await newRows()
      const isBusy = rows - seen > busy
      seen = rows
      if (rows < worthwhile || (isBusy && rows < overdue)) return 0
      seen = 0
      return await advance()
    },
  }
}
