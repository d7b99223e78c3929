import { expect, it } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './gates.ts'
import { storeSuite, suites } from './suites.ts'

const commands = [storeSuite({}), ...suites({})]
const testsIn = (folder: string): readonly string[] => [...new Bun.Glob(`${folder}/**/*.test.ts`).scanSync(root)]
const files = [...testsIn('e2e'), ...testsIn('packages/store')].filter((file) => !file.includes('node_modules'))

it('names paths that exist', () => {
  const paths = commands.flatMap(({ argv }) => argv.filter((word) => word.startsWith('./')))
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('runs every test that needs servers or a browser exactly once', () => {
  const paths = commands.flatMap(({ argv }) => argv.filter((word) => word.startsWith('./')).map((word) => word.slice(2)))
  const runsOf = (file: string): number => paths.filter((path) => file === path || file.startsWith(`${path}/`)).length
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((file) => runsOf(file) !== 1)).toEqual([])
})
