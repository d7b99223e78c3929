import { afterEach, expect, it } from 'bun:test'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { findCycles } from './cycles.ts'

afterEach(removePlanted)

const cyclesOf = (files: Readonly<Record<string, string>>): readonly string[] => findCycles(plantTree(files))

it.each(['apps/server/src', 'packages/ledger/src', 'tools', 'e2e', 'bench'])('reports two folders of %s that import each other', (tree) => {
  const files = { [`${tree}/a/one.ts`]: "import '../b/two.ts'", [`${tree}/b/two.ts`]: '', [`${tree}/b/three.ts`]: "import '../a/one.ts'" }
  expect(cyclesOf(files)).toEqual([`${tree}: a, b import one another: a/one.ts → b/two.ts, b/three.ts → a/one.ts`])
})

it('follows imports through other folders, loose files and the name of the package', () => {
  const files = {
    'packages/store/src/a/one.ts': "import '@weir/store/b/two'",
    'packages/store/src/b/two.ts': "export * from '../loose.ts'",
    'packages/store/src/loose.ts': "await import('./c/three.ts')",
    'packages/store/src/c/three.ts': "import '../a/one.ts'",
  }
  expect(cyclesOf(files)).toEqual([
    'packages/store/src: a, b, c import one another: a/one.ts → b/two.ts, b/two.ts → loose.ts, c/three.ts → a/one.ts, loose.ts → c/three.ts',
    'packages/store/src: the files a/one.ts, b/two.ts, c/three.ts, loose.ts import one another',
  ])
})

it('counts types', () => {
  const files = { 'tools/a/one.ts': "import '../b/two.ts'", 'tools/b/two.ts': "import type { One } from '../a/one.ts'" }
  expect(cyclesOf(files)).toHaveLength(2)
})

it('looks at every depth', () => {
  const files = { 'e2e/x/y/a/one.ts': "import '../b/two.ts'", 'e2e/x/y/b/two.ts': "import '../a/one.ts'" }
  expect(cyclesOf(files)).toEqual([
    'e2e/x/y: a, b import one another: a/one.ts → b/two.ts, b/two.ts → a/one.ts',
    'e2e: the files x/y/a/one.ts, x/y/b/two.ts import one another',
  ])
})

it('reports files of one folder that import one another, and one that imports itself', () => {
  const files = {
    'bench/a/one.ts': "import './two.ts'",
    'bench/a/two.ts': "import './three.ts'",
    'bench/a/three.ts': "import type { One } from './one.ts'",
    'bench/a/four.ts': "import './one.ts'\nimport './four.ts'",
  }
  expect(cyclesOf(files)).toEqual([
    'bench: the files a/four.ts import one another',
    'bench: the files a/one.ts, a/three.ts, a/two.ts import one another',
  ])
})

it('lets one direction, other packages and tests pass', () => {
  const files = {
    'packages/store/src/a/one.ts': "import '../b/two.ts'\nimport './other.ts'\nimport '@weir/relay/b/two'",
    'packages/store/src/a/other.ts': '',
    'packages/store/src/b/two.ts': '',
    'packages/store/src/b/two.test.ts': "import '../a/one.ts'",
    'packages/store/src/testing/harness.ts': "import '../a/one.ts'",
    'packages/relay/src/b/two.ts': "import '@weir/store/a/one'",
  }
  expect(cyclesOf(files)).toEqual([])
})
