import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_'
const RANDOM_LETTERS = 9
/** Random bytes are fetched in bulk: asking the system for nine at a time costs as much as for four thousand. */
const POOL_BYTES = 4095

let pool: Uint8Array = new Uint8Array(0)
let at = 0
let stamp = ''
let stampedAt = -1

const timeStamp = (now: number): string => {
  const millisecond = Math.floor(now)
  if (millisecond !== stampedAt) {
    stampedAt = millisecond
    stamp = new Date(millisecond).toISOString().replace(/\D/g, '')
  }
  return stamp
}

/**
 * Sortable by the millisecond it was made in, unguessable in the rest. The database keeps ids in their order: those of one second in any
 * order would touch a page of the index each, those in the order of time share one.
 */
export const newRequestId = (now: number): string => {
  if (at + RANDOM_LETTERS > pool.length) {
    pool = randomBytes(POOL_BYTES)
    at = 0
  }
  let letters = ''
  for (const end = at + RANDOM_LETTERS; at < end; at++) letters += ALPHABET.charAt((pool[at] ?? 0) & 63)
  return timeStamp(now) + letters
}
