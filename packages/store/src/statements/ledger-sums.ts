import { sql, type Kysely } from 'kysely'
import { createBacklogWatch, THRESHOLDS, type Thresholds } from '../backlog-watch.ts'
import type { StoreContext } from '../context.ts'
import { insertRows } from '../insert-rows.ts'
import { addExactly, type Exact } from '../log-index/exact.ts'
import { advanceWatermark, lockWatermark, readWatermarks } from '../log-index/watermarks.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { yieldToRequests } from '../yield-to-requests.ts'
import { slotStart } from './ledger-slots.ts'

/** A value in the database: the last line of the ledger whose charges are in the sums. */
const LEDGER_WATERMARK = 'ledger'

/** Lines behind one write: the more, the fewer sums are written for each. Where the database is embedded, requests wait for each read. */
const MAX_LINES = 8192
const linesAtOnce = ({ engine }: Pick<StoreContext, 'engine'>): number => (engine.capabilities.isEmbedded ? 1024 : MAX_LINES)

/** Charges by account and slot of time, so that a statement need not read the ledger from its beginning. Its readers add the lines that are not in it. */
export interface LedgerSums {
  /** Adds the lines that have arrived. Any number of processes may call it; each line is counted once. Returns how many it added. */
  advance(): Promise<number>
  /** For a job that runs every few seconds. */
  advanceWhenCalm(thresholds?: Thresholds): Promise<number>
}

interface Sum {
  readonly user_id: number
  readonly start_at: number
  amount: Exact
}

class Sums {
  readonly #bySlot = new Map<string, Sum>()

  add(userId: number, time: number, amount: number): void {
    const start_at = slotStart(time)
    const key = `${userId} ${start_at}`
    const known = this.#bySlot.get(key)
    if (known === undefined) this.#bySlot.set(key, { user_id: userId, start_at, amount })
    else known.amount = addExactly(known.amount, amount)
  }

  /** In one order: two processes that write at once never wait for each other in a circle. */
  all(): readonly Sum[] {
    return [...this.#bySlot.values()].toSorted((a, b) => a.user_id - b.user_id || a.start_at - b.start_at)
  }
}

export const createLedgerSums = (context: StoreContext): LedgerSums => {
  const { kysely, engine } = context
  const keys = ['user_id', 'start_at'] as const
  const suffix = engine.addToExisting({ table: 'ledger_sums', keys, sums: ['amount'] })

  const readThrough = async (): Promise<number> => (await readWatermarks(kysely)).of(LEDGER_WATERMARK)

  const gather = async (after: number, last: number): Promise<Sums> => {
    const sums = new Sums()
    for (let from = after; from < last; from += linesAtOnce(context)) {
      const startedAt = performance.now()
      const lines = await kysely
        .selectFrom('ledger_entries')
        .select(['user_id', 'created_at', 'amount'])
        .where('id', '>', from)
        .where('id', '<=', Math.min(from + linesAtOnce(context), last))
        .where('kind', '=', 'consume')
        .execute()
      for (const line of lines) sums.add(line.user_id, line.created_at, line.amount)
      await yieldToRequests(engine.capabilities.isEmbedded ? performance.now() - startedAt : 0)
    }
    return sums
  }

  /** False when another process has added these lines: then nothing was written. */
  const write = (sums: Sums, after: number, last: number): Promise<boolean> =>
    inTransaction(kysely, async (db: Kysely<Schema>) => {
      if ((await lockWatermark(db, engine, LEDGER_WATERMARK)).of(LEDGER_WATERMARK) !== after) return false
      await insertRows(db, engine, { table: 'ledger_sums', columns: [...keys, 'amount'], rows: sums.all(), suffix })
      await advanceWatermark(db, LEDGER_WATERMARK, last)
      return true
    })

  const advance = async (): Promise<number> => {
    // No line at or below it can appear any more.
    const settled = await engine.lastSettledId(kysely, 'ledger_entries')
    let added = 0
    for (let through = await readThrough(); through < settled;) {
      const last = Math.min(through + MAX_LINES, settled)
      if (await write(await gather(through, last), through, last)) added += last - through
      through = await readThrough()
    }
    return added
  }

  const backlog = createBacklogWatch()
  return {
    advance,
    async advanceWhenCalm(thresholds = THRESHOLDS) {
      const newest = await kysely.selectFrom('ledger_entries').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
      const { isDue } = backlog.look((newest?.id ?? 0) - (await readThrough()), thresholds)
      return isDue ? advance() : 0
    },
  }
}

export interface ChargesAround {
  readonly before: number
  readonly during: number
  /** The last line of the ledger that they include. */
  readonly through: number
}

/** Sums and watermark come from one statement, hence from one moment. Both times must begin a slot. */
export const readLedgerSums = async (
  { kysely, engine }: Pick<StoreContext, 'kysely' | 'engine'>,
  { userId, start, end }: { readonly userId: number; readonly start: number; readonly end: number },
): Promise<ChargesAround> => {
  const sumOf = sql.raw<number>(engine.sum('amount'))
  const part = (from: number, to: number) =>
    sql<number>`(select coalesce(${sumOf}, 0) from ledger_sums where user_id = ${userId} and start_at >= ${from} and start_at < ${to})`
  const { before, during, through } = await kysely
    .selectFrom('log_sum_state')
    .select([part(0, start).as('before'), part(start, end).as('during'), 'through_id as through'])
    .where('name', '=', LEDGER_WATERMARK)
    .executeTakeFirstOrThrow()
  return { before: Number(before), during: Number(during), through }
}
