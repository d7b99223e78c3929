import { LogType } from '@weir/contract/log'
import type { Insertable, Kysely } from 'kysely'
import { breathe } from '../breathe.ts'
import type { Engine } from '../dialect/engine.ts'
import { insertRows } from '../insert-rows.ts'
import type { RowGroup } from '../log-sums/row-groups.ts'
import type { LogBlocksTable, LogPlacesTable, Schema } from '../schema.ts'
import { placeOf, subjectOf } from './block.ts'

const DIMENSIONS = ['user_id', 'username', 'token_name', 'model_name', 'channel_id'] as const
const COLUMNS = ['block', 'subject', 'consumed', 'others'] as const
const PIECE = 512

interface Places {
  consumed: string
  others: string
}

/** What is to be noted of a block. Held in memory: whoever writes it makes sure that the rows are still the same. */
export class BlockNotes {
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

  add(group: RowGroup): void {
    this.rows += group.ids.length
    if (group.type === LogType.test) return
    const kind = group.type === LogType.consume ? 'consumed' : 'others'
    if (kind === 'consumed') this.#consumed += group.ids.length
    else this.#others += group.ids.length
    this.#firstAt = Math.min(this.#firstAt, group.firstAt)
    this.#lastAt = Math.max(this.#lastAt, group.lastAt)
    let added = ''
    for (const id of group.ids) added += placeOf(id)
    for (const { dimension, places } of this.#places) {
      let found = places.get(group[dimension])
      if (found === undefined) places.set(group[dimension], (found = { consumed: '', others: '' }))
      found[kind] += added
    }
  }

  /** Part of a transaction that holds the state of the places. */
  async write(db: Kysely<Schema>, engine: Engine): Promise<void> {
    await this.#clear(db)
    await insertRows(db, engine, { table: 'log_places', columns: COLUMNS, rows: this.#rows() })
    await this.writeSummary(db)
  }

  /**
   * Before the summary and piece by piece, where the database is embedded and nobody else notes anything in it: requests wait for a piece, not
   * for thousands of places. Nobody looks at the places of a block without a summary.
   */
  async writePlaces(kysely: Kysely<Schema>, engine: Engine): Promise<void> {
    await this.#clear(kysely)
    const rows = this.#rows()
    for (let at = 0; at < rows.length; at += PIECE) {
      await breathe()
      const piece = rows.slice(at, at + PIECE)
      await kysely.transaction().execute((db) => insertRows(db, engine, { table: 'log_places', columns: COLUMNS, rows: piece }))
    }
  }

  async writeSummary(db: Kysely<Schema>): Promise<void> {
    const summary = this.#summary()
    if (summary !== undefined) await db.insertInto('log_blocks').values(summary).execute()
  }

  async #clear(db: Kysely<Schema>): Promise<void> {
    for (const table of ['log_blocks', 'log_places'] as const) await db.deleteFrom(table).where('block', '=', this.block).execute()
  }

  /** Undefined for a block that no list shows anything of. */
  #summary(): Insertable<LogBlocksTable> | undefined {
    if (this.#consumed + this.#others === 0) return undefined
    const counts = { consumed: this.#consumed, others: this.#others }
    return { block: this.block, ...counts, first_at: this.#firstAt, last_at: this.#lastAt, is_stale: false }
  }

  /** In the order of their key: neighbours share a page. */
  #rows(): readonly Insertable<LogPlacesTable>[] {
    const rows = this.#places.flatMap(({ dimension, places }) =>
      [...places].map(([value, found]) => ({ block: this.block, subject: subjectOf(dimension, value), ...found })),
    )
    return rows.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
  }
}
