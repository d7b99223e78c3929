import { parseJson } from '@weir/contract/values/json'
import type { ColumnKind, SourceColumn } from '../dialect/source/source.ts'
import { BadDump } from './bad-dump.ts'
import type { TableSum } from './table-digest.ts'

export const DUMP_FORMAT = 1

export interface AppliedMigration {
  readonly name: string
  readonly appliedAt: number
}

/** The first line. */
export interface DumpHeader {
  readonly format: number
  /** Of the program that wrote it. */
  readonly version: string
  readonly createdAt: string
  readonly migrations: readonly AppliedMigration[]
  /** Tells whether a root key is the one that the values are sealed with. */
  readonly keyCheck: string
  /** Hexadecimal; empty unless they were asked for. */
  readonly rootKeys: readonly string[]
}

export interface TableStart {
  readonly table: string
  readonly columns: readonly SourceColumn[]
  /** The number of its next row; 0 where rows have none. */
  readonly next: bigint
}

export interface DumpEnd {
  readonly tables: number
  readonly rows: number
  /** SHA-256 of every line before. */
  readonly sha256: string
}

export type DumpLine =
  | { readonly kind: 'header'; readonly header: DumpHeader }
  | { readonly kind: 'table'; readonly start: TableStart }
  | { readonly kind: 'row'; readonly values: readonly unknown[] }
  | { readonly kind: 'table-end'; readonly sum: TableSum }
  | { readonly kind: 'end'; readonly end: DumpEnd }

export const renderHeader = (header: DumpHeader): string => JSON.stringify({ weir: 'backup', ...header })
export const renderStart = ({ table, columns, next }: TableStart): string =>
  JSON.stringify({ table, columns: columns.map(({ name, kind }) => [name, kind]), next: String(next) })
export const renderSum = ({ table, rows, digest }: TableSum): string => JSON.stringify({ endOf: table, rows, digest })
export const renderEnd = ({ tables, rows, sha256 }: DumpEnd): string => JSON.stringify({ end: 'backup', tables, rows, sha256 })

type Members = Readonly<Record<string, unknown>>

const damaged = (what: string): BadDump => new BadDump(`the backup is damaged: ${what}`)

const textAt = (members: Members, name: string): string => {
  const value = members[name]
  if (typeof value !== 'string') throw damaged(`${name} is no text`)
  return value
}

const countAt = (members: Members, name: string): number => {
  const value = members[name]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw damaged(`${name} is no count`)
  return value
}

const listAt = (members: Members, name: string): readonly unknown[] => {
  const value: unknown = members[name]
  if (!Array.isArray(value)) throw damaged(`${name} is no list`)
  return value
}

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value)

const membersIn = (value: unknown): Members => {
  if (!isMembers(value)) throw damaged('a line is not what it should be')
  return value
}

const KINDS = ['whole', 'real', 'boolean', 'text'] as const satisfies readonly ColumnKind[]

const columnIn = (value: unknown): SourceColumn => {
  const [name, word] = Array.isArray(value) ? (value as readonly unknown[]) : []
  const kind = KINDS.find((known) => known === word)
  // The name becomes part of a statement.
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_]*$/.test(name) || kind === undefined) throw damaged('a column is not understood')
  return { name, kind }
}

const migrationIn = (value: unknown): AppliedMigration => {
  const members = membersIn(value)
  return { name: textAt(members, 'name'), appliedAt: countAt(members, 'appliedAt') }
}

const headerIn = (members: Members): DumpHeader => {
  const format = countAt(members, 'format')
  if (format !== DUMP_FORMAT)
    throw new BadDump(`the backup is of format ${format}, and this program reads ${DUMP_FORMAT}: use the version that wrote it`)
  return {
    format,
    version: textAt(members, 'version'),
    createdAt: textAt(members, 'createdAt'),
    migrations: listAt(members, 'migrations').map(migrationIn),
    keyCheck: textAt(members, 'keyCheck'),
    rootKeys: listAt(members, 'rootKeys').map(String),
  }
}

const startIn = (members: Members): TableStart => {
  const next = textAt(members, 'next')
  if (!/^\d{1,19}$/.test(next)) throw damaged('next is no number')
  return { table: textAt(members, 'table'), columns: listAt(members, 'columns').map(columnIn), next: BigInt(next) }
}

export const parseDumpLine = (text: string): DumpLine => {
  const value = parseJson(text)
  if (Array.isArray(value)) return { kind: 'row', values: value as readonly unknown[] }
  const members = membersIn(value)
  if ('table' in members) return { kind: 'table', start: startIn(members) }
  if ('endOf' in members)
    return {
      kind: 'table-end',
      sum: { table: textAt(members, 'endOf'), rows: countAt(members, 'rows'), digest: textAt(members, 'digest') },
    }
  if ('end' in members)
    return { kind: 'end', end: { tables: countAt(members, 'tables'), rows: countAt(members, 'rows'), sha256: textAt(members, 'sha256') } }
  if (members['weir'] !== 'backup') throw new BadDump('this is no backup of Weir')
  return { kind: 'header', header: headerIn(members) }
}
