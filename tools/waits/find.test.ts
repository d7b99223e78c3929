import { afterEach, expect, it } from 'bun:test'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { findWaits } from './find.ts'

afterEach(removePlanted)

const everywhere = ['packages', 'apps', 'e2e', 'tools']
const remedy = 'wait for the event, by tools/testing/eventually.ts or a fake clock'
const waitsIn = (path: string, source: string): readonly string[] => findWaits(plantTree({ [path]: source }), everywhere)

it.each([
  ['Bun.sleep', 'await Bun.sleep(20)'],
  ['Bun.sleepSync', 'Bun.sleepSync(20)'],
  ['setTimeout', 'setTimeout(run, 20)'],
  ['setTimeout', 'globalThis.setTimeout(run, 20)'],
  ['waitForTimeout', 'await visit.page.waitForTimeout(20)'],
  ['node:timers/promises', "import { setTimeout as sleep } from 'node:timers/promises'"],
  ['setTimeout in a text', "page.evaluate('new Promise((done) => setTimeout(done, 30))')"],
  ['Bun.sleep in a text', 'run(`await Bun.sleep(${ms})`)'],
])('reports %s: %s', (what, source) => {
  expect(waitsIn('packages/store/src/a.test.ts', `\n${source}`)).toEqual([
    `packages/store/src/a.test.ts:2: ${what} waits for time to pass; ${remedy}`,
  ])
})

it.each(["it('waits', run, 60_000)", "it.each(rows)('waits', run, 60_000)", 'beforeAll(start, 60_000)'])(
  'reports the timeout of %s',
  (source) => {
    expect(waitsIn('e2e/a.test.ts', source)).toEqual([
      'e2e/a.test.ts:1: a test of at most 60000 ms fails on a busy machine; give it 180_000',
    ])
  },
)

it.each([
  'apps/console/src/a.test.tsx',
  'apps/server/src/testing/byte-server.ts',
  'packages/relay/src/harness.ts',
  'packages/providers/src/kit/conformance.ts',
  'e2e/fake-upstream/raw.ts',
  'e2e/soak/killed-servers.ts',
])('looks into %s', (path) => {
  expect(waitsIn(path, 'await Bun.sleep(1)')).toHaveLength(1)
})

it.each([
  ['tools/testing/eventually.ts', 'setTimeout(resolve, 10)'],
  ['apps/server/src/drain.ts', 'setTimeout(end, 10)'],
  ['packages/relay/src/a.test.ts', 'clock.setTimeout(run, 10); setImmediate(run); clearTimeout(timer)'],
  ['e2e/b.test.ts', "it('waits', run, 180_000); expect(60_000).toBe(60_000)"],
  ['tools/imports/a.test.ts', "seen('setTimeout(run, 1)')"],
])('lets %s pass: %s', (path, source) => {
  expect(waitsIn(path, source)).toEqual([])
})
