import { afterEach, expect, it } from 'bun:test'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { checkEquivalents } from './check-equivalents.ts'

afterEach(removePlanted)

const path = 'packages/store/src/a.ts'
const entry = { path, context: 'if (a < 2) f()', before: '<', after: '<=', reason: 'a is never 2' }
const treeWith = (source: string, list: readonly object[]): string =>
  plantTree({ [path]: source, 'tools/mutate/equivalent.json': JSON.stringify(list) })

it('finds nothing where every entry names a change of its source', () => {
  expect(checkEquivalents(treeWith('if (a < 2) f()\n', [entry]))).toEqual([])
})

it('names an entry whose line is another now, and one whose source is gone or not planted', () => {
  const gone = { ...entry, path: 'packages/store/src/b.ts' }
  const ofTest = { ...entry, path: 'packages/store/src/a.test.ts' }
  expect(checkEquivalents(treeWith('if (a < 3) f()\n', [entry, gone, ofTest]))).toEqual(
    ['a.ts', 'b.ts', 'a.test.ts'].map(
      (name) => `packages/store/src/${name}: no line "if (a < 2) f()" with < → <=; correct or remove it in tools/mutate/equivalent.json`,
    ),
  )
})

it('knows the members of enumerations of the contract', () => {
  const root = plantTree({
    'packages/contract/src/role.ts': 'export const Role = { user: 1, admin: 10 } as const\n',
    [path]: 'const least = Role.user\n',
    'tools/mutate/equivalent.json': JSON.stringify([
      { path, context: 'const least = Role.user', before: 'user', after: 'admin', reason: 'nobody asks' },
    ]),
  })
  expect(checkEquivalents(root)).toEqual([])
})
