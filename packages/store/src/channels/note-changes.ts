import type { Kysely } from 'kysely'
import { bumpRevision } from '../rows.ts'
import type { Schema } from '../schema.ts'

/** Stands for every channel. */
const EVERY = 0

/** More are noted as a change of everything. */
const MAX_NOTED = 500

/** Tells other nodes which channels to read again. Runs in the transaction that changes them. */
export const noteChanges = async (db: Kysely<Schema>, changed: readonly number[] | 'all'): Promise<void> => {
  // The lock of the revision puts those who note in a row, so that numbers are seen in the order in which they are given.
  await bumpRevision(db, 'channels')
  if (changed.length === 0) return
  const isEvery = changed === 'all' || changed.length > MAX_NOTED
  const ids = isEvery ? [EVERY] : [...new Set(changed)]
  const replaced = db.deleteFrom('channel_changes')
  await (isEvery ? replaced : replaced.where('channel_id', 'in', ids)).execute()
  const revision = db.selectFrom('revisions').select('revision').where('name', '=', 'channels')
  await db
    .insertInto('channel_changes')
    .values(ids.map((id) => ({ channel_id: id, revision })))
    .execute()
}

/** The channels that were changed after a revision was read; undefined where all have to be read. */
export const changedSince = async (db: Kysely<Schema>, revision: number): Promise<readonly number[] | undefined> => {
  const rows = await db.selectFrom('channel_changes').select('channel_id').where('revision', '>', revision).execute()
  const ids = rows.map(({ channel_id }) => channel_id)
  return ids.includes(EVERY) || ids.length > MAX_NOTED ? undefined : ids
}
