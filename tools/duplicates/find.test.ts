import { afterEach, expect, it } from 'bun:test'
import { join } from 'node:path'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { findDuplicates } from './find.ts'

afterEach(removePlanted)

const plant = (files: Readonly<Record<string, string>>): string =>
  plantTree(Object.fromEntries(Object.entries(files).map(([path, content]) => [`src/${path}`, content])))

const linesOf = (count: number, name: string): string =>
  Array.from({ length: count }, (_, index) => `  const ${name}Value${index} = read${name}(${index})`).join('\n')

it('reports twelve equal lines in two provider folders, renamed after their provider or not', () => {
  const root = plant({ 'groq/index.ts': linesOf(12, 'Groq'), 'mistral/request.ts': `const own = 1\n\n${linesOf(12, 'Mistral')}` })
  expect(findDuplicates(root).copies).toEqual([{ left: 'src/groq/index.ts:1', right: 'src/mistral/request.ts:3', lines: 12 }])
})

it('looks past indentation, comments, blank lines, imports and lone brackets', () => {
  const noisy = linesOf(14, 'x').replaceAll('\n', '\n\n// why\n})\n    ')
  const root = plant({ 'groq/index.ts': linesOf(14, 'x'), 'mistral/index.ts': `import 'y'\n${noisy}` })
  expect(findDuplicates(root).copies.map((copy) => copy.lines)).toEqual([14])
})

it('lets eleven equal lines pass', () => {
  const root = plant({ 'groq/index.ts': linesOf(11, 'x'), 'mistral/index.ts': linesOf(11, 'x') })
  expect(findDuplicates(root)).toEqual({ folderCount: 2, copies: [] })
})

it('does not compare the kit, the registry or tests', () => {
  const same = linesOf(20, 'x')
  const root = plant({
    'kit/define.ts': same,
    'index.ts': same,
    'groq/provider.test.ts': same,
    'groq/index.ts': same,
    'mistral/provider.test.ts': same,
  })
  expect(findDuplicates(root).copies).toEqual([])
})

it('fails as a command on a copy', () => {
  const run = (root: string): number =>
    Bun.spawnSync([process.execPath, join(import.meta.dirname, '../check-duplicates.ts'), root]).exitCode
  expect(run(plant({ 'groq/index.ts': linesOf(12, 'x'), 'mistral/index.ts': linesOf(12, 'x') }))).toBe(1)
  expect(run(plant({ 'groq/index.ts': linesOf(12, 'x') }))).toBe(0)
})
