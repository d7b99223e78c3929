import { LogType } from '@weir/contract/log'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { breathe } from '../breathe.ts'
import type { StoreContext } from '../context.ts'
import type { Engine } from '../dialect/engine.ts'
import { notePlaces } from '../log-places/note-places.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { KINDS, type SumKind } from './kinds.ts'
import { bucketOf } from './latency.ts'
import { holdState, moveState, PLACES_STATE, stateOf } from './state.ts'

const KEYS = ['kind', 'grain', 'subject_id', 'subject', 'start_at', 'model_name', 'channel_id', 'bucket'] as const
const FIGURES = ['requests', 'failures', 'quota', 'prompt_tokens', 'completion_tokens'] as const

/** Rows added to the sums of one kind in one transaction: the more, the fewer sums are written. Where the database is embedded, requests wait. */
const BATCH = 8000

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

/** Adds the rows to the sums of a kind, or takes them out again. */
const book = async (
  db: Kysely<Schema>,
  engine: Engine,
  { kind, rows, isRemoval }: { readonly kind: SumKind; readonly rows: RawBuilder<unknown>; readonly isRemoval: boolean },
): Promise<void> => {
  const times = isRemoval ? sql`-` : sql``
  const suffix = engine.addToExisting({ table: 'log_sums', keys: KEYS, sums: FIGURES })
  for (const grain of kind.grains) {
    const columns = columnsOf(kind, grain)
    await sql`insert into log_sums (${sql.raw([...KEYS, ...FIGURES].join(', '))})
      select ${sql.join(KEYS.map((key) => columns[key]))}, ${times}count(*),
        ${times}sum(case when outcome = 'failed' then 1 else 0 end), ${times}sum(quota), ${times}sum(prompt_tokens), ${times}sum(completion_tokens)
      from logs where type = ${sql.lit(LogType.consume)} and ${rows}
      group by ${sql.join(groupsOf(kind, columns))} ${sql.raw(suffix)}`.execute(db)
  }
}

const ALL_KINDS: readonly SumKind[] = Object.values(KINDS)

/** Part of the transaction that removes the rows; it must hold all states. */
export const takeOutOfSums = async (
  db: Kysely<Schema>,
  engine: Engine,
  { ids, states }: { readonly ids: readonly number[]; readonly states: ReadonlyMap<string, number> },
): Promise<void> => {
  for (const kind of ALL_KINDS) {
    const throughId = states.get(stateOf(kind)) ?? 0
    const summed = ids.filter((id) => id <= throughId)
    if (summed.length > 0) await book(db, engine, { kind, rows: sql`id in (${sql.join(summed)})`, isRemoval: true })
  }
}

export const createLogSums = ({ kysely, engine }: StoreContext): LogSums => {
  const advanceOnce = (kind: SumKind, settledId: number): Promise<number> =>
    inTransaction(kysely, async (transaction) => {
      const from = await holdState(transaction, engine, stateOf(kind))
      const to = Math.min(settledId, from + BATCH)
      if (to <= from) return 0
      await book(transaction, engine, { kind, rows: sql`id > ${from} and id <= ${to}`, isRemoval: false })
      await moveState(transaction, stateOf(kind), to)
      return to - from
    })

  const newRows = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select coalesce((select max(id) from logs), 0)
      - (select min(through_id) from log_sum_state where name <> ${PLACES_STATE}) as count`.execute(kysely)
    return rows[0]?.count ?? 0
  }

  const advanceKind = async (kind: SumKind, settledId: number): Promise<number> => {
    let passed = 0
    for (;;) {
      const rows = await advanceOnce(kind, settledId)
      if (rows === 0) return passed
      passed += rows
      await breathe()
    }
  }

  const advance = async (): Promise<number> => {
    const settledId = await engine.lastSettledId(kysely, 'logs')
    let passed = 0
    for (const kind of ALL_KINDS) passed = Math.max(passed, await advanceKind(kind, settledId))
    await notePlaces({ kysely, engine }, settledId)
    return passed
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
