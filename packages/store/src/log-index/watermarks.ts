import type { Kysely } from 'kysely'
import type { Engine } from '../dialect/engine.ts'
import type { Schema } from '../schema.ts'
import { ALL_KINDS, type RollupKind } from './kinds.ts'

/** The names of watermarks are values in the database, written by earlier versions. */
export const POSTINGS = 'places'

/** Each kind has a watermark of its own, so that one transaction adds many rows to few rollups and is over soon. */
export const watermarkOf = ({ code }: RollupKind): string => `sums ${code}`

/** How often rows beyond a watermark were deleted: a pass that has read them begins again. */
const DELETIONS = 'deletions'

/** Everything that is kept under these names belongs to the log, and lies where the log does; other subjects have names of their own. */
export const WATERMARKS: readonly string[] = [POSTINGS, DELETIONS, ...ALL_KINDS.map(watermarkOf)]

const watermarksIn = (db: Kysely<Schema>, { capabilities }: Engine) => {
  const rows = db.selectFrom('log_sum_state').selectAll().orderBy('name')
  return capabilities.supportsForUpdate ? rows.forUpdate() : rows
}

/** How far the postings and each kind of rollup reach. */
export class Watermarks {
  readonly #byName: ReadonlyMap<string, number>

  constructor(rows: readonly { readonly name: string; readonly through_id: number }[]) {
    this.#byName = new Map(rows.map((row) => [row.name, row.through_id]))
  }

  /** The last row that is indexed under this name. */
  of(name: string): number {
    return this.#byName.get(name) ?? 0
  }

  lowest(names: readonly string[]): number {
    return Math.min(...names.map((name) => this.of(name)))
  }

  get deletions(): number {
    return this.of(DELETIONS)
  }
}

/** Until the end of the transaction no other one advances this watermark or deletes rows beyond it. */
export const lockWatermark = async (db: Kysely<Schema>, engine: Engine, name: string): Promise<Watermarks> =>
  new Watermarks(await watermarksIn(db, engine).where('name', 'in', [DELETIONS, name]).execute())

/** Without a lock: another process may advance them at any moment. */
export const readWatermarks = async (db: Kysely<Schema>): Promise<Watermarks> =>
  new Watermarks(await db.selectFrom('log_sum_state').selectAll().execute())

export const advanceWatermark = async (db: Kysely<Schema>, name: string, lastId: number): Promise<void> => {
  await db.updateTable('log_sum_state').set({ through_id: lastId }).where('name', '=', name).execute()
}

/** Until the end of the transaction nothing is indexed. */
export const lockAllWatermarks = async (db: Kysely<Schema>, engine: Engine): Promise<Watermarks> =>
  new Watermarks(await watermarksIn(db, engine).execute())

/** Part of the transaction that deletes the rows; it must have locked all watermarks. */
export const countDeletion = async (db: Kysely<Schema>, watermarks: Watermarks, ids: readonly number[]): Promise<void> => {
  const indexed = watermarks.lowest([POSTINGS, ...ALL_KINDS.map(watermarkOf)])
  if (ids.some((id) => id > indexed)) await advanceWatermark(db, DELETIONS, watermarks.deletions + 1)
}
