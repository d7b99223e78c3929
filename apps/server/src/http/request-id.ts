import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_'
const RANDOM_LETTERS = 12
/** Random bytes are fetched in bulk: asking the system for twelve at a time costs as much as for four thousand. */
const POOL_BYTES = 4096

let pool: Uint8Array = new Uint8Array(0)
let at = 0
let stamp = ''
let stampedSecond = -1

const timeStamp = (now: number): string => {
  const second = Math.floor(now / 1000)
  if (second !== stampedSecond) {
    stampedSecond = second
    stamp = new Date(now).toISOString().replace(/\D/g, '').slice(0, 14)
  }
  return stamp
}

/** Sortable by the second it was made in, unguessable in the rest. */
export const newRequestId = (now: number): string => {
  if (at + RANDOM_LETTERS > pool.length) {
    pool = randomBytes(POOL_BYTES)
    at = 0
  }
  let letters = ''
  for (const end = at + RANDOM_LETTERS; at < end; at++) letters += ALPHABET.charAt((pool[at] ?? 0) & 63)
  return timeStamp(now) + letters
}
