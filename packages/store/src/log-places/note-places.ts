import { LogType } from '@weir/contract/log'
import { CompiledQuery, type Insertable, type Kysely } from 'kysely'
import { breathe } from '../breathe.ts'
import type { StoreContext } from '../context.ts'
import type { Engine } from '../dialect/engine.ts'
import { holdState, moveState, PLACES_STATE } from '../log-sums/state.ts'
import type { LogPlacesTable, Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { BLOCK_ROWS, blockOf, placeOf, startOf, subjectOf } from './block.ts'

const DIMENSIONS = ['user_id', 'username', 'token_name', 'model_name', 'channel_id'] as const
const COLUMNS = ['block', 'subject', 'consumed', 'others'] as const
const MAX_INSERT_ROWS = 128

const rowsOf = (db: Kysely<Schema>, block: number) =>
  db
    .selectFrom('logs')
    .select(['id', 'created_at', 'type', ...DIMENSIONS])
    .where('id', '>=', startOf(block))
    .where('id', '<', startOf(block + 1))
    .orderBy('id')
    .execute()

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const placesOf = (block: number, rows: readonly Row[]): readonly Insertable<LogPlacesTable>[] =>
  DIMENSIONS.flatMap((dimension) => {
    const places = new Map<string | number, { consumed: string; others: string }>()
    for (const row of rows) {
      let found = places.get(row[dimension])
      if (found === undefined) places.set(row[dimension], (found = { consumed: '', others: '' }))
      found[row.type === LogType.consume ? 'consumed' : 'others'] += placeOf(row.id)
    }
    return [...places].map(([value, found]) => ({ block, subject: subjectOf(dimension, value), ...found }))
  })

/** Written as text: to build statements of so many values would cost more than to run them. Powers of two, so that there are few texts. */
const insertPlaces = async (db: Kysely<Schema>, engine: Engine, places: readonly Insertable<LogPlacesTable>[]): Promise<void> => {
  for (let at = 0; at < places.length;) {
    const size = Math.min(MAX_INSERT_ROWS, 2 ** Math.floor(Math.log2(places.length - at)))
    const tuples = Array.from({ length: size }, () => '(?, ?, ?, ?)').join(', ')
    const values = places.slice(at, at + size).flatMap((row) => COLUMNS.map((column) => row[column]))
    const text = `insert into log_places (${COLUMNS.join(', ')}) values ${tuples}`
    await db.executeQuery(CompiledQuery.raw(engine.toNative(text), values))
    at += size
  }
}

const noteBlock = async (db: Kysely<Schema>, engine: Engine, block: number): Promise<void> => {
  for (const table of ['log_blocks', 'log_places'] as const) await db.deleteFrom(table).where('block', '=', block).execute()
  const rows = (await rowsOf(db, block)).filter(({ type }) => type !== LogType.test)
  if (rows.length === 0) return
  const times = rows.map((row) => row.created_at)
  const consumed = rows.filter(({ type }) => type === LogType.consume).length
  const [first_at, last_at] = [Math.min(...times), Math.max(...times)]
  await db
    .insertInto('log_blocks')
    .values({ block, consumed, others: rows.length - consumed, first_at, last_at, is_stale: false })
    .execute()
  await insertPlaces(db, engine, placesOf(block, rows))
}

/** Part of the transaction that removes the rows; it must hold the state of the places. */
export const forgetPlaces = async (db: Kysely<Schema>, ids: readonly number[]): Promise<void> => {
  const blocks = [...new Set(ids.map(blockOf))]
  const { numUpdatedRows } = await db
    .updateTable('log_blocks')
    .set({ is_stale: true })
    .where('block', 'in', blocks)
    .where('is_stale', '=', false)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0) await db.deleteFrom('log_places').where('block', 'in', blocks).execute()
}

const noteNext = ({ kysely, engine }: Pick<StoreContext, 'kysely' | 'engine'>, settledId: number): Promise<boolean> =>
  inTransaction(kysely, async (transaction) => {
    const through = await holdState(transaction, engine, PLACES_STATE)
    const next = await transaction.selectFrom('logs').select('id').where('id', '>', through).orderBy('id').limit(1).executeTakeFirst()
    if (next === undefined) return false
    const block = blockOf(next.id)
    const last = startOf(block) + BLOCK_ROWS - 1
    if (last > settledId) return false
    await noteBlock(transaction, engine, block)
    await moveState(transaction, PLACES_STATE, last)
    return true
  })

const noteStale = ({ kysely, engine }: Pick<StoreContext, 'kysely' | 'engine'>): Promise<boolean> =>
  inTransaction(kysely, async (transaction) => {
    await holdState(transaction, engine, PLACES_STATE)
    const stale = await transaction.selectFrom('log_blocks').select('block').where('is_stale', '=', true).limit(1).executeTakeFirst()
    if (stale !== undefined) await noteBlock(transaction, engine, stale.block)
    return stale !== undefined
  })

/** After rows were deleted, or for blocks that a process left behind when it died. */
export const renewPlaces = async (context: Pick<StoreContext, 'kysely' | 'engine'>): Promise<void> => {
  while (await noteStale(context)) await breathe()
}

/** Notes the places of every block that is full, up to a row at or below which none can appear any more. */
export const notePlaces = async (context: Pick<StoreContext, 'kysely' | 'engine'>, settledId: number): Promise<void> => {
  while (await noteNext(context, settledId)) await breathe()
  await renewPlaces(context)
}
