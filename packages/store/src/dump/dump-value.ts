import type { Value } from '../dialect/engine.ts'
import type { ColumnKind, SourceRow } from '../dialect/source/source.ts'
import { BadDump } from './bad-dump.ts'

type Given = SourceRow[string]

const TRUE = new Set<Given>([true, 1n, 1, '1', 't'])
const FALSE = new Set<Given>([false, 0n, 0, '0', 'f'])

const writeBoolean = (value: Given): string | undefined => {
  if (TRUE.has(value)) return 'true'
  return FALSE.has(value) ? 'false' : undefined
}

/** As a text where a JSON number would not be exact. */
const writeWhole = (value: Given): string | undefined => {
  if (typeof value === 'number' && !Number.isInteger(value)) return undefined
  const digits = String(typeof value === 'number' ? BigInt(value) : value)
  if (!/^-?\d+$/.test(digits)) return undefined
  return Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`
}

const writeReal = (value: Given): string | undefined => {
  const real = Number(value)
  return Number.isFinite(real) && value !== '' ? JSON.stringify(real) : undefined
}

const written = (kind: ColumnKind, value: Given): string | undefined => {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? JSON.stringify(value) : undefined
    case 'boolean':
      return writeBoolean(value)
    case 'whole':
      return writeWhole(value)
    case 'real':
      return writeReal(value)
  }
}

/** One value as JSON, the same text from every database that holds it. */
export const writeValue = (kind: ColumnKind, value: Given | undefined, place: string): string => {
  if (value === null) return 'null'
  const text = value === undefined ? undefined : written(kind, value)
  if (text === undefined)
    throw new BadDump(`${place} holds ${typeof value === 'string' ? 'a text' : String(value)}, which is no ${kind} value`)
  return text
}

const read = (kind: ColumnKind, value: unknown): Value | undefined => {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? value : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'whole':
      if (typeof value === 'string') return /^-?\d+$/.test(value) ? BigInt(value) : undefined
      return Number.isSafeInteger(value) ? Number(value) : undefined
    case 'real':
      return typeof value === 'number' ? value : undefined
  }
}

export const readValue = (kind: ColumnKind, value: unknown, place: string): Value => {
  if (value === null) return null
  const found = read(kind, value)
  if (found === undefined) throw new BadDump(`the backup is damaged: ${place} holds no ${kind} value`)
  return found
}
