import type { Store } from '@weir/store/open-store'
import type { Database } from '@weir/store/database'
import { sql, type RawBuilder } from 'kysely'
import { BLOCKS_A_DAY, dateAt, DAY, DAYS, FIRST_ID, rowAt, ROWS, ROWS_A_DAY, START } from './rows.ts'

const BATCH = 1000

type Db = Database['kysely']

const makeDay = async (kysely: Db): Promise<void> => {
  for (let at = 0; at < ROWS_A_DAY;) {
    await kysely.transaction().execute(async (transaction) => {
      for (let batch = 0; batch < 10 && at < ROWS_A_DAY; batch++, at += BATCH) {
        const rows = Array.from({ length: Math.min(BATCH, ROWS_A_DAY - at) }, (_, offset) => ({
          id: FIRST_ID + at + offset,
          ...rowAt(at + offset),
        }))
        await transaction.insertInto('logs').values(rows).execute()
      }
    })
  }
}

/** The columns of a table that have a new value in a copy, by the number of days between. */
const copies = (days: number): Readonly<Record<string, Readonly<Record<string, RawBuilder<unknown>>>>> => {
  const later = (column: string, by: number) => sql`${sql.ref(column)} + ${sql.lit(days * by)}`
  return {
    logs: {
      id: later('id', ROWS_A_DAY),
      created_at: later('created_at', DAY),
      request_id: sql`concat(${sql.lit(dateAt(START + days * DAY))}, substr(request_id, 9))`,
    },
    log_sums: { start_at: later('start_at', DAY) },
    log_slot_sums: { start_at: later('start_at', DAY) },
    log_blocks: { block: later('block', BLOCKS_A_DAY), first_at: later('first_at', DAY), last_at: later('last_at', DAY) },
    log_places: { block: later('block', BLOCKS_A_DAY) },
  }
}

const FIRST_DAY: Readonly<Record<string, RawBuilder<boolean>>> = {
  logs: sql`id < ${sql.lit(FIRST_ID + ROWS_A_DAY)}`,
  log_sums: sql`start_at < ${sql.lit(START + DAY)}`,
  log_slot_sums: sql`start_at < ${sql.lit(START + DAY)}`,
  log_blocks: sql`block <= ${sql.lit(BLOCKS_A_DAY)}`,
  log_places: sql`block <= ${sql.lit(BLOCKS_A_DAY)}`,
}

const columnsOf = async (kysely: Db, table: string): Promise<readonly string[]> => {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} limit 1`.execute(kysely)
  return Object.keys(rows[0] ?? {})
}

/**
 * A day is made and indexed as the server would; the other days are copies of it and of its index, made by the database: ten million rows
 * one by one would take longer than all that is measured. Returns the processor time of this process that the index took, in µs a row.
 */
export const fill = async ({ kysely, engine }: Database, store: Store): Promise<number> => {
  await makeDay(kysely)
  const cpu = process.cpuUsage()
  await store.logIndex.advance()
  const { user, system } = process.cpuUsage(cpu)
  const tables = await Promise.all(Object.keys(FIRST_DAY).map(async (table) => [table, await columnsOf(kysely, table)] as const))
  for (let day = 1; day < DAYS; day++) {
    for (const [table, columns] of tables) {
      const changed = copies(day)[table] ?? {}
      await sql`insert into ${sql.table(table)} (${sql.raw(columns.join(', '))})
        select ${sql.join(columns.map((column) => changed[column] ?? sql.ref(column)))} from ${sql.table(table)} where ${FIRST_DAY[table]}`.execute(
        kysely,
      )
    }
  }
  const lastId = FIRST_ID + ROWS - 1
  await kysely.updateTable('log_sum_state').set({ through_id: lastId }).where('name', '!=', 'deletions').execute()
  await engine.numberFrom(kysely, 'logs', BigInt(lastId + 1))
  return (user + system) / ROWS_A_DAY
}
