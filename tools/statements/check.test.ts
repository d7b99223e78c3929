import { afterEach, expect, it } from 'bun:test'
import { join } from 'node:path'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { checkStatements } from './check.ts'

afterEach(removePlanted)

const acceptance = '# Console\n\n## G01 formats\n\n- C-001 One.\n- C-002^ Two.\n'
const security =
  '## AN: sign-in\n\n| Id | Given |\n|---|---|\n| AN-01 | a |\n| AN-03 | b |\n\n## Departures\n\n| Id | Why |\n|---|---|\n| AN-01 | c |\n'
const screens = 'e2e/console/acceptance/g01.test.ts'
const server = 'apps/server/src/a.test.ts'

const sound = {
  'docs/acceptance.md': acceptance,
  'docs/security-tests.md': security,
  [screens]: "it.each([['C-001, C-002 prints %s', 1]])('%s', () => {})",
  [server]: "it(`AN-03 refuses ${what}`, () => {}) // AN-77\nconst text = 'UTF-8, port P-8080, RFC-10 and XX-12 are no ids'",
}

const found = (files: Readonly<Record<string, string>>): readonly string[] => checkStatements(plantTree({ ...sound, ...files }))

it('finds nothing where documents and titles agree', () => {
  expect(found({})).toEqual([])
})

it('reports an id in a title that stands in no document, with its line', () => {
  expect(found({ [server]: "it('AN-03 holds', run)\nit('XX-12 holds', run)\nit('so does AN-99', run)\nit('C-003 too', run)" })).toEqual([
    `${server}:2: XX-12 stands in no document`,
    `${server}:3: AN-99 stands in no document`,
    `${server}:4: C-003 stands in no document`,
  ])
})

it('reports a statement that no test names, and takes a comment for none', () => {
  expect(found({ [server]: "// AN-03\nit('holds', run)", [screens]: "it('C-001 prints', run)" })).toEqual([
    'docs/acceptance.md: no test names C-002',
    'docs/security-tests.md: no test names AN-03',
  ])
})

it('counts a statement of the console only where npm run acceptance looks', () => {
  expect(found({ [screens]: "it('C-001 prints', run)", [server]: "it('AN-03 C-002 prints', run)" })).toEqual([
    'docs/acceptance.md: no test names C-002',
  ])
})

it('reports statements that stand twice and departures from nothing', () => {
  const twice = { 'docs/acceptance.md': `${acceptance}- C-002 Again.\n`, 'docs/security-tests.md': `${security}| AN-44 | d |\n` }
  expect(found(twice)).toEqual([
    'docs/acceptance.md: C-002 stands there twice',
    'docs/security-tests.md: AN-44 is a departure from no statement',
  ])
})

it('fails as a command on an unknown id', () => {
  const run = (root: string): number =>
    Bun.spawnSync([process.execPath, join(import.meta.dirname, '../check-statements.ts'), root]).exitCode
  expect(run(plantTree(sound))).toBe(0)
  expect(run(plantTree({ ...sound, [server]: "it('AN-03 AN-04 holds', run)" }))).toBe(1)
})
