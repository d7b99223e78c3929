import { afterEach, expect, it } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { openPassed, type Passed, type Subject } from './passed.ts'

afterEach(removePlanted)

const tests: Subject = { name: 'tests', kind: 'ofProgram', isMember: (path) => path.endsWith('.test.ts') }
const lint: Subject = { name: 'lint', kind: 'ofTypes', isMember: (path) => path.endsWith('.ts') }

const plant = (): string => {
  const root = plantTree({
    '.gitignore': 'node_modules\n',
    'package.json': '{}',
    'src/one.test.ts': "import { one } from './one.ts'",
    'src/one.ts': "import { deep } from './deep.ts'",
    'src/deep.ts': 'export const deep = 1',
    'src/two.test.ts': "const data = readFileSync('./fixtures/x.json')",
    'src/fixtures/x.json': '{}',
    'src/other.test.ts': 'export {}',
    'src/lists.test.ts': 'readdirSync(import.meta.dirname)',
  })
  spawnSync('git', ['init', '--quiet'], { cwd: root })
  return root
}

const open = (root: string): Passed => {
  const passed = openPassed(root, join(root, 'node_modules/.cache/passed.json'))
  if (passed === undefined) throw new Error('git does not know the tree')
  return passed
}

const rest = ['src/lists.test.ts', 'src/one.test.ts', 'src/other.test.ts', 'src/two.test.ts']

it('leaves open what never passed, and nothing of what passed and is the same', () => {
  const root = plant()
  expect(open(root).look(tests)).toEqual({ all: rest, open: rest })
  open(root).keep([tests])
  expect(open(root).look(tests)).toEqual({ all: rest, open: [] })
  expect(open(root).look(lint).open).toHaveLength(6)
})

it.each<[changed: string, open: readonly string[]]>([
  ['src/other.test.ts', ['src/lists.test.ts', 'src/other.test.ts']],
  ['src/deep.ts', ['src/lists.test.ts', 'src/one.test.ts']],
  ['src/fixtures/x.json', ['src/lists.test.ts', 'src/two.test.ts']],
  ['src/new.ts', ['src/lists.test.ts']],
  ['package.json', rest],
  ['package-lock.json', rest],
  ['README.md', []],
])('opens the tests that %s decides over', (changed, expected) => {
  const root = plant()
  open(root).keep([tests])
  writeFileSync(join(root, changed), '{"other": true}')
  expect(open(root).look(tests).open).toEqual([...expected])
})

it('opens the tests of a file that is gone', () => {
  const root = plant()
  open(root).keep([tests])
  rmSync(join(root, 'src/deep.ts'))
  expect(open(root).look(tests).open).toEqual(['src/lists.test.ts', 'src/one.test.ts'])
})

it('opens for the linter what imports a changed file, and not what reads one', () => {
  const root = plant()
  open(root).keep([lint])
  writeFileSync(join(root, 'src/deep.ts'), 'export const deep = 2')
  expect(open(root).look(lint).open).toEqual(['src/deep.ts', 'src/one.test.ts', 'src/one.ts'])
})

it('keeps nothing of a file that was changed while the command ran', () => {
  const root = plant()
  const running = open(root)
  writeFileSync(join(root, 'src/deep.ts'), 'export const deep = 2')
  running.keep([tests])
  expect(open(root).look(tests).open).toEqual(['src/lists.test.ts', 'src/one.test.ts'])
})

it('keeps what other gates have passed, and opens everything where the memory cannot be read', () => {
  const root = plant()
  open(root).keep([lint])
  open(root).keep([tests])
  expect(open(root).look(lint).open).toEqual([])
  writeFileSync(join(root, 'node_modules/.cache/passed.json'), '{"tests": {"src/o')
  expect(open(root).look(tests).open).toEqual(rest)
})

it('remembers nothing where git does not know the tree', () => {
  const root = plant()
  rmSync(join(root, '.git'), { recursive: true })
  expect(openPassed(root, join(root, 'passed.json'))).toBeUndefined()
})
