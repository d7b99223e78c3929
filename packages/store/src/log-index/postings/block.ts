import { hash } from 'node:crypto'
import type { Dimension, Match } from '../kinds.ts'

/** A posting is the offset of a row in its block, in two letters. */
const LETTERS = 64
const WIDTH = 2
/** The ids of the log are cut into blocks of so many; enough that names repeat, and few enough to scan. */
export const BLOCK_ROWS = LETTERS ** WIDTH

const FIRST_LETTER = '0'.charCodeAt(0)
const encode = (offset: number): string =>
  String.fromCharCode(FIRST_LETTER + Math.floor(offset / LETTERS), FIRST_LETTER + (offset % LETTERS))
const ENCODED = Array.from({ length: BLOCK_ROWS }, (_, offset) => encode(offset))

export const blockOf = (id: number): number => Math.floor(id / BLOCK_ROWS)
export const startOf = (block: number): number => block * BLOCK_ROWS
/** The last row of the last block that ends here or before. */
export const lastFullBlockEnd = (id: number): number => startOf(blockOf(id + 1)) - 1

/** As it is appended to a posting list. */
export const encodePosting = (id: number): string => ENCODED[id % BLOCK_ROWS] ?? ''

export const countPostings = (postings: string): number => postings.length / WIDTH

/** Adds one to the count of each row in the list that so many other lists have. Returns how many these are. */
export const countPerRow = (counts: Uint8Array, postings: string, known: number): number => {
  let found = 0
  for (let at = 0; at < postings.length; at += WIDTH) {
    const offset = (postings.charCodeAt(at) - FIRST_LETTER) * LETTERS + postings.charCodeAt(at + 1) - FIRST_LETTER
    if (counts[offset] !== known) continue
    counts[offset] = known + 1
    found += 1
  }
  return found
}

/** A digest: names may be long, and MySQL takes names for equal that differ in spaces at the end. */
export const subjectOf = (dimension: Dimension, value: string | number): string =>
  hash('sha256', `${dimension} ${value}`, 'base64url').slice(0, 22)

export const subjectsOf = (match: Match): readonly string[] =>
  Object.entries(match).map(([dimension, value]) => subjectOf(dimension as Dimension, value))
