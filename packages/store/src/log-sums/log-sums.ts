import { LogType } from '@weir/contract/log'
import { sql, type Kysely } from 'kysely'
import { breathe } from '../breathe.ts'
import type { StoreContext } from '../context.ts'
import type { Engine } from '../dialect/engine.ts'
import { notePlaces } from '../log-places/note-places.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { FIGURES, KEYS, columnsOf, figuresOf, gatherSums, groupsOf, writeSums } from './gather-sums.ts'
import { KINDS, type SumKind } from './kinds.ts'
import { holdState, moveState, PLACES_STATE, stateOf } from './state.ts'

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

/** Takes the rows out of the sums of a kind. */
const takeOut = async (
  db: Kysely<Schema>,
  engine: Engine,
  { kind, ids }: { readonly kind: SumKind; readonly ids: readonly number[] },
): Promise<void> => {
  const suffix = engine.addToExisting({ table: 'log_sums', keys: KEYS, sums: FIGURES })
  for (const grain of kind.grains) {
    const columns = columnsOf(kind, grain)
    await sql`insert into log_sums (${sql.raw([...KEYS, ...FIGURES].join(', '))})
      select ${sql.join(KEYS.map((key) => columns[key]))}, ${figuresOf(sql`-`)}
      from logs where type = ${sql.lit(LogType.consume)} and id in (${sql.join(ids)})
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
    if (summed.length > 0) await takeOut(db, engine, { kind, ids: summed })
  }
}

export const createLogSums = ({ kysely, engine }: StoreContext): LogSums => {
  const countRows = async (db: Kysely<Schema>, after: number, through: number): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from logs
      where type = ${sql.lit(LogType.consume)} and id > ${after} and id <= ${through}`.execute(db)
    return Number(rows[0]?.count ?? 0)
  }

  const throughIdOf = async (kind: SumKind): Promise<number> =>
    (await kysely.selectFrom('log_sum_state').select('through_id').where('name', '=', stateOf(kind)).executeTakeFirstOrThrow()).through_id

  /** Returns how many rows it passed. None when they are all in, or when somebody else changed them meanwhile: `isDone` tells which. */
  const advanceOnce = async (kind: SumKind, settledId: number): Promise<{ readonly passed: number; readonly isDone: boolean }> => {
    const after = await throughIdOf(kind)
    if (settledId <= after) return { passed: 0, isDone: true }
    const { sums, through, rows } = await gatherSums({ kysely, engine }, kind, { after, settledId })
    return await inTransaction(kysely, async (transaction) => {
      const isUnchanged =
        (await holdState(transaction, engine, stateOf(kind))) === after && (await countRows(transaction, after, through)) === rows
      if (!isUnchanged) return { passed: 0, isDone: false }
      await writeSums(transaction, engine, sums)
      await moveState(transaction, stateOf(kind), through)
      return { passed: through - after, isDone: false }
    })
  }

  const newRows = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select coalesce((select max(id) from logs), 0)
      - (select min(through_id) from log_sum_state where name <> ${PLACES_STATE}) as count`.execute(kysely)
    return rows[0]?.count ?? 0
  }

  const advanceKind = async (kind: SumKind, settledId: number): Promise<number> => {
    let passed = 0
    for (;;) {
      const step = await advanceOnce(kind, settledId)
      if (step.isDone) return passed
      passed += step.passed
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
