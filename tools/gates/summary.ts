import { sumCounts } from './report.ts'
import type { Outcome } from './run-command.ts'

const fileLine = /^(\S+\.test\.tsx?):$/
const failedLine = /^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/
const unloadedLine = '# Unhandled error between tests'

/** File and name of every test that failed in the output of `bun test`, in its order. */
const failedTests = (output: string): readonly string[] => {
  let file = ''
  return output.split('\n').flatMap((line) => {
    file = fileLine.exec(line)?.[1] ?? file
    const name = line === unloadedLine ? 'an error outside its tests' : failedLine.exec(line)?.[1]
    return name === undefined ? [] : [`${file}: ${name}`]
  })
}

const failuresOf = ({ name, isPassed, output }: Outcome): readonly string[] => {
  if (isPassed) return []
  const tests = failedTests(output)
  return tests.length > 0 ? tests : [`${name}: see its output above`]
}

/** Names what failed, one line each, and ends with the counts alone. `lacking` are failures that no command reported. */
export const renderSummary = (outcomes: readonly Outcome[], lacking: readonly string[] = []): string => {
  const failures = [...outcomes.flatMap(failuresOf), ...lacking]
  const { passed, failed } = sumCounts(outcomes)
  const heading = failures.length > 0 ? ['Failed:', ...failures.map((line) => `  ${line}`)] : []
  return [...heading, `${passed} passed, ${failed + lacking.length} failed`].join('\n')
}
