import { expect, it } from 'bun:test'
import { Progress } from './progress.ts'

const outcome = { name: 'tests of the apps', seconds: 61.25, isPassed: false, output: '\n 120 pass\n 3 fail\n' }

const watched = () => {
  const lines: string[] = []
  const clock = { ms: 5000 }
  return { lines, clock, progress: new Progress({ nowMs: () => clock.ms, print: (line) => lines.push(line) }) }
}

it('prints a line when a suite starts and one when it ends, with seconds and counts', () => {
  const { lines, clock, progress } = watched()
  progress.started('lint')
  clock.ms += 1500
  progress.started('tests of the apps')
  progress.ended({ name: 'lint', seconds: 1.5, isPassed: true, output: '' })
  clock.ms += 61_250
  progress.ended(outcome)
  expect(lines).toEqual([
    '[00:00] started lint',
    '[00:01] started tests of the apps',
    '[00:01] ok      lint: 1.5 s',
    '[01:02] FAILED  tests of the apps: 61.3 s, 120 passed, 3 failed',
  ])
})

it('says what runs and for how long, and nothing once all have ended', () => {
  const { lines, clock, progress } = watched()
  progress.started('types')
  clock.ms += 20_000
  progress.started('tests of the apps')
  clock.ms += 10_000
  progress.beat()
  progress.ended({ name: 'types', seconds: 30, isPassed: true, output: '' })
  clock.ms += 90_000
  progress.beat()
  progress.ended(outcome)
  progress.beat()
  expect(lines.filter((line) => line.includes('running'))).toEqual([
    '[00:30] running types (30 s), tests of the apps (10 s)',
    '[02:00] running tests of the apps (100 s)',
  ])
})
