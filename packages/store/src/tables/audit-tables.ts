import type { Generated } from 'kysely'

/** Append-only: nothing in this program changes or removes a row. */
export interface AuditEntriesTable {
  id: Generated<number>
  created_at: number
  actor_id: number
  actor_name: string
  credential: string
  address: string
  request_id: string
  action: string
  object: string
  before_text: string
  after_text: string
  /** The place in the chain, from 1 without a gap. Null in a row that was not written by this version of the program, as the hash is. */
  ordinal: number | null
  /** Of the entry and of the hash before it. */
  entry_hash: string | null
}

/** One row: how many entries there are, and the hash of the last. */
export interface AuditChainTable {
  name: string
  entry_count: number
  head_hash: string
}
