import { expect, it } from 'bun:test'
import { countTests, renderTable, sumCounts } from './report.ts'
import type { Outcome } from './run-command.ts'

const outcome = (change: Partial<Outcome>): Outcome => ({ name: 'tests', seconds: 1, isPassed: true, output: '', ...change })

it('reads the counts at the end of a test run', () => {
  const output = 'a.test.ts:\n(pass) 12 pass\n\n 120 pass\n 3 fail\n 190 expect() calls\n'
  expect(countTests(outcome({ output, isPassed: false }))).toEqual({ passed: 120, failed: 3 })
})

it('counts a failed command that ran no tests as one failure', () => {
  expect(countTests(outcome({ isPassed: false, output: 'tsc: not found' }))).toEqual({ passed: 0, failed: 1 })
})

it('adds the counts of several runs', () => {
  const runs = [outcome({ output: ' 2 pass\n 0 fail\n' }), outcome({ output: ' 3 pass\n 1 fail\n', isPassed: false })]
  expect(sumCounts(runs)).toEqual({ passed: 5, failed: 1 })
})

it('lists the seconds of every command', () => {
  expect(renderTable([outcome({ name: 'lint', seconds: 1.25 }), outcome({ name: 'types', isPassed: false })])).toBe(
    '  lint      1.3 s  ok\n  types     1.0 s  FAILED',
  )
})
