import type { Generated } from 'kysely'

/** What consumption came to in an hour or a day, by one dimension; a column that is not part of the kind is 0 or empty. */
export interface LogSumsTable {
  kind: number
  /** Seconds. */
  grain: number
  subject_id: number
  subject: string
  start_at: number
  model_name: string
  channel_id: number
  bucket: number
  requests: number
  failures: number
  quota: number
  prompt_tokens: number
  completion_tokens: number
  cost: number
  /** Of rows whose cost is known. */
  costed_quota: number
}

/**
 * The same by time first, for lists of who had most in a period; by other dimensions, see the kinds. A column that is not part of the kind is
 * 0 or empty.
 */
export interface LogSlotSumsTable {
  kind: number
  /** Seconds. */
  grain: number
  start_at: number
  subject_id: number
  subject: string
  token_name: string
  requests: number
  failures: number
  quota: number
  prompt_tokens: number
  completion_tokens: number
  cost: number
  /** Of rows whose cost is known. */
  costed_quota: number
  /** Milliseconds. */
  elapsed_time: number
}

/** A watermark: rows of the log up to this one are in the rollups of a kind, or in the postings, and no row at or below it can appear any more. */
export interface LogSumStateTable {
  name: string
  through_id: number
}

/** A block of the log whose postings are written. Channel tests are not counted. */
export interface LogBlocksTable {
  block: number
  consumed: number
  others: number
  first_at: number
  last_at: number
  /** Rows were deleted from it: its postings are gone and its counts wrong until they are built again. */
  is_stale: boolean
  /** Whether its postings tell outcomes, faults and attempts; those of an older version do not. */
  has_outcomes: Generated<boolean | null>
  /** Whether they tell groups as well. */
  has_groups: Generated<boolean | null>
  /** Whether marks of its requests stand beside them. */
  has_requests: Generated<boolean | null>
}

/** Where in a block the rows of a user, a token, a model or a channel lie: consumption, and other rows but channel tests. */
export interface LogPlacesTable {
  block: number
  subject: string
  consumed: string
  others: string
}

/** A filter of the log under a name that its user gave it. */
export interface LogFiltersTable {
  user_id: number
  name: string
  /** As it stands in the address of the page. */
  address_query: string
  saved_at: number
}
