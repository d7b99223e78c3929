import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listSources } from '../source-files.ts'
import { acceptanceFolders } from './folders.ts'
import { codeOf, groups } from './statements.ts'

const root = resolve(import.meta.dirname, '../..')

test('every statement is named by a test that is counted, and no test names an unknown one', () => {
  const folders = Object.values(acceptanceFolders).flat()
  const isCounted = (path: string) => path.includes('.test.') && folders.some((folder) => path.startsWith(`${folder}/`))
  const tests = listSources(root, ['packages', 'apps', 'e2e']).filter(isCounted)
  const named = new Set(tests.flatMap((path) => readFileSync(join(root, path), 'utf8').match(/C-\d{3}/g) ?? []))
  const known = groups.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => codeOf(from + at)))
  expect([...named].toSorted()).toEqual(known)
})
