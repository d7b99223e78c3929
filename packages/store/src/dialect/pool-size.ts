/** Connections of one process to a server. */
export const POOL_SIZE = 10
/** Of these, so many are never taken by lists and statistics: no number of readers keeps holds and settlements waiting. */
const KEPT_FOR_LEDGER = 2
export const MAX_READERS = POOL_SIZE - KEPT_FOR_LEDGER
