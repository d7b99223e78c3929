import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

export const readEquivalents = (root: string): readonly Equivalent[] => {
  const file = join(root, 'tools/mutate/equivalent.json')
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(list) || !list.every(isEquivalent)) throw new Error(`${file}: every entry needs the texts ${fields.join(', ')}`)
  return list
}

const isSame = (mutant: Mutant, entry: Equivalent): boolean =>
  mutant.path === entry.path && mutant.context === entry.context && mutant.before === entry.before && mutant.after === entry.after

/** What is wrong with the list: an entry without a reason, and one that names no change, since its line is another now and the reason may no longer hold. */
export const findStaleEquivalents = (mutants: readonly Mutant[], list: readonly Equivalent[]): readonly string[] =>
  list.flatMap((entry) => {
    const { path, context, before, after, reason } = entry
    if (reason.trim() === '') return [`${path}: ${before} → ${after} is called equivalent without a reason`]
    if (mutants.some((mutant) => isSame(mutant, entry))) return []
    return [`${path}: no line "${context}" with ${before} → ${after}; correct or remove it in tools/mutate/equivalent.json`]
  })

export const leaveOutEquivalents = (mutants: readonly Mutant[], list: readonly Equivalent[]): readonly Mutant[] =>
  mutants.filter((mutant) => !list.some((entry) => isSame(mutant, entry)))
