import { afterEach, expect, it } from 'bun:test'
import { join } from 'node:path'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { findOversized } from './sizes.ts'

afterEach(removePlanted)

const filesIn = (folder: string, count: number, ending = '.ts'): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/file-${at}${ending}`, '']))

it('reports a folder of 21 sources and lets 20 pass', () => {
  expect(findOversized(plantTree(filesIn('apps/server/src/admin', 21)))).toEqual([
    'apps/server/src/admin: 21 source files; a folder holds at most 20',
  ])
  expect(findOversized(plantTree(filesIn('tools/gates', 20)))).toEqual([])
})

it('reports a source of 301 lines and lets 300 pass', () => {
  const tree = plantTree({ 'packages/ledger/src/long.ts': '\n'.repeat(301), 'packages/ledger/src/short.ts': '\n'.repeat(300) })
  expect(findOversized(tree)).toEqual(['packages/ledger/src/long.ts: 301 lines; a file holds at most 300'])
})

it('counts no tests, fixtures, catalogues, texts and migrations, and no folder below', () => {
  const tree = plantTree({
    ...filesIn('e2e/relay', 20),
    ...filesIn('e2e/relay', 9, '.test.ts'),
    ...filesIn('e2e/relay/deeper', 2),
    ...filesIn('packages/providers/src/groq/fixtures', 30),
    ...filesIn('packages/contract/src/catalog', 30),
    ...filesIn('packages/store/src/migrations', 30),
    'apps/console/src/shared/i18n/zh.ts': '\n'.repeat(900),
    'apps/console/src/shared/table.test.tsx': '\n'.repeat(900),
  })
  expect(findOversized(tree)).toEqual([])
})

it('fails as a command on a cycle and on a long file', () => {
  const run = (files: Readonly<Record<string, string>>): number =>
    Bun.spawnSync([process.execPath, join(import.meta.dirname, '../check-folders.ts'), plantTree(files)]).exitCode
  expect(run({ 'tools/a/one.ts': "import '../b/two.ts'", 'tools/b/two.ts': "import '../a/one.ts'" })).toBe(1)
  expect(run({ 'tools/a/one.ts': '\n'.repeat(301) })).toBe(1)
  expect(run({ 'tools/a/one.ts': '' })).toBe(0)
})
