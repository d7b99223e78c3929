import { LogType } from '@weir/contract/log'
import type { Insertable, Kysely } from 'kysely'
import { breathe } from '../breathe.ts'
import type { StoreContext } from '../context.ts'
import type { Engine } from '../dialect/engine.ts'
import { insertRows } from '../insert-rows.ts'
import { holdState, moveState, PLACES_STATE } from '../log-sums/state.ts'
import type { LogBlocksTable, LogPlacesTable, Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { BLOCK_ROWS, blockOf, placeOf, startOf, subjectOf } from './block.ts'

type Context = Pick<StoreContext, 'kysely' | 'engine'>

const DIMENSIONS = ['user_id', 'username', 'token_name', 'model_name', 'channel_id'] as const
const COLUMNS = ['block', 'subject', 'consumed', 'others'] as const

/** Where the database is embedded, requests wait while a slice is read: a few milliseconds. */
const EMBEDDED_SLICE = 512

const rowsOf = (db: Kysely<Schema>, from: number, to: number) =>
  db
    .selectFrom('logs')
    .select(['id', 'created_at', 'type', ...DIMENSIONS])
    .where('id', '>=', from)
    .where('id', '<', to)
    .orderBy('id')
    .execute()

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

interface Places {
  consumed: string
  others: string
}

/** What is to be noted of a block. Gathered without holding anything: whoever writes it checks that the rows are still the same. */
class BlockNotes {
  readonly block: number
  readonly #places = DIMENSIONS.map((dimension) => ({ dimension, places: new Map<string | number, Places>() }))
  /** Of any type. */
  rows = 0
  #consumed = 0
  #others = 0
  #firstAt = Number.POSITIVE_INFINITY
  #lastAt = Number.NEGATIVE_INFINITY

  constructor(block: number) {
    this.block = block
  }

  add(row: Row): void {
    this.rows += 1
    if (row.type === LogType.test) return
    const kind = row.type === LogType.consume ? 'consumed' : 'others'
    if (kind === 'consumed') this.#consumed += 1
    else this.#others += 1
    this.#firstAt = Math.min(this.#firstAt, row.created_at)
    this.#lastAt = Math.max(this.#lastAt, row.created_at)
    for (const { dimension, places } of this.#places) {
      let found = places.get(row[dimension])
      if (found === undefined) places.set(row[dimension], (found = { consumed: '', others: '' }))
      found[kind] += placeOf(row.id)
    }
  }

  /** Undefined for a block that no list shows anything of. */
  summary(): Insertable<LogBlocksTable> | undefined {
    if (this.#consumed + this.#others === 0) return undefined
    const counts = { consumed: this.#consumed, others: this.#others }
    return { block: this.block, ...counts, first_at: this.#firstAt, last_at: this.#lastAt, is_stale: false }
  }

  places(): readonly Insertable<LogPlacesTable>[] {
    return this.#places.flatMap(({ dimension, places }) =>
      [...places].map(([value, found]) => ({ block: this.block, subject: subjectOf(dimension, value), ...found })),
    )
  }
}

const gatherBlock = async ({ kysely, engine }: Context, block: number): Promise<BlockNotes> => {
  const { isEmbedded } = engine.capabilities
  const notes = new BlockNotes(block)
  const slice = isEmbedded ? EMBEDDED_SLICE : BLOCK_ROWS
  for (let from = startOf(block); from < startOf(block + 1); from += slice) {
    const startedAt = performance.now()
    for (const row of await rowsOf(kysely, from, from + slice)) notes.add(row)
    await breathe(isEmbedded ? performance.now() - startedAt : 0)
  }
  return notes
}

/** False when rows were deleted while they were looked at. */
const writeBlock = async (db: Kysely<Schema>, engine: Engine, notes: BlockNotes): Promise<boolean> => {
  const { block } = notes
  const { count } = await db
    .selectFrom('logs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', '>=', startOf(block))
    .where('id', '<', startOf(block + 1))
    .executeTakeFirstOrThrow()
  if (Number(count) !== notes.rows) return false
  for (const table of ['log_blocks', 'log_places'] as const) await db.deleteFrom(table).where('block', '=', block).execute()
  const summary = notes.summary()
  if (summary === undefined) return true
  await db.insertInto('log_blocks').values(summary).execute()
  await insertRows(db, engine, { table: 'log_places', columns: COLUMNS, rows: notes.places() })
  return true
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

const blockAfter = async (kysely: Kysely<Schema>, through: number): Promise<number | undefined> => {
  const next = await kysely.selectFrom('logs').select('id').where('id', '>', through).orderBy('id').limit(1).executeTakeFirst()
  return next && blockOf(next.id)
}

const throughId = async (kysely: Kysely<Schema>): Promise<number> =>
  (await kysely.selectFrom('log_sum_state').select('through_id').where('name', '=', PLACES_STATE).executeTakeFirstOrThrow()).through_id

/** False when nothing is left to note. */
const noteNext = async (context: Context, settledId: number): Promise<boolean> => {
  const { kysely, engine } = context
  const through = await throughId(kysely)
  const block = await blockAfter(kysely, through)
  if (block === undefined || startOf(block + 1) - 1 > settledId) return false
  const notes = await gatherBlock(context, block)
  await inTransaction(kysely, async (transaction) => {
    if ((await holdState(transaction, engine, PLACES_STATE)) !== through) return
    if (await writeBlock(transaction, engine, notes)) await moveState(transaction, PLACES_STATE, startOf(block + 1) - 1)
  })
  return true
}

const staleBlock = async (db: Kysely<Schema>): Promise<number | undefined> =>
  (await db.selectFrom('log_blocks').select('block').where('is_stale', '=', true).orderBy('block').limit(1).executeTakeFirst())?.block

const noteStale = async (context: Context): Promise<boolean> => {
  const { kysely, engine } = context
  const block = await staleBlock(kysely)
  if (block === undefined) return false
  const notes = await gatherBlock(context, block)
  await inTransaction(kysely, async (transaction) => {
    await holdState(transaction, engine, PLACES_STATE)
    if ((await staleBlock(transaction)) === block) await writeBlock(transaction, engine, notes)
  })
  return true
}

/** After rows were deleted, or for blocks that a process left behind when it died. */
export const renewPlaces = async (context: Context): Promise<void> => {
  while (await noteStale(context)) await breathe()
}

/** Notes the places of every block that is full, up to a row at or below which none can appear any more. */
export const notePlaces = async (context: Context, settledId: number): Promise<void> => {
  while (await noteNext(context, settledId)) await breathe()
  await renewPlaces(context)
}
