import type { Kysely } from 'kysely'
import { bumpRevision } from '../rows.ts'
import type { Schema } from '../schema.ts'

/** Stands for every channel. */
const EVERY = 0

/** Stands for none: the revision is noted all the same. */
const NONE = -1

/** More are noted as a change of everything. */
const MAX_NOTED = 500

/** Tells other nodes which channels to read again. Runs in the transaction that changes them. */
export const noteChanges = async (db: Kysely<Schema>, changed: readonly number[] | 'all'): Promise<void> => {
  // The lock of the revision puts those who note in a row, so that numbers are seen in the order in which they are given.
  await bumpRevision(db, 'channels')
  const isEvery = changed === 'all' || changed.length > MAX_NOTED
  const ids = isEvery ? [EVERY] : [...new Set(changed.length === 0 ? [NONE] : changed)]
  const replaced = db.deleteFrom('channel_changes')
  await (isEvery ? replaced : replaced.where('channel_id', 'in', ids)).execute()
  const revision = db.selectFrom('revisions').select('revision').where('name', '=', 'channels')
  await db
    .insertInto('channel_changes')
    .values(ids.map((id) => ({ channel_id: id, revision })))
    .execute()
}

interface Span {
  readonly after: number
  readonly upTo: number
}

/**
 * The channels that were changed since; undefined where all have to be read. A revision that nobody has noted is a change by a node of an older
 * version, or one whose channel was changed again.
 */
export const changedSince = async (db: Kysely<Schema>, { after, upTo }: Span): Promise<readonly number[] | undefined> => {
  const rows = await db.selectFrom('channel_changes').select(['channel_id', 'revision']).where('revision', '>', after).execute()
  const ids = rows.map(({ channel_id }) => channel_id)
  const noted = new Set(rows.map(({ revision }) => revision).filter((revision) => revision <= upTo))
  return ids.includes(EVERY) || ids.length > MAX_NOTED || noted.size < upTo - after ? undefined : ids.filter((id) => id !== NONE)
}
