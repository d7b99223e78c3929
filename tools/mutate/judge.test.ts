import { afterEach, expect, it } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { judge } from './judge.ts'
import { makePlan } from './plan.ts'
import { soundTests } from './sound-tests.ts'
import { copyTree } from './tree-copy.ts'

afterEach(removePlanted)

const limit = 'packages/ledger/src/limit.ts'
const patient = { hasTypes: false, timeoutMs: 60_000 }

/** The test beside the file never meets the limit itself; the one of the server does, and imports the file by the name of its package. */
const plantProject = (): string => {
  const root = plantTree({
    [limit]: 'export const isBelow = (value: number): boolean => value < 10\n',
    'packages/ledger/src/limit.test.ts':
      "import { expect, it } from 'bun:test'\nimport { isBelow } from './limit.ts'\nit('a', () => expect([isBelow(3), isBelow(30)]).toEqual([true, false]))\n",
    'packages/ledger/package.json': '{ "name": "@weir/ledger", "type": "module", "exports": { "./*": "./src/*.ts" } }',
    'apps/console/src/app.css': 'a { color: #fff }',
    'apps/server/src/door.test.ts':
      "import { expect, it } from 'bun:test'\nimport { isBelow } from '@weir/ledger/limit'\nit('b', () => expect(isBelow(10)).toBe(false))\n",
    'apps/server/src/broken.test.ts':
      "import { it } from 'bun:test'\nimport '@weir/ledger/limit'\nit('c', () => { throw new Error('c') })\n",
    'apps/server/src/main.ts': 'export const port = 3000',
    'e2e/start/main.test.ts': '',
    'e2e/console/main.test.ts': '',
    'packages/store/src/dialect/mysql.ts': 'export const isOn = true',
    'data/secret.txt': '',
    'node_modules/zod/package.json': '{}',
  })
  mkdirSync(join(root, 'node_modules/@weir'))
  symlinkSync('../../packages/ledger', join(root, 'node_modules/@weir/ledger'))
  return root
}

const planted = (root: string, after: string) => {
  const mutant = makePlan(root, { hasBrowser: false, environment: {} }).mutants.find(
    (candidate) => candidate.path === limit && candidate.after === after,
  )
  if (mutant === undefined) throw new Error(`nothing becomes ${after}`)
  return mutant
}

const beside = 'packages/ledger/src/limit.test.ts'
const ofServer = 'apps/server/src/door.test.ts'

it('reports a survivor, and asks further tests before it does', async () => {
  const root = plantProject()
  using copy = copyTree(root)
  const boundary = planted(root, '<=')
  expect(await judge(boundary, { ...patient, copy, runs: [[beside], []] })).toEqual({ mutant: boundary, caughtBy: undefined })
  expect((await judge(boundary, { ...patient, copy, runs: [[beside], [ofServer]] })).caughtBy).toBe('tests')
}, 180_000)

it('catches what the nearest test notices, and leaves copy and original as they were', async () => {
  const root = plantProject()
  const source = readFileSync(join(root, limit), 'utf8')
  using copy = copyTree(root)
  expect((await judge(planted(root, '>='), { ...patient, copy, runs: [[beside]] })).caughtBy).toBe('tests')
  expect(readFileSync(join(root, limit), 'utf8')).toBe(source)
  expect(readFileSync(join(copy.root, limit), 'utf8')).toBe(source)
}, 180_000)

it('counts a test that never ends as one that noticed', async () => {
  const root = plantProject()
  using copy = copyTree(root)
  copy.write(beside, "import { it } from 'bun:test'\nit('a', () => { for (;;); })\n")
  expect((await judge(planted(root, '<='), { ...patient, copy, runs: [[beside]], timeoutMs: 1500 })).caughtBy).toBe('time')
}, 180_000)

it('leaves out tests that fail as they are', async () => {
  const root = plantProject()
  using copy = copyTree(root)
  const tests = ['apps/server/src/broken.test.ts', ofServer, beside]
  expect([...(await soundTests(copy.root, tests, 60_000))].toSorted()).toEqual([ofServer, beside])
}, 180_000)

it('plants styles only where a browser looks at them', () => {
  const root = plantProject()
  const stylesOf = (hasBrowser: boolean) =>
    makePlan(root, { hasBrowser, environment: {} }).mutants.filter(({ path }) => path.endsWith('.css'))
  expect(stylesOf(false)).toEqual([])
  expect(stylesOf(true).map(({ area, before, after }) => [area, before, after])).toEqual([['console', '#fff', '#ff00ff']])
})

it('asks the suites of the whole product about what no unit test runs', () => {
  const { testsFor, leftOut } = makePlan(plantProject(), { hasBrowser: true, environment: {} })
  expect(leftOut).not.toContain('apps/server/src/main.ts')
  expect(testsFor('apps/server/src/main.ts').at(-1)).toBe('e2e/start/main.test.ts')
  expect(testsFor('apps/console/src/app.css')).toEqual(['e2e/console/main.test.ts'])
})

it('asks the spelling of the project about changed words alone', () => {
  const root = plantProject()
  mkdirSync(join(root, 'tools/spelling'), { recursive: true })
  writeFileSync(join(root, 'tools/spelling/spelling.test.ts'), '')
  const { testsFor } = makePlan(root, { hasBrowser: false, environment: {} })
  expect(testsFor(limit, 'message').slice(0, 2)).toEqual([beside, 'tools/spelling/spelling.test.ts'])
  expect(testsFor(limit, 'boundary')).not.toContain('tools/spelling/spelling.test.ts')
})

it('plants where a server is needed only when there is one', () => {
  const root = plantProject()
  const plan = (environment: Readonly<Record<string, string>>) => makePlan(root, { hasBrowser: false, environment })
  const inMysql = (environment: Readonly<Record<string, string>>): boolean =>
    plan(environment).mutants.some(({ path }) => path === 'packages/store/src/dialect/mysql.ts')
  expect([inMysql({}), inMysql({ TEST_POSTGRES_URL: 'a' }), inMysql({ TEST_MYSQL_URL: 'a' })]).toEqual([false, false, true])
  expect(plan({}).leftOut).toEqual(['apps/server/src/main.ts', 'packages/store/src/dialect/mysql.ts'])
})

it('copies sources without data and takes the copy away', () => {
  const copy = copyTree(plantProject())
  expect([
    existsSync(join(copy.root, limit)),
    existsSync(join(copy.root, 'data')),
    existsSync(join(copy.root, 'node_modules/zod')),
  ]).toEqual([true, false, true])
  copy[Symbol.dispose]()
  expect(existsSync(copy.root)).toBe(false)
})
