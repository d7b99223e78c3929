import type { Progress } from './progress.ts'
import type { Outcome } from './run-command.ts'

interface Step<T> {
  readonly outcome: Outcome
  /** Undefined when the work failed. */
  readonly value: T | undefined
}

/** Does work of this process, and reports it like a command. */
export const runStep = async <T>(name: string, work: () => Promise<T>, progress: Progress): Promise<Step<T>> => {
  const start = performance.now()
  progress.started(name)
  const done = (isPassed: boolean, output: string): Outcome => {
    const outcome = { name, seconds: (performance.now() - start) / 1000, isPassed, output }
    progress.ended(outcome)
    return outcome
  }
  try {
    const value = await work()
    return { value, outcome: done(true, '') }
  } catch (error) {
    return { value: undefined, outcome: done(false, error instanceof Error ? error.message : String(error)) }
  }
}
