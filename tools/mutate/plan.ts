import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { listSources } from '../source-files.ts'
import { areaOf } from './areas.ts'
import { findMutants, isPlanted, readEnumerations } from './find-mutants.ts'
import type { Kind, Mutant } from './mutant.ts'
import { nearestTests, reachingTests, readGraph } from './nearest-tests.ts'
import { isServed } from './server-sources.ts'

export interface Plan {
  readonly mutants: readonly Mutant[]
  readonly testsFor: (path: string, kind?: Kind) => readonly string[]
  /** Sources that only the whole product or a database server runs, when that was not asked for or is not there. */
  readonly leftOut: readonly string[]
}

export interface PlanOptions {
  readonly hasBrowser: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
}

const listStyles = (root: string): readonly string[] =>
  readdirSync(join(root, 'apps/console/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => `apps/console/src/${path}`)
    .toSorted()

const wordsOf = (path: string): readonly string[] =>
  path
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''))

/** The suites of the whole product import nothing of it: those that share the most words with the file's path come first. */
const productTests = (tests: readonly string[], path: string): readonly string[] => {
  const isOfConsole = areaOf(path) === 'console'
  const words = new Set(wordsOf(path.replace(/^apps\/\w+\/src\//, '')))
  return tests
    .filter((test) => test.startsWith('e2e/') && test.startsWith('e2e/console/') === isOfConsole)
    .map((test) => ({ test, shared: wordsOf(test).filter((word) => words.has(word)).length }))
    .toSorted((a, b) => b.shared - a.shared || a.test.localeCompare(b.test))
    .map(({ test }) => test)
}

/** Reads the words of every source and imports none, so that no import leads to it. */
const spelling = 'tools/spelling/spelling.test.ts'
const wordKinds: ReadonlySet<Kind | undefined> = new Set(['message', 'text'])

/** The apps have parts that only run as a whole: components in a browser, and what puts the server together. */
const isOfApp = (path: string): boolean => path.startsWith('apps/')

/** Everything that can be planted below `root`, and the tests that should notice it. */
export const makePlan = (root: string, { hasBrowser, environment }: PlanOptions): Plan => {
  const sources = listSources(root, ['packages', 'apps', 'e2e', 'tools']).map(
    (path) => [path, readFileSync(join(root, path), 'utf8')] as const,
  )
  const graph = readGraph(sources)
  const enumerations = readEnumerations(root)
  const testsFor = (path: string, kind?: Kind): readonly string[] => {
    const near = nearestTests(graph, path).filter((test) => !test.startsWith('e2e/'))
    const unit = wordKinds.has(kind) && graph.tests.includes(spelling) ? near.toSpliced(1, 0, spelling) : near
    return hasBrowser && isOfApp(path) ? [...unit, ...productTests(graph.tests, path)] : unit
  }
  const planted = sources.map(([path]) => path).filter(isPlanted)
  const isOutOfReach = (path: string): boolean => {
    if (!isServed(path, environment)) return true
    return isOfApp(path) && !hasBrowser && reachingTests(graph, path).length === 0
  }
  const leftOut = planted.filter(isOutOfReach)
  const paths = [...planted.filter((path) => !leftOut.includes(path)), ...(hasBrowser ? listStyles(root) : [])]
  return { mutants: paths.flatMap((path) => findMutants(root, path, enumerations)), testsFor, leftOut }
}
