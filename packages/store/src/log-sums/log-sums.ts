import { LogType } from '@weir/contract/log'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { breathe } from '../breathe.ts'
import type { StoreContext } from '../context.ts'
import type { Engine } from '../dialect/engine.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { KINDS, type SumKind } from './kinds.ts'
import { bucketOf } from './latency.ts'

export const LOG_SUM_STATE = 'logs'
const KEYS = ['kind', 'grain', 'subject_id', 'subject', 'start_at', 'model_name', 'channel_id', 'bucket'] as const
const FIGURES = ['requests', 'failures', 'quota', 'prompt_tokens', 'completion_tokens'] as const

/** Rows summed up in one transaction. Where the database is embedded, requests wait meanwhile, so it takes some milliseconds at most. */
const EMBEDDED_BATCH = 1000
const SERVER_BATCH = 5000

/** When it is worth summing up, in rows that are not in the sums yet. */
export interface Patience {
  /** Fewer are left to the readers, who look at new rows themselves: the more at once, the fewer sums are written for each. */
  readonly worthwhile: number
  /** More than this since the last look: requests come so fast that they should not have to share the database. */
  readonly busy: number
  /** So many that readers would notice. */
  readonly overdue: number
}

const PATIENCE: Patience = { worthwhile: 2000, busy: 1000, overdue: 100_000 }

/** Sums over the consumption in the log, by hour and day. Readers add the rows that are not in them yet, so they are never behind. */
export interface LogSums {
  /** Adds what has arrived to the sums. Any number of processes may call it; each row is counted once. Returns how many rows it passed. */
  advance(): Promise<number>
  /** For a job that looks every few seconds. */
  advanceWhenCalm(patience?: Patience): Promise<number>
}

const columnsOf = (kind: SumKind, grain: number): Readonly<Record<(typeof KEYS)[number], RawBuilder<unknown>>> => ({
  kind: sql.lit(kind.code),
  grain: sql.lit(grain),
  subject_id: kind.subjectId === undefined ? sql.lit(0) : sql.ref(kind.subjectId),
  subject: kind.subject === undefined ? sql.lit('') : sql.ref(kind.subject),
  start_at: sql`created_at - created_at % ${sql.lit(grain)}`,
  model_name: kind.parts.includes('model_name') ? sql.ref('model_name') : sql.lit(''),
  channel_id: kind.parts.includes('channel_id') ? sql.ref('channel_id') : sql.lit(0),
  bucket: kind.parts.includes('bucket') ? bucketOf : sql.lit(0),
})

const groupsOf = (kind: SumKind, columns: ReturnType<typeof columnsOf>): readonly RawBuilder<unknown>[] => [
  columns.start_at,
  ...(kind.subjectId === undefined ? [] : [columns.subject_id]),
  ...(kind.subject === undefined ? [] : [columns.subject]),
  ...kind.parts.map((part) => columns[part]),
]

/** Adds the rows to all sums they belong to, or takes them out again. */
const book = async (
  db: Kysely<Schema>,
  engine: Engine,
  { rows, isRemoval }: { readonly rows: RawBuilder<unknown>; readonly isRemoval: boolean },
): Promise<void> => {
  const times = isRemoval ? sql`-` : sql``
  const suffix = engine.addToExisting({ table: 'log_sums', keys: KEYS, sums: FIGURES })
  for (const kind of Object.values<SumKind>(KINDS)) {
    for (const grain of kind.grains) {
      const columns = columnsOf(kind, grain)
      await sql`insert into log_sums (${sql.raw([...KEYS, ...FIGURES].join(', '))})
        select ${sql.join(KEYS.map((key) => columns[key]))}, ${times}count(*),
          ${times}sum(case when outcome = 'failed' then 1 else 0 end), ${times}sum(quota), ${times}sum(prompt_tokens), ${times}sum(completion_tokens)
        from logs where type = ${sql.lit(LogType.consume)} and ${rows}
        group by ${sql.join(groupsOf(kind, columns))} ${sql.raw(suffix)}`.execute(db)
    }
  }
}

/** Keeps everybody else from moving rows into the sums or out of them until the end of the transaction. Returns the last row in them. */
export const holdSums = async (db: Kysely<Schema>, engine: Engine): Promise<number> => {
  const state = db.selectFrom('log_sum_state').select('through_id').where('name', '=', LOG_SUM_STATE)
  return (await (engine.capabilities.supportsForUpdate ? state.forUpdate() : state).executeTakeFirstOrThrow()).through_id
}

/** Part of the transaction that removes the rows; it must hold the sums, and the rows must be in them. */
export const takeOutOfSums = async (db: Kysely<Schema>, engine: Engine, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await book(db, engine, { rows: sql`id in (${sql.join([...ids])})`, isRemoval: true })
}

export const createLogSums = ({ kysely, engine }: StoreContext): LogSums => {
  const batch = engine.capabilities.isEmbedded ? EMBEDDED_BATCH : SERVER_BATCH

  const advanceOnce = (settledId: number): Promise<number> =>
    inTransaction(kysely, async (transaction) => {
      const from = await holdSums(transaction, engine)
      const to = Math.min(settledId, from + batch)
      if (to <= from) return 0
      await book(transaction, engine, { rows: sql`id > ${from} and id <= ${to}`, isRemoval: false })
      await transaction.updateTable('log_sum_state').set({ through_id: to }).where('name', '=', LOG_SUM_STATE).execute()
      return to - from
    })

  const newRows = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select coalesce((select max(id) from logs), 0)
      - (select through_id from log_sum_state where name = ${LOG_SUM_STATE}) as count`.execute(kysely)
    return rows[0]?.count ?? 0
  }

  const advance = async (): Promise<number> => {
    const settledId = await engine.lastSettledId(kysely, 'logs')
    let passed = 0
    for (;;) {
      const rows = await advanceOnce(settledId)
      if (rows === 0) return passed
      passed += rows
      await breathe()
    }
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
