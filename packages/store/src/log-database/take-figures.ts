import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { Value } from '../dialect/engine.ts'
import type { Source, SourceRow } from '../dialect/source/source.ts'
import { DuplicateRow } from '../errors.ts'
import { insertRows } from '../insert-rows.ts'
import { FLOOR, ROW_FLOOR } from '../log-index/floor.ts'
import { blockOf, startOf } from '../log-index/postings/block.ts'
import { POSTINGS, WATERMARKS } from '../log-index/watermarks.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { MOVED } from './moved-mark.ts'

const ROLLUPS = ['log_sums', 'log_slot_sums'] as const
/** What the main database keeps of its log beside the rows. */
const DERIVED = [...ROLLUPS, 'log_blocks', 'log_places'] as const

/** What `log_sum_state` keeps of the log; other subjects have watermarks there as well. */
export const LOG_STATES: readonly string[] = [...WATERMARKS, FLOOR, ROW_FLOOR]

const wholeOf = (value: SourceRow[string] | undefined): Value => {
  const whole = BigInt(String(value ?? 0))
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole
}

const copyRollups = async (source: Source, target: Kysely<Schema>, { engine }: Database): Promise<void> => {
  for (const table of ROLLUPS) {
    const described = await source.describe(table)
    const columns = described.map(({ name }) => name)
    for await (const page of source.pages(`select ${columns.map((name) => source.quote(name)).join(', ')} from ${table}`)) {
      const rows = page.map((row) =>
        Object.fromEntries(described.map(({ name, kind }) => [name, kind === 'text' ? String(row[name]) : wholeOf(row[name])])),
      )
      await insertRows(target, engine, { table, columns, rows })
    }
  }
}

/** Postings are not copied: a list would name rows that have not arrived. They are built again as the rows come, from the block of the first. */
const postingsBefore = async (source: Source, copied: number): Promise<number> => {
  const [row] = await source.query('select min(id) as first_id from logs')
  const first = row?.['first_id'] ?? null
  return first === null ? copied : Math.min(copied, Math.max(0, startOf(blockOf(Number(first))) - 1))
}

const copyStates = async (source: Source, target: Kysely<Schema>): Promise<void> => {
  const rows = await source.query('select name, through_id from log_sum_state')
  for (const row of rows) {
    const name = String(row['name'])
    if (!LOG_STATES.includes(name)) continue
    const through = Number(row['through_id'])
    await target.deleteFrom('log_sum_state').where('name', '=', name).execute()
    await target
      .insertInto('log_sum_state')
      .values({ name, through_id: name === POSTINGS ? await postingsBefore(source, through) : through })
      .execute()
  }
}

/**
 * Copies rollups and watermarks of the main database, as they are at one moment. Ids of rows stay the same, so a row that the rollups include
 * is not counted again when it arrives, and one that they do not include is. Rollups of rows that have expired could not be made again.
 */
export const takeFigures = async (source: Source, log: Database): Promise<void> => {
  try {
    await source.readTogether(() =>
      inTransaction(log.kysely, async (db) => {
        // First: of two processes the key of the table refuses the second, or makes it wait for the end of the first.
        await db.insertInto('log_sum_state').values({ name: MOVED, through_id: 0 }).execute()
        await copyRollups(source, db, log)
        await copyStates(source, db)
      }),
    )
  } catch (error) {
    if (!(error instanceof DuplicateRow)) throw error
  }
}

/** Once nobody reads them any more. Part of a transaction. */
export const emptyFigures = async (db: Kysely<Schema>): Promise<void> => {
  for (const table of DERIVED) await db.deleteFrom(table).execute()
  await db.updateTable('log_sum_state').set({ through_id: 0 }).where('name', 'in', LOG_STATES).execute()
}
