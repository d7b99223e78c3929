import type { Passed, Subject } from '../unchanged/passed.ts'
import type { Command, Outcome } from './run-command.ts'

/** A command, and where its result is one per file, how to ask for some of them alone. */
export interface Gate extends Command {
  readonly files?: Omit<Subject, 'name'> & { readonly argvFor: (paths: readonly string[]) => Command['argv'] }
}

interface Shortened {
  readonly commands: readonly Command[]
  /** Told of the gates that need not run. */
  readonly unchanged: readonly Outcome[]
  readonly keep: (outcomes: readonly Outcome[]) => void
}

/** Leaves out the files that have passed and are the same since, as is all that they depend on. */
export const shorten = (gates: readonly Gate[], passed: Passed | undefined): Shortened => {
  if (passed === undefined) return { commands: gates, unchanged: [], keep: () => undefined }
  const subjects = new Map<string, Subject>()
  const unchanged: Outcome[] = []
  const commands = gates.flatMap((gate): readonly Command[] => {
    if (gate.files === undefined) return [gate]
    const { all, open } = passed.look({ name: gate.name, ...gate.files })
    const name = open.length === all.length ? gate.name : `${gate.name}, ${open.length} of ${all.length} files`
    subjects.set(name, { name: gate.name, ...gate.files })
    if (open.length === all.length) return [gate]
    if (open.length > 0) return [{ ...gate, name, argv: gate.files.argvFor(open) }]
    unchanged.push({ name, seconds: 0, isPassed: true, output: '' })
    return []
  })
  return {
    commands,
    unchanged,
    keep: (outcomes) => {
      const done = outcomes.filter(({ isPassed }) => isPassed).flatMap(({ name }) => subjects.get(name) ?? [])
      passed.keep(done)
    },
  }
}
