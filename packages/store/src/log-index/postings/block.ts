import { hash } from 'node:crypto'
import type { Dimension, Match } from '../kinds.ts'

/** Two signs name a place. */
const SIGNS = 64
const WIDTH = 2
/** The numbers of the log are cut into blocks of so many; enough that names repeat, and few enough to look through. */
export const BLOCK_ROWS = SIGNS ** WIDTH

const FIRST_SIGN = '0'.charCodeAt(0)
const signsOf = (place: number): string => String.fromCharCode(FIRST_SIGN + Math.floor(place / SIGNS), FIRST_SIGN + (place % SIGNS))
const NAMES = Array.from({ length: BLOCK_ROWS }, (_, place) => signsOf(place))

export const blockOf = (id: number): number => Math.floor(id / BLOCK_ROWS)
export const startOf = (block: number): number => block * BLOCK_ROWS
/** The last row of the last block that ends here or before. */
export const lastFullBlockEnd = (id: number): number => startOf(blockOf(id + 1)) - 1

/** As it is written behind the places that came before. */
export const placeOf = (id: number): string => NAMES[id % BLOCK_ROWS] ?? ''

export const countPlaces = (places: string): number => places.length / WIDTH

/** Adds one to the mark of each place. */
export const markPlaces = (marks: Uint8Array, places: string): void => {
  for (let at = 0; at < places.length; at += WIDTH) {
    const place = (places.charCodeAt(at) - FIRST_SIGN) * SIGNS + places.charCodeAt(at + 1) - FIRST_SIGN
    marks[place] = (marks[place] ?? 0) + 1
  }
}

/** A digest: names may be long, and MySQL takes names for equal that differ in spaces at the end. */
export const subjectOf = (dimension: Dimension, value: string | number): string =>
  hash('sha256', `${dimension} ${value}`, 'base64url').slice(0, 22)

export const subjectsOf = (match: Match): readonly string[] =>
  Object.entries(match).map(([dimension, value]) => subjectOf(dimension as Dimension, value))
