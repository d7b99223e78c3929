import { expect, it } from 'bun:test'
import { findMentions } from './mentions.ts'

const FILES = new Set([
  'apps/a/src/one.ts',
  'apps/a/src/two.ts',
  'apps/a/src/fixtures/x.json',
  'packages/p/src/deep/it.ts',
  'docs/errors.md',
])
const FOLDERS = new Set(['', 'apps', 'apps/a', 'apps/a/src', 'apps/a/src/fixtures', 'packages', 'packages/p', 'docs'])
const names = { isFile: (path: string) => FILES.has(path), isFolder: (path: string) => FOLDERS.has(path) }

it.each<[source: string, files: readonly string[], folders: readonly string[]]>([
  ["import { two } from './two.ts'", ['apps/a/src/two.ts'], []],
  ["import type { Two } from './two.ts'", ['apps/a/src/two.ts'], []],
  ["await import('./two.ts')", ['apps/a/src/two.ts'], []],
  ["import raw from './two.ts?raw'", ['apps/a/src/two.ts'], []],
  ["import { it } from '@weir/p/deep/it'", ['packages/p/src/deep/it.ts'], []],
  ["readFileSync('docs/errors.md')", ['docs/errors.md'], []],
  ["new URL('../../../docs/errors.md', base)", ['docs/errors.md'], []],
  ["start('two.ts')", ['apps/a/src/two.ts'], []],
  ["readdirSync('./fixtures')", [], ['apps/a/src/fixtures']],
  ['read(`./fixtures/${name}.json`)', [], ['apps/a/src/fixtures']],
  ['read(`./fixtures/x-${name}.json`)', [], ['apps/a/src/fixtures']],
  ["new Bun.Glob('docs/**/*.md')", [], ['docs']],
  ['join(import.meta.dirname, name)', [], ['apps/a/src']],
  ["resolve(import.meta.dirname, '../../..')", [], ['', 'apps/a/src']],
  ["join(import.meta.dir, '..', '..')", [], ['', 'apps/a/src']],
  ['readdirSync(process.cwd())', [], ['']],
  ["path.split('/').includes('..')", [], []],
  ["call('/docs/errors.md', 'docs', 'apps', './missing.ts')", [], []],
  ["import { z } from 'zod'", [], []],
])('%s', (source, files, folders) => {
  const found = findMentions('apps/a/src/one.ts', source, names)
  expect({ files: found.files.toSorted(), folders: found.folders.toSorted() }).toEqual({ files: [...files], folders: [...folders] })
})
