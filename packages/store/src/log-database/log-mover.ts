import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'
import { insertRows } from '../insert-rows.ts'
import { padded } from '../padded.ts'
import type { LogsTable } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { yieldToRequests } from '../yield-to-requests.ts'
import { advanceMoved, readMoved } from './moved-mark.ts'
import { readWaitingRows, type WaitingRows } from './waiting-rows.ts'

type Row = Selectable<LogsTable>

/** Every one there is: a column that were left out would be lost on the way. */
const MOVED_COLUMNS: Readonly<Record<keyof Row, true>> = {
  id: true,
  user_id: true,
  created_at: true,
  type: true,
  content: true,
  username: true,
  token_name: true,
  model_name: true,
  quota: true,
  prompt_tokens: true,
  completion_tokens: true,
  channel_id: true,
  request_id: true,
  elapsed_time: true,
  is_stream: true,
  system_prompt_reset: true,
  outcome: true,
  detail: true,
  attempts: true,
  cost: true,
  group_name: true,
}
const COLUMNS = Object.keys(MOVED_COLUMNS) as (keyof Row)[]

/** Rows of one transaction. Where a database is embedded, requests wait for its end. */
const BATCH = 1024
const EMBEDDED_BATCH = 256

export interface LogMover {
  /** Moves what has been settled. Any number of processes may do so at once; each row arrives once. Returns how many this one has moved. */
  advance(): Promise<number>
  /** The same for a job that runs every second: rows behind a gap wait for the next turn, as most gaps are gone by then. */
  advanceWhenCalm(): Promise<number>
  waiting(): Promise<WaitingRows>
  /** After the batch that is under way. */
  close(): Promise<void>
}

interface Moving {
  readonly main: Database
  readonly log: Database
  /** Before the first row: throws when the database for the log is away or not the right one. */
  readonly prepare: () => Promise<void>
}

interface Next {
  readonly rows: readonly Row[]
  /** The last id that is settled with them. */
  readonly end: number
}

/** PostgreSQL cannot store NUL, which rows from other programs may have on SQLite. */
const cleaned = (row: Row): Row => ({ ...row, content: row.content.replaceAll('\0', ''), detail: row.detail.replaceAll('\0', '') })

/** The last id of a run without a gap: no row can appear within it. */
const endOfRun = (moved: number, rows: readonly Row[]): number => {
  let end = moved
  for (const { id } of rows) {
    if (id !== end + 1) break
    end = id
  }
  return end
}

/**
 * Rows of the log are written to the main database, with the charge they belong to, and moved from there with their ids. The number of the
 * last one that has arrived stands in the database for the log and advances in the transaction that brings the rows: who finds it moved on
 * has nothing to bring. So a crash between the two databases leaves rows in both, and the next run takes them from the first alone.
 */
export const createLogMover = ({ main, log, prepare }: Moving): LogMover => {
  const isEmbedded = main.engine.capabilities.isEmbedded || log.engine.capabilities.isEmbedded
  const batch = isEmbedded ? EMBEDDED_BATCH : BATCH
  /** At or below it no row can appear any more. Asked for where ids are missing, as it makes writers wait on MySQL. */
  let settled = 0
  /** The row before a gap that an earlier turn has met. */
  let gapAfter: number | undefined
  let isEnding = false
  const running = new Set<Promise<unknown>>()

  const firstRows = (): Promise<readonly Row[]> => main.kysely.selectFrom('logs').selectAll().orderBy('id').limit(batch).execute()

  const receive = (from: number, to: number, rows: readonly Row[]): Promise<boolean> =>
    inTransaction(log.kysely, async (db) => {
      if (!(await advanceMoved(db, from, to))) return false
      await insertRows(db, log.engine, { table: 'logs', columns: COLUMNS, rows: rows.map(cleaned) })
      return true
    })

  const deleteMoved = async (rows: readonly Row[]): Promise<void> => {
    if (rows.length === 0) return
    const ids = padded(rows.map(({ id }) => id))
    await main.kysely.deleteFrom('logs').where('id', 'in', ids).execute()
  }

  /** Throws where an id means another row there: one of the two databases was restored from an older state. */
  const requireSame = async (rows: readonly Row[]): Promise<void> => {
    if (rows.length === 0) return
    const ids = padded(rows.map(({ id }) => id))
    const there = await log.kysely.selectFrom('logs').select(['id', 'user_id', 'created_at', 'request_id']).where('id', 'in', ids).execute()
    const byId = new Map(there.map((row) => [row.id, row]))
    for (const { id, user_id, created_at, request_id } of rows) {
      const other = byId.get(id)
      // It has been deleted since it was moved.
      if (other === undefined) continue
      if (other.user_id !== user_id || other.created_at !== created_at || other.request_id !== request_id)
        throw new Error(
          `row ${id} of the log is another one in the database of LOG_SQL_DSN: one of the two databases was restored from an older state`,
        )
    }
  }

  /** How far the rows may go, which were read when no row could appear at or below `known` any more. */
  const endOf = (moved: number, rows: readonly Row[], known: number): number =>
    Math.max(endOfRun(moved, rows), rows.findLast(({ id }) => id <= known)?.id ?? 0)

  /** What to bring. A gap at the beginning belongs to a charge that is being written, or was never written. */
  const nextRows = async (moved: number, first: readonly Row[], isPatient: boolean): Promise<Next> => {
    const freshIn = (rows: readonly Row[]) => rows.filter(({ id }) => id > moved)
    const fresh = freshIn(first)
    const end = endOf(moved, fresh, settled)
    if (end > moved || fresh.length === 0) return { rows: fresh.filter(({ id }) => id <= end), end: Math.max(end, moved) }
    if (isPatient && gapAfter !== moved) {
      gapAfter = moved
      return { rows: [], end: moved }
    }
    settled = Math.max(settled, await main.engine.lastSettledId(main.kysely, 'logs'))
    // Read again: a row may have appeared before the number was settled.
    const again = freshIn(await firstRows())
    const settledEnd = endOf(moved, again, settled)
    return { rows: again.filter(({ id }) => id <= settledEnd), end: Math.max(settledEnd, moved) }
  }

  /** Undefined when nothing is left that could go. */
  const moveBatch = async (isPatient: boolean): Promise<number | undefined> => {
    const first = await firstRows()
    if (first.length === 0) return undefined
    await prepare()
    const moved = (await readMoved(log.kysely)) ?? 0
    const old = first.filter(({ id }) => id <= moved)
    await requireSame(old)
    const { rows, end } = await nextRows(moved, first, isPatient)
    if (end > moved && !(await receive(moved, end, rows))) return 0
    await deleteMoved([...old, ...rows])
    return old.length + rows.length === 0 ? undefined : rows.length
  }

  const moveAll = async (isPatient: boolean): Promise<number> => {
    let total = 0
    while (!isEnding) {
      const begunAt = performance.now()
      const rows = await moveBatch(isPatient)
      if (rows === undefined) break
      total += rows
      await yieldToRequests(isEmbedded ? performance.now() - begunAt : 0)
    }
    return total
  }

  const advance = async (isPatient: boolean): Promise<number> => {
    const run = moveAll(isPatient)
    running.add(run)
    try {
      return await run
    } finally {
      running.delete(run)
    }
  }

  return {
    advance: () => advance(false),
    advanceWhenCalm: () => advance(true),
    waiting: () => readWaitingRows(main.kysely),
    async close() {
      isEnding = true
      await Promise.allSettled(running)
    },
  }
}
