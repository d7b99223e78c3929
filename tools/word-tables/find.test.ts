import { expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTestFile } from '../imports/layers.ts'
import { listSources } from '../source-files.ts'
import { findPlainTables } from './find.ts'

const root = join(import.meta.dir, '..', '..')

it.each([
  ["const WORDS: Readonly<Record<string, string>> = { a: 'b' }\nexport const wordOf = (word: string) => WORDS[word]", ['WORDS']],
  ["export const WORDS: Readonly<Record<string, 'b'>> = {\n  a: 'b',\n}\nWORDS[wordOf(1)]", ['WORDS']],
  ["const WORDS: Readonly<Record<string, string>> = { a: 'b' }\nWORDS['a']", []],
  ["const WORDS: Readonly<Record<string, string>> = { a: 'b' }\nObject.hasOwn(WORDS, word) ? WORDS[word] : ''", []],
  ["const WORDS: Readonly<Record<Kind, string>> = { a: 'b' }\nWORDS[kind]", []],
  ["const WORDS = wordTable<string>({ a: 'b' })\nWORDS[word]", []],
])('in %j finds %j', (text, found) => {
  expect(findPlainTables(text)).toEqual(found)
})

it('tables of the server know no words but their own: make them with wordTable', () => {
  const sources = listSources(root, ['packages', 'apps']).filter((path) => !path.startsWith('apps/console/') && !isTestFile(path))
  expect(sources.length).toBeGreaterThan(1000)
  expect(sources.flatMap((path) => findPlainTables(readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`))).toEqual([])
})
