import type { Progress } from './progress.ts'
import { renderFailure } from './report.ts'
import { runAll, type Command, type Outcome } from './run-command.ts'

export interface ReportOptions {
  readonly root: string
  readonly width: number
  readonly progress: Progress
  readonly printFailure?: (text: string) => void
}

/** Runs the commands and says how it goes; what a command printed is shown when it has failed. */
export const runReported = (
  commands: readonly Command[],
  { root, width, progress, printFailure = console.error }: ReportOptions,
): Promise<readonly Outcome[]> =>
  runAll(commands, {
    root,
    width,
    onStart: ({ name }) => progress.started(name),
    onDone: (outcome) => {
      if (!outcome.isPassed) printFailure(renderFailure(outcome))
      progress.ended(outcome)
    },
  })
