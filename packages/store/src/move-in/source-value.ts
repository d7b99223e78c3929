import { saturated } from '@weir/contract/values/quantity'
import type { SourceRow } from '../dialect/source/source.ts'
import { SHORT_TEXT_LENGTH } from '../dialect/column-types.ts'
import { clip } from '../rows.ts'

/** What was given as the source cannot be read as one; the message is for the person at the terminal. */
export class BadSource extends Error {
  override readonly name = 'BadSource'
}

const LIMIT = BigInt(Number.MAX_SAFE_INTEGER)

/** NUL is left out: PostgreSQL cannot store it. Databases pad `char` columns with blanks, which `trimmed` takes off. */
export const textOf = (row: SourceRow, column: string): string => {
  const value = row[column]
  if (value === null || value === undefined) return ''
  const text = value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value)
  return text.replaceAll('\0', '')
}

export const trimmed = (row: SourceRow, column: string): string => textOf(row, column).trim()

export const shortText = (row: SourceRow, column: string): string => clip(textOf(row, column), SHORT_TEXT_LENGTH)

const WHOLE = /^[+-]?\d+$/

/** NULL is the fallback; anything that is no number at all is a shape this program does not know. */
export const wholeOf = (row: SourceRow, column: string, fallback = 0n): bigint => {
  const text = trimmed(row, column)
  if (text === '') return fallback
  if (WHOLE.test(text)) return BigInt(text)
  const number = Number(text)
  if (!Number.isFinite(number))
    throw new BadSource(`${column} of the row with id ${textOf(row, 'id')} is no number; this version of the source is not known here`)
  return BigInt(Math.trunc(number))
}

export const fits = (value: bigint): boolean => value <= LIMIT && value >= -LIMIT

/** The nearest number that is exact everywhere. */
export const cut = (value: bigint): bigint => {
  if (fits(value)) return value
  return value > 0n ? LIMIT : -LIMIT
}

/** Counters, times and ranks, of which nobody misses what lies beyond 2^53. */
export const countOf = (row: SourceRow, column: string, fallback = 0n): number => Number(cut(wholeOf(row, column, fallback)))

export const idOf = (row: SourceRow, table: string): number => {
  const id = wholeOf(row, 'id')
  if (id <= 0n || !fits(id)) throw new BadSource(`${table} has a row with the id ${id}, which cannot be kept`)
  return Number(id)
}

const TRUE: ReadonlySet<string> = new Set(['1', 't', 'true'])

export const flagOf = (row: SourceRow, column: string): boolean => TRUE.has(trimmed(row, column).toLowerCase())

export const realOf = (row: SourceRow, column: string): number => {
  const number = Number(trimmed(row, column))
  return Number.isFinite(number) ? saturated(number) : 0
}
