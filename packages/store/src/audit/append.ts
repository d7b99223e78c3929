import type { Kysely, Transaction } from 'kysely'
import { SHORT_TEXT_LENGTH } from '../dialect/column-types.ts'
import { cleanForLog } from '../rows.ts'
import type { Schema } from '../schema.ts'
import { entryHash } from './entry-hash.ts'

const CHANGE_LENGTH = 100_000

export const CHAIN_HEAD = 'head'

export interface NewAuditEntry {
  readonly actorId: number
  readonly actorName: string
  readonly credential: string
  readonly address: string
  readonly requestId: string
  readonly action: string
  readonly object: string
  /** JSON text, without secrets. */
  readonly before: string
  readonly after: string
}

export interface ChainHead {
  readonly entries: number
  readonly hash: string
}

/** A database keeps half a character as another one, and the hash is made of what is kept. */
const clean = (text: string, length: number): string => cleanForLog(text.toWellFormed(), length)

export const findHead = async (db: Kysely<Schema>): Promise<ChainHead | undefined> => {
  const row = await db.selectFrom('audit_chain').select(['entry_count', 'head_hash']).where('name', '=', CHAIN_HEAD).executeTakeFirst()
  return row && { entries: row.entry_count, hash: row.head_hash }
}

/**
 * What was done and its entry are there together or not at all. The row of the head is the last that a transaction locks: all writers
 * queue there until the end of theirs, so that there is one chain, and none waits there for another that waits for it.
 */
export const insertAudit = async (db: Transaction<Schema>, createdAt: number, entries: readonly NewAuditEntry[]): Promise<void> => {
  if (entries.length === 0) return
  const head = () => db.updateTable('audit_chain').where('name', '=', CHAIN_HEAD)
  await head()
    .set((eb) => ({ entry_count: eb('entry_count', '+', entries.length) }))
    .execute()
  const written = await findHead(db)
  if (written === undefined) throw new Error('the table audit_chain has lost its row: restore the database from a backup')
  const first = written.entries - entries.length + 1
  let previous = written.hash
  const rows = entries.map((entry, index) => {
    const ordinal = first + index
    const said = {
      created_at: createdAt,
      actor_id: entry.actorId,
      actor_name: clean(entry.actorName, SHORT_TEXT_LENGTH),
      credential: clean(entry.credential, SHORT_TEXT_LENGTH),
      address: clean(entry.address, SHORT_TEXT_LENGTH),
      request_id: clean(entry.requestId, SHORT_TEXT_LENGTH),
      action: clean(entry.action, SHORT_TEXT_LENGTH),
      object: clean(entry.object, SHORT_TEXT_LENGTH),
      before_text: clean(entry.before, CHANGE_LENGTH),
      after_text: clean(entry.after, CHANGE_LENGTH),
    }
    previous = entryHash(previous, ordinal, said)
    return { ...said, ordinal, entry_hash: previous }
  })
  await db.insertInto('audit_entries').values(rows).execute()
  await head().set({ head_hash: previous }).execute()
}
