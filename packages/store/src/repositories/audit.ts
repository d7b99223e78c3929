import type { AuditObject } from '@weir/contract/audit'
import type { Kysely } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'
import { SHORT_TEXT_LENGTH } from '../dialect/column-types.ts'
import { cleanForLog, type Page } from '../rows.ts'
import type { Schema } from '../schema.ts'

const CHANGE_LENGTH = 100_000

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

/** Zero and empty mean "any". */
export interface AuditFilter {
  readonly actorId: number
  readonly action: string
  readonly startTime: number
  readonly endTime: number
}

/** There is no way to change or remove an entry. */
export interface Audit {
  add(entries: readonly NewAuditEntry[]): Promise<void>
  list(filter: AuditFilter, page: Page): Promise<readonly AuditObject[]>
}

/** Also as part of a transaction of the caller, so that what was done and its entry are there together or not at all. */
export const insertAudit = async (db: Kysely<Schema>, createdAt: number, entries: readonly NewAuditEntry[]): Promise<void> => {
  const short = (text: string) => cleanForLog(text, SHORT_TEXT_LENGTH)
  const rows = entries.map((entry) => ({
    created_at: createdAt,
    actor_id: entry.actorId,
    actor_name: short(entry.actorName),
    credential: short(entry.credential),
    address: short(entry.address),
    request_id: short(entry.requestId),
    action: short(entry.action),
    object: short(entry.object),
    before_text: cleanForLog(entry.before, CHANGE_LENGTH),
    after_text: cleanForLog(entry.after, CHANGE_LENGTH),
  }))
  await db.insertInto('audit_entries').values(rows).execute()
}

export const createAudit = ({ kysely, clock }: StoreContext): Audit => ({
  add: (entries) => insertAudit(kysely, nowSeconds(clock), entries),
  async list({ actorId, action, startTime, endTime }, { offset, limit }) {
    const rows = await kysely
      .selectFrom('audit_entries')
      .selectAll()
      .$if(actorId !== 0, (query) => query.where('actor_id', '=', actorId))
      .$if(action !== '', (query) => query.where('action', '=', action))
      .$if(startTime !== 0, (query) => query.where('created_at', '>=', startTime))
      .$if(endTime !== 0, (query) => query.where('created_at', '<=', endTime))
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map(({ before_text: before, after_text: after, ...rest }) => ({ ...rest, before, after }))
  },
})
