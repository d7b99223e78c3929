import { Refusal, renderRefusal } from '@weir/contract/errors'
import { CommandError } from '../../commands.ts'

export interface FieldChange {
  readonly field: string
  /** Undefined: there was, or will be, none. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** One thing that will be made, changed or deleted. Secrets stand in it as references, or as the fact that there is one. */
export interface Step {
  readonly kind: 'create' | 'change' | 'delete'
  readonly object: string
  readonly fields: readonly FieldChange[]
}

export interface RunnableStep extends Step {
  readonly run: () => Promise<void>
}

const MARKS = { create: '+', change: '~', delete: '-' } as const
const MAX_VALUE = 120

const shown = (value: string | undefined): string => {
  const line = (value ?? '').replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
  if (line === '') return value === undefined ? '(none)' : '""'
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE - 1)}…` : line
}

const renderField = ({ field, before, after }: FieldChange, kind: Step['kind']): string =>
  kind === 'create' ? `    ${field}: ${shown(after)}` : `    ${field}: ${shown(before)} → ${shown(after)}`

export const renderPlan = (steps: readonly Step[]): string => {
  const count = (kind: Step['kind']): number => steps.filter((step) => step.kind === kind).length
  return [
    ...steps.flatMap(({ kind, object, fields }) => [`${MARKS[kind]} ${object}`, ...fields.map((field) => renderField(field, kind))]),
    `${count('create')} to make, ${count('change')} to change, ${count('delete')} to delete`,
  ].join('\n')
}

/** Says which entry of the file a refusal is about. */
export const about = async <T>(entry: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw new CommandError(`${entry}: ${renderRefusal(error, 'en')}`, { cause: error })
    if (error instanceof CommandError && !error.message.includes(entry))
      throw new CommandError(`${entry}: ${error.message}`, { cause: error })
    throw error
  }
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same for every order of members. */
export const canonical = (value: unknown): string => {
  const sorted = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(sorted)
    if (!isObject(part)) return part
    return Object.fromEntries(
      Object.entries(part)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => [name, sorted(member)]),
    )
  }
  return JSON.stringify(sorted(value)) ?? ''
}

const textOf = (value: unknown): string | undefined => (value === undefined || typeof value === 'string' ? value : canonical(value))

/** The members that differ. */
export const memberChanges = (before: Json, after: Json): readonly FieldChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => canonical(before[name]) !== canonical(after[name]))
    .toSorted()
    .map((field) => ({ field, before: textOf(before[field]), after: textOf(after[field]) }))
