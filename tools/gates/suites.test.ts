import { expect, it } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listSources, sourceFolders } from '../source-files.ts'
import { gatesOf, root } from './gates.ts'
import { largeTests } from './left-out.ts'
import type { Command } from './run-command.ts'
import { storeSuite, suites } from './suites.ts'

const files = listSources(root, sourceFolders).filter((path) => /\.test\.tsx?$/.test(path))

const placesOf = ({ argv }: Command): readonly string[] => argv.filter((word) => word.startsWith('./')).map((word) => word.slice(2))

const isRunBy = (file: string, command: Command): boolean => {
  const ignored = command.argv.filter((_, at) => command.argv[at - 1] === '--path-ignore-patterns')
  const isNamed = placesOf(command).some((place) => file === place || file.startsWith(`${place}/`))
  return isNamed && !ignored.some((pattern) => new Bun.Glob(pattern).match(file))
}

const ofTest = [...gatesOf('test'), storeSuite({}), ...suites({})]
const runsOf = (file: string, commands: readonly Command[]): number => commands.filter((command) => isRunBy(file, command)).length

it('names paths that exist', () => {
  const paths = [...ofTest.flatMap(placesOf), ...largeTests]
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('runs every test file exactly once with npm test', () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(files.filter((file) => runsOf(file, ofTest) !== 1)).toEqual([])
})

it('leaves the large tests of packages, tools and apps out of npm run check, and no others', () => {
  const small = files.filter((file) => !file.startsWith('e2e/') && !largeTests.some((path) => path === `./${file}`))
  expect(files.filter((file) => runsOf(file, gatesOf('check')) === 1)).toEqual(small)
})

it('looks at the same files where only what has changed is run', () => {
  const chosen = gatesOf('check').flatMap((gate) => (gate.files?.kind === 'ofProgram' ? [gate.files.isMember] : []))
  const whole = files.filter((file) => runsOf(file, gatesOf('check')) === 1)
  expect(files.filter((file) => chosen.some((isMember) => isMember(file)))).toEqual(whole)
})
