import { counted } from '@weir/contract/values/counted'
import type { Note } from '@weir/store/move-in/notes'
import type { Plan, Sum } from '@weir/store/move-in/plan'
import { printable } from '../process/printable.ts'

export interface Outcome {
  readonly plan: Plan
  readonly sums: readonly Sum[]
  readonly logs: { readonly there: number; readonly here: number } | undefined
  readonly isDryRun: boolean
  /** The accounts had come over before. */
  readonly wasThere: boolean
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`.trimEnd()
  return [head, ...rows].map(line)
}

const noteLine = ({ kind, table: name, id, reason }: Note): string =>
  `  ${kind.padEnd(8)}  ${printable(id === 0 ? name : `${name} ${id}`)}: ${printable(reason)}`

const headOf = ({ isDryRun, wasThere }: Outcome): string => {
  if (isDryRun) return wasThere ? 'The accounts are here already. Nothing was written.' : 'This would come over. Nothing was written.'
  return wasThere
    ? 'The accounts were here already and are as they were.'
    : 'The accounts have come over. Everyone signs in again, with the same password.'
}

export const isEqual = ({ there, here }: Sum): boolean => there === here

const countsOf = ({ plan, logs }: Outcome) => [...plan.counts, ...(logs === undefined ? [] : [{ table: 'logs', ...logs }])]

/** Sums may be beyond 2^53: they are texts of all their digits. */
export const reportObject = (outcome: Outcome) => {
  const { plan, sums, isDryRun, wasThere } = outcome
  return {
    family: plan.family,
    dry_run: isDryRun,
    was_there: wasThere,
    rows: countsOf(outcome).map(({ table: name, there, here }) => ({ table: name, there, here })),
    sums: sums.map((sum) => ({ name: sum.name, there: String(sum.there), here: String(sum.here), equal: isEqual(sum) })),
    notes: plan.notes.map(({ kind, table: name, id, reason }) => ({ kind, table: name, id, reason })),
  }
}

export const renderReport = (outcome: Outcome): string => {
  const { plan, sums } = outcome
  return [
    headOf(outcome),
    '',
    ...table(
      [`rows of ${plan.family}`, 'there', 'here'],
      countsOf(outcome).map((count) => [count.table, String(count.there), String(count.here)]),
    ),
    '',
    ...table(
      ['units', 'there', 'here', ''],
      sums.map((sum) => [sum.name, String(sum.there), String(sum.here), isEqual(sum) ? 'equal' : 'DIFFERENT']),
    ),
    '',
    ...(plan.notes.length === 0
      ? ['Every row came over as it was.']
      : [`${counted(plan.notes.length, 'note')}:`, ...plan.notes.map(noteLine)]),
    ...(sums.every(isEqual) ? [] : ['', 'Some sums differ: the notes above say which rows were changed.']),
  ].join('\n')
}
