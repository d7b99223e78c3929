import { expect, it } from 'bun:test'
import { Progress } from './progress.ts'
import { runStep } from './run-step.ts'

const watched = () => {
  const lines: string[] = []
  return { lines, progress: new Progress({ nowMs: () => 0, print: (line) => lines.push(line.replace(/: [\d.]+ s/, '')) }) }
}

it('hands on what the work made', async () => {
  const { lines, progress } = watched()
  const { value, outcome } = await runStep('servers', () => Promise.resolve(7), progress)
  expect({ value, isPassed: outcome.isPassed }).toEqual({ value: 7, isPassed: true })
  expect(lines).toEqual(['[00:00] started servers', '[00:00] ok      servers'])
})

it('reports work that fails, with its reason', async () => {
  const { lines, progress } = watched()
  const { value, outcome } = await runStep('build', () => Promise.reject(new Error('no disk')), progress)
  expect({ value, isPassed: outcome.isPassed, output: outcome.output }).toEqual({ value: undefined, isPassed: false, output: 'no disk' })
  expect(lines).toEqual(['[00:00] started build', '[00:00] FAILED  build, 0 passed, 1 failed'])
})
