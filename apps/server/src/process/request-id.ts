import { randomBytes } from 'node:crypto'

const RANDOM_LETTERS = 9
/** Random bytes are fetched in bulk: asking the system for a few at a time costs as much as for four thousand. */
const POOL_BYTES = 4095

let pool = ''
let at = 0
let stamp = ''
let stampedAt = -1

/** Written out once a second: a date costs more than the rest of an id. */
const timeStamp = (now: number): string => {
  const second = Math.floor(now / 1000)
  if (second !== stampedAt) {
    stampedAt = second
    stamp = new Date(second * 1000).toISOString().slice(0, 19).replace(/\D/g, '')
  }
  return stamp + String(Math.floor(now) % 1000).padStart(3, '0')
}

/**
 * Sortable by the millisecond it was made in, unguessable in the rest. The database keeps ids in their order: those of one second in any
 * order would touch a page of the index each, those in the order of time share one.
 */
export const newRequestId = (now: number): string => {
  if (at + RANDOM_LETTERS > pool.length) {
    pool = randomBytes(POOL_BYTES).toString('base64url')
    at = 0
  }
  return timeStamp(now) + pool.slice(at, (at += RANDOM_LETTERS))
}
