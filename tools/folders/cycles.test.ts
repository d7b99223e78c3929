import { afterEach, expect, it } from 'bun:test'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { findFolderCycles } from './cycles.ts'

afterEach(removePlanted)

const cyclesOf = (files: Readonly<Record<string, string>>): readonly string[] => findFolderCycles(plantTree(files))

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
  ])
})

it('counts types', () => {
  const files = { 'tools/a/one.ts': "import '../b/two.ts'", 'tools/b/two.ts': "import type { One } from '../a/one.ts'" }
  expect(cyclesOf(files)).toHaveLength(1)
})

it('looks at every depth', () => {
  const files = { 'e2e/x/y/a/one.ts': "import '../b/two.ts'", 'e2e/x/y/b/two.ts': "import '../a/one.ts'" }
  expect(cyclesOf(files)).toEqual(['e2e/x/y: a, b import one another: a/one.ts → b/two.ts, b/two.ts → a/one.ts'])
})

it('lets one direction, files of one folder, other packages and tests pass', () => {
  const files = {
    'packages/store/src/a/one.ts': "import '../b/two.ts'\nimport './other.ts'\nimport '@weir/relay/b/two'",
    'packages/store/src/a/other.ts': "import './one.ts'",
    'packages/store/src/b/two.ts': '',
    'packages/store/src/b/two.test.ts': "import '../a/one.ts'",
    'packages/store/src/testing/harness.ts': "import '../a/one.ts'",
    'packages/relay/src/b/two.ts': "import '@weir/store/a/one'",
  }
  expect(cyclesOf(files)).toEqual([])
})
