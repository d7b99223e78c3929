import type { Outcome } from './run-command.ts'

export interface TestCounts {
  readonly passed: number
  readonly failed: number
}

const countOf = (output: string, label: string): number =>
  [...output.matchAll(new RegExp(`^ *(\\d+) ${label}$`, 'gm'))].reduce((sum, [, digits]) => sum + Number(digits), 0)

/** Counts of the closing lines of `bun test`. A command that failed without counting a failure counts as one. */
export const countTests = ({ output, isPassed }: Outcome): TestCounts => {
  const failed = countOf(output, 'fail')
  return { passed: countOf(output, 'pass'), failed: isPassed ? failed : Math.max(failed, 1) }
}

export const sumCounts = (outcomes: readonly Outcome[]): TestCounts =>
  outcomes.map(countTests).reduce((sum, counts) => ({ passed: sum.passed + counts.passed, failed: sum.failed + counts.failed }), {
    passed: 0,
    failed: 0,
  })

/** Seconds per command, one line each. */
export const renderTable = (outcomes: readonly Outcome[]): string => {
  const width = Math.max(...outcomes.map(({ name }) => name.length))
  return outcomes
    .map(({ name, seconds, isPassed }) => `  ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${isPassed ? 'ok' : 'FAILED'}`)
    .join('\n')
}

export const renderFailure = ({ name, output }: Outcome): string => `\n--- ${name} failed ---\n${output.trimEnd()}\n`
