import type { AuditObject } from '@weir/contract/audit'
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import { findHead, insertAudit, type ChainHead, type NewAuditEntry } from '../audit/append.ts'
import { CHAIN_START } from '../audit/entry-hash.ts'
import { createChainVerifier, type ChainReport } from '../audit/verify-chain.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import { LIKE_ESCAPE, countRows, prefixPattern, type Page } from '../rows.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'

/** Zero and empty mean "any". */
export interface AuditFilter {
  readonly actorId: number
  readonly actorName?: string
  /** One that ends in a dot stands for all that begin with it. */
  readonly action: string
  /** How the name of the object begins. */
  readonly object?: string
  readonly startTime: number
  readonly endTime: number
  /** Entries before this one alone: pages of a trail that grows meanwhile. */
  readonly beforeId?: number
}

/** There is no way to change or remove an entry. */
export interface Audit {
  add(entries: readonly NewAuditEntry[]): Promise<void>
  list(filter: AuditFilter, page: Page): Promise<readonly AuditObject[]>
  count(filter: AuditFilter): Promise<number>
  /** Every action that stands in the trail. */
  actions(): Promise<readonly string[]>
  head(): Promise<ChainHead>
  /** Reads the whole trail. `notedHash` is a head of earlier, kept elsewhere. */
  verify(notedHash?: string): Promise<ChainReport>
}

const beginsWith = (column: string, prefix: string) =>
  sql<boolean>`${sql.ref(column)} like ${prefixPattern(prefix)} escape ${sql.lit(LIKE_ESCAPE)}`

const entriesUnder = (
  kysely: Kysely<Schema>,
  { actorId, actorName = '', action, object = '', startTime, endTime, beforeId = 0 }: AuditFilter,
): SelectQueryBuilder<Schema, 'audit_entries', object> =>
  kysely
    .selectFrom('audit_entries')
    .$if(actorId !== 0, (query) => query.where('actor_id', '=', actorId))
    .$if(actorName !== '', (query) => query.where('actor_name', '=', actorName))
    .$if(action !== '', (query) => (action.endsWith('.') ? query.where(beginsWith('action', action)) : query.where('action', '=', action)))
    .$if(object !== '', (query) => query.where(beginsWith('object', object)))
    .$if(startTime !== 0, (query) => query.where('created_at', '>=', startTime))
    .$if(endTime !== 0, (query) => query.where('created_at', '<=', endTime))
    .$if(beforeId !== 0, (query) => query.where('id', '<', beforeId))

export const createAudit = ({ kysely, clock }: StoreContext): Audit => ({
  add: (entries) => inTransaction(kysely, (db) => insertAudit(db, nowSeconds(clock), entries)),
  async list(filter, { offset, limit }) {
    const rows = await entriesUnder(kysely, filter).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
    return rows.map(({ before_text: before, after_text: after, ordinal, entry_hash: hash, ...rest }) => ({
      ...rest,
      before,
      after,
      ordinal: ordinal ?? 0,
      hash: hash ?? '',
    }))
  },
  count: (filter) => countRows(entriesUnder(kysely, filter).select((eb) => eb.fn.countAll().as('count'))),
  async actions() {
    const rows = await kysely.selectFrom('audit_entries').select('action').distinct().orderBy('action').execute()
    return rows.map(({ action }) => action)
  },
  head: async () => (await findHead(kysely)) ?? { entries: 0, hash: CHAIN_START },
  verify: createChainVerifier({ kysely }),
})
