import { readFileSync } from 'node:fs'
import type { Mutant } from './mutant.ts'

/** A mutant that no test can notice, since the product behaves the same; `reason` says why. */
export interface Equivalent {
  readonly path: string
  readonly context: string
  readonly before: string
  readonly after: string
  readonly reason: string
}

const fields = ['path', 'context', 'before', 'after', 'reason'] as const

const isEquivalent = (value: unknown): value is Equivalent =>
  typeof value === 'object' &&
  value !== null &&
  fields.every((field) => typeof Object.entries(value).find(([key]) => key === field)?.[1] === 'string')

export const readEquivalents = (file: string): readonly Equivalent[] => {
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(list) || !list.every(isEquivalent)) throw new Error(`${file}: every entry needs the texts ${fields.join(', ')}`)
  return list
}

const isSame = (mutant: Mutant, entry: Equivalent): boolean =>
  mutant.path === entry.path && mutant.context === entry.context && mutant.before === entry.before && mutant.after === entry.after

/** The mutants without those on the list. Throws when an entry names none: its line has changed, and the reason may no longer hold. */
export const leaveOutEquivalents = (mutants: readonly Mutant[], list: readonly Equivalent[]): readonly Mutant[] => {
  for (const entry of list) {
    if (entry.reason.trim() === '') throw new Error(`${entry.path}: ${entry.before} → ${entry.after} is called equivalent without a reason`)
    if (!mutants.some((mutant) => isSame(mutant, entry)))
      throw new Error(
        `${entry.path}: no line "${entry.context}" with ${entry.before} → ${entry.after}; correct or remove it in tools/mutate/equivalent.json`,
      )
  }
  return mutants.filter((mutant) => !list.some((entry) => isSame(mutant, entry)))
}
