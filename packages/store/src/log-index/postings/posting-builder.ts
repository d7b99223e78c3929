import { LogType } from '@weir/contract/log'
import type { Insertable, Kysely } from 'kysely'
import type { Engine } from '../../dialect/engine.ts'
import { insertRows } from '../../insert-rows.ts'
import { GROUP_DIMENSIONS, OUTCOME_DIMENSIONS, type Dimension } from '../kinds.ts'
import type { RowGroup } from '../row-groups.ts'
import type { LogBlocksTable, LogPlacesTable } from '../../tables/log-index-tables.ts'
import type { Schema } from '../../schema.ts'
import { encodePosting, subjectOf } from './block.ts'
import { REQUEST_MARKS, RequestMarks } from './request-marks.ts'

const NAMED = ['user_id', 'username', 'token_name', 'model_name', 'channel_id'] as const

/** The lists that rows of a group belong to. A row with three attempts has at least two as well. */
const valuesOf = (group: RowGroup, dimension: Dimension): readonly (string | number)[] => {
  switch (dimension) {
    case 'user_id':
    case 'username':
    case 'token_name':
    case 'model_name':
    case 'channel_id':
      return [group[dimension]]
    case 'outcome':
      return [group.outcome]
    case 'fault':
      return group.fault === '' ? [] : [group.fault]
    case 'group_name':
      return group.group_name === '' ? [] : [group.group_name]
    case 'attempts':
      return Array.from({ length: Math.max(0, group.attempts - 1) }, (_, index) => index + 2)
  }
}
const COLUMNS = ['block', 'subject', 'consumed', 'others'] as const

interface PostingList {
  consumed: string
  others: string
}

/** The posting lists of one block, built in memory. The transaction that writes them must check that the rows are still the same. */
export class PostingBuilder {
  readonly block: number
  readonly #lists = [...NAMED, ...OUTCOME_DIMENSIONS, ...GROUP_DIMENSIONS].map((dimension) => ({
    dimension,
    byValue: new Map<string | number, PostingList>(),
  }))
  readonly #marks = new RequestMarks()
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
    for (const [at, id] of group.ids.entries()) this.#marks.set(id, group.requestIds[at] ?? '')
    if (group.type === LogType.test) return
    const kind = group.type === LogType.consume ? 'consumed' : 'others'
    if (kind === 'consumed') this.#consumed += group.ids.length
    else this.#others += group.ids.length
    this.#firstAt = Math.min(this.#firstAt, group.firstAt)
    this.#lastAt = Math.max(this.#lastAt, group.lastAt)
    let postings = ''
    for (const id of group.ids) postings += encodePosting(id)
    for (const { dimension, byValue } of this.#lists) {
      for (const value of valuesOf(group, dimension)) {
        let list = byValue.get(value)
        if (list === undefined) byValue.set(value, (list = { consumed: '', others: '' }))
        list[kind] += postings
      }
    }
  }

  /** Part of a transaction that has locked the watermark of the postings. */
  async write(db: Kysely<Schema>, engine: Engine): Promise<void> {
    for (const table of ['log_blocks', 'log_places'] as const) await db.deleteFrom(table).where('block', '=', this.block).execute()
    const summary = this.#summary()
    if (summary === undefined) return
    await db.insertInto('log_blocks').values(summary).execute()
    await insertRows(db, engine, { table: 'log_places', columns: COLUMNS, rows: this.#rows() })
  }

  /** Undefined for a block that no list shows anything of. */
  #summary(): Insertable<LogBlocksTable> | undefined {
    if (this.#consumed + this.#others === 0) return undefined
    const counts = { consumed: this.#consumed, others: this.#others }
    return {
      block: this.block,
      ...counts,
      first_at: this.#firstAt,
      last_at: this.#lastAt,
      is_stale: false,
      has_outcomes: true,
      has_groups: true,
      has_requests: true,
    }
  }

  #rows(): readonly Insertable<LogPlacesTable>[] {
    const lists = this.#lists.flatMap(({ dimension, byValue }) =>
      [...byValue].map(([value, list]) => ({ block: this.block, subject: subjectOf(dimension, value), ...list })),
    )
    return [...lists, { block: this.block, subject: REQUEST_MARKS, consumed: String(this.#marks), others: '' }]
  }
}
