import { posix } from 'node:path'
import { ownPath } from '../imports/own-path.ts'
import { findReferences } from '../imports/references.ts'

export interface ImportGraph {
  /** The files that import a file, types left out. */
  readonly importersOf: (path: string) => readonly string[]
  readonly tests: readonly string[]
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

/** Unit tests have no browser: a component or a hook that a test reaches is loaded, not run, and leads no further. */
const isRunByBrowser = (path: string): boolean => path.startsWith('apps/console/') && !isTest(path) && /\.tsx$|\/use-[\w-]+\.ts$/.test(path)

/** An import may name a style sheet, which is no source but a node of the graph. */
export const readGraph = (sources: Iterable<readonly [string, string]>): ImportGraph => {
  const importers = new Map<string, string[]>()
  const tests: string[] = []
  for (const [path, source] of sources) {
    if (isTest(path)) tests.push(path)
    if (isRunByBrowser(path)) continue
    for (const { specifier, isTypeOnly } of findReferences(source, path).imports) {
      const target = specifier === undefined || isTypeOnly ? undefined : ownPath(path, specifier)
      if (target === undefined || (isRunByBrowser(target) && !isTest(path))) continue
      const known = importers.get(target)
      if (known === undefined) importers.set(target, [path])
      else known.push(path)
    }
  }
  return { importersOf: (path) => importers.get(path) ?? [], tests }
}

/** How many folders from the root two paths have in common. */
const sharedFolders = (a: string, b: string): number => {
  const others = b.split('/').slice(0, -1)
  const folders = a.split('/').slice(0, -1)
  const parting = folders.findIndex((folder, at) => folder !== others[at])
  return parting === -1 ? folders.length : parting
}

export const workspaceOf = (path: string): string => path.split('/').slice(0, 2).join('/')

/** The number of imports between the file and each that leads to it. */
const distancesFrom = (graph: ImportGraph, path: string): ReadonlyMap<string, number> => {
  const distances = new Map([[path, 0]])
  const waiting = [path]
  for (const file of waiting) {
    for (const importer of graph.importersOf(file)) {
      if (distances.has(importer)) continue
      distances.set(importer, (distances.get(file) ?? 0) + 1)
      waiting.push(importer)
    }
  }
  return distances
}

/** Unit tests that run the file, in no order. */
export const reachingTests = (graph: ImportGraph, path: string): readonly string[] => {
  const distances = distancesFrom(graph, path)
  return graph.tests.filter((test) => distances.has(test) && !test.startsWith('e2e/'))
}

/**
 * Tests that could notice a change of the file, the nearest first: the test beside it, then by the number of imports between, those of
 * its own workspace before others and of equals the one in the nearest folder; at last those in its folder that reach it by no import.
 */
export const nearestTests = (graph: ImportGraph, path: string): readonly string[] => {
  const distances = distancesFrom(graph, path)
  const beside = path.replace(/\.tsx?$/, '.test.ts')
  const rank = (test: string): number => {
    if (test === beside) return 0
    const distance = distances.get(test) ?? 1000
    return workspaceOf(test) === workspaceOf(path) ? distance : distance + 100
  }
  const folder = posix.dirname(path)
  return graph.tests
    .filter((test) => distances.has(test) || posix.dirname(test) === folder)
    .map((test) => ({ test, rank: rank(test), shared: sharedFolders(path, test) }))
    .toSorted((a, b) => a.rank - b.rank || b.shared - a.shared || a.test.localeCompare(b.test))
    .map(({ test }) => test)
}
