import { afterEach, expect, it } from 'bun:test'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { Progress } from './progress.ts'
import { runReported } from './run-reported.ts'
import { renderSummary } from './summary.ts'

afterEach(removePlanted)

const failing = `import { describe, expect, it } from 'bun:test'
describe('a planted suite', () => {
  it('holds', () => {})
  it('breaks', () => { expect(1).toBe(2) })
})
it('breaks alone', () => { throw new Error('planted') })
`

it('runs a planted failing suite, tells how it goes and names what failed', async () => {
  const root = plantTree({
    'a/broken.test.ts': failing,
    'a/unloadable.test.ts': "import './missing.ts'",
    'b/sound.test.ts': "import { it } from 'bun:test'\nit('holds', () => {})",
  })
  const lines: string[] = []
  const progress = new Progress({ nowMs: () => 0, print: (line) => lines.push(line) })
  const suite = (name: string) => ({ name, argv: [process.execPath, 'test', '--only-failures', `./${name}`] as const })
  const failures: string[] = []
  const outcomes = await runReported([suite('a'), suite('b')], { root, width: 1, progress, printFailure: (text) => failures.push(text) })
  expect(lines.map((line) => line.replace(/: [\d.]+ s/, ''))).toEqual([
    '[00:00] started a',
    '[00:00] FAILED  a, 1 passed, 3 failed',
    '[00:00] started b',
    '[00:00] ok      b, 1 passed, 0 failed',
  ])
  expect(failures).toHaveLength(1)
  expect(failures[0]).toContain('Cannot find module')
  const summary = renderSummary(outcomes).split('\n')
  expect(summary[0]).toBe('Failed:')
  expect(summary.slice(1, -1).toSorted()).toEqual([
    '  a/broken.test.ts: a planted suite > breaks',
    '  a/broken.test.ts: breaks alone',
    '  a/unloadable.test.ts: an error outside its tests',
  ])
  expect(summary.at(-1)).toBe('2 passed, 3 failed')
})

it('names a gate that ran no tests and what could not be had', () => {
  const lint = { name: 'lint', seconds: 1, isPassed: false, output: 'a.ts: no' }
  expect(renderSummary([lint], ['no redis: not installed'])).toBe(
    'Failed:\n  lint: see its output above\n  no redis: not installed\n0 passed, 2 failed',
  )
})

it('is the counts alone when nothing failed', () => {
  expect(renderSummary([{ name: 'tests', seconds: 1, isPassed: true, output: ' 7 pass\n 0 fail\n' }])).toBe('7 passed, 0 failed')
})
