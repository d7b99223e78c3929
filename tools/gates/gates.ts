import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { largeTests, onAllDatabases } from './left-out.ts'
import type { Passed } from '../unchanged/passed.ts'
import type { Progress } from './progress.ts'
import type { Outcome } from './run-command.ts'
import { runReported } from './run-reported.ts'
import { shorten, type Gate } from './shorten.ts'

export const root = resolve(import.meta.dirname, '../..')

const tool = (name: string): string => join(root, 'node_modules/.bin', name)

/** The small tests run without servers, even where their addresses are set. */
const withoutServers = { TEST_POSTGRES_URL: undefined, TEST_MYSQL_URL: undefined, TEST_REDIS_URL: undefined }

/** Whoever runs the gates. */
export type Scope = 'check' | 'test'

const leftOutOf: Readonly<Record<Scope, readonly string[]>> = { check: largeTests, test: onAllDatabases }

/** Patient: a loaded machine is no failure. */
const test = [process.execPath, 'test', '--only-failures', '--timeout', '180000'] as const

/** Compiler and linter end before their memory is worth tidying up, which takes a quarter of their time; beyond the limit it is done. */
const untidy = { GOGC: 'off', GOMEMLIMIT: '3GiB' }

/** What has not changed since the last run is not looked at again. One checker: each further one looks at what they share anew. */
const types = (name: string, project: string, kept: string): Gate => {
  const incremental = ['--incremental', '--tsBuildInfoFile', join(root, `node_modules/.cache/types-${kept}.tsbuildinfo`)]
  return { name, argv: [tool('tsc'), '--noEmit', '-p', project, '--checkers', '1', ...incremental], env: untidy }
}

/** A file is its own pattern. */
const ignoring = (leftOut: readonly string[]): readonly string[] =>
  leftOut.flatMap((path) => ['--path-ignore-patterns', path.endsWith('.ts') ? path.slice(2) : `${path.slice(2)}/**`])

/** `path` from the root, `places` with a dot before. */
const standsIn = (path: string, places: readonly string[]): boolean =>
  places.some((place) => `./${path}` === place || `./${path}`.startsWith(`${place}/`))

const testsIn = (name: string, folders: readonly string[], leftOut: readonly string[]): Gate => ({
  name,
  argv: [...test, ...ignoring(leftOut), ...folders],
  env: withoutServers,
  files: {
    kind: 'ofProgram',
    isMember: (path) => /\.test\.tsx?$/.test(path) && standsIn(path, folders) && !standsIn(path, leftOut),
    argvFor: (paths) => [...test, ...paths.map((path) => `./${path}`)],
  },
})

const lint: Gate = {
  name: 'lint',
  argv: [tool('oxlint')],
  env: untidy,
  files: {
    kind: 'ofTypes',
    isMember: (path) => /\.[cm]?[jt]sx?$/.test(path),
    // The linter leaves out what its settings tell it to, be it all that is named.
    argvFor: (paths) => [tool('oxlint'), '--no-error-on-unmatched-pattern', ...paths],
  },
}

/** The longest first, so that the short ones fill the gaps. */
export const gatesOf = (scope: Scope): readonly Gate[] => [
  testsIn('tests of the packages', ['./packages', './tools'], leftOutOf[scope]),
  testsIn('tests of the apps', ['./apps'], leftOutOf[scope]),
  { name: 'dead code', argv: [tool('knip'), '--no-progress', '--no-config-hints'] },
  lint,
  types('types', 'tsconfig.json', 'server'),
  types('types of the console', 'apps/console/tsconfig.json', 'console'),
  types('types of the site', 'tools/site/browser', 'site'),
  { name: 'format', argv: [tool('oxfmt'), '--check'] },
  { name: 'documentation site', argv: [process.execPath, 'tools/site.ts', '--check'] },
  { name: 'imports', argv: [process.execPath, 'tools/check-imports.ts'] },
  { name: 'folders', argv: [process.execPath, 'tools/check-folders.ts'] },
  { name: 'duplicates', argv: [process.execPath, 'tools/check-duplicates.ts'] },
  { name: 'statements', argv: [process.execPath, 'tools/check-statements.ts'] },
  { name: 'waits in tests', argv: [process.execPath, 'tools/check-waits.ts'] },
  { name: 'idle tests', argv: [process.execPath, 'tools/check-idle-tests.ts'] },
  { name: 'equivalent changes', argv: [process.execPath, 'tools/mutate.ts', '--check'] },
]

interface GateOptions {
  readonly scope: Scope
  /** Without it everything is looked at. */
  readonly passed?: Passed | undefined
}

/** Runs every gate and tells how it goes. */
export const runGates = async (progress: Progress, { scope, passed }: GateOptions): Promise<readonly Outcome[]> => {
  const { commands, unchanged, keep } = shorten(gatesOf(scope), passed)
  const outcomes = await runReported(commands, { root, width: Math.min(4, Math.max(2, availableParallelism())), progress })
  keep(outcomes)
  return [...outcomes, ...unchanged]
}
