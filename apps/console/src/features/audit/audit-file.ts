import type { AuditObject } from '@weir/contract/audit'
import { toCsv } from '../../shared/browser/csv.ts'

export type FileKind = 'csv' | 'ndjson'

/** The names of the API: a file is read by programs, whatever language its reader speaks. */
const COLUMNS = [
  'id',
  'created_at',
  'actor_id',
  'actor_name',
  'credential',
  'address',
  'request_id',
  'action',
  'object',
  'before',
  'after',
  'ordinal',
  'hash',
] as const satisfies readonly (keyof AuditObject)[]

export const auditFile = (kind: FileKind, rows: readonly AuditObject[]): string => {
  if (kind === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const lines = rows.map((row) =>
    COLUMNS.map((name) => (name === 'created_at' ? new Date(row.created_at * 1000).toISOString() : row[name])),
  )
  return toCsv([[...COLUMNS], ...lines])
}
