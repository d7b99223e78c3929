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
  ['tools/imports/a.test.ts', "seen('setTimeout(run, 1)')"],
])('lets %s pass: %s', (path, source) => {
  expect(waitsIn(path, source)).toEqual([])
})
