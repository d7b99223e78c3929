import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { Passed } from '../unchanged/passed.ts'
import type { Progress } from './progress.ts'
import type { Command, Outcome } from './run-command.ts'
import { runReported } from './run-reported.ts'
import { shorten, type Gate } from './shorten.ts'

export const root = resolve(import.meta.dirname, '../..')

const tool = (name: string): string => join(root, 'node_modules/.bin', name)

/** The small tests run without servers, even where their addresses are set. */
const withoutServers = { TEST_POSTGRES_URL: undefined, TEST_MYSQL_URL: undefined, TEST_REDIS_URL: undefined }

/** Patient: a loaded machine is no failure. */
const test = [process.execPath, 'test', '--only-failures', '--timeout', '180000'] as const

/** What has not changed since the last run is not looked at again. */
const types = (project: string, name: string): Command['argv'] => {
  const kept = join(root, `node_modules/.cache/types-${name}.tsbuildinfo`)
  return [tool('tsc'), '--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', kept]
}

/** A file is its own pattern. */
const ignoring = (leftOut: readonly string[]): readonly string[] =>
  leftOut.flatMap((path) => ['--path-ignore-patterns', path.endsWith('.ts') ? path.slice(2) : `${path.slice(2)}/**`])

const testsIn = (name: string, folders: readonly string[], leftOut: readonly string[]): Gate => ({
  name,
  argv: [...test, ...ignoring(leftOut), ...folders],
  env: withoutServers,
  files: {
    kind: 'ofProgram',
    isMember: (path) => /\.test\.tsx?$/.test(path) && folders.some((folder) => `./${path}`.startsWith(`${folder}/`)),
    argvFor: (paths) => [...test, ...paths.map((path) => `./${path}`)],
  },
})

const lint: Gate = {
  name: 'lint',
  argv: [tool('oxlint')],
  files: {
    kind: 'ofTypes',
    isMember: (path) => /\.[cm]?[jt]sx?$/.test(path),
    // The linter leaves out what its settings tell it to, be it all that is named.
    argvFor: (paths) => [tool('oxlint'), '--no-error-on-unmatched-pattern', ...paths],
  },
}

/** The longest first, so that the short ones fill the gaps. */
const gates = (leftOut: readonly string[]): readonly Gate[] => [
  testsIn('tests of the packages', ['./packages', './tools'], leftOut),
  testsIn('tests of the apps', ['./apps'], leftOut),
  { name: 'dead code', argv: [tool('knip'), '--no-progress', '--no-config-hints'] },
  lint,
  { name: 'types', argv: types('tsconfig.json', 'server') },
  { name: 'types of the console', argv: types('apps/console/tsconfig.json', 'console') },
  { name: 'types of the site', argv: types('tools/site/browser', 'site') },
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
  /** Tests that run elsewhere: folders and files, from the root. */
  readonly leftOut?: readonly string[]
  /** Without it everything is looked at. */
  readonly passed?: Passed | undefined
}

/** Runs every gate and tells how it goes. */
export const runGates = async (progress: Progress, { leftOut = [], passed }: GateOptions = {}): Promise<readonly Outcome[]> => {
  const { commands, unchanged, keep } = shorten(gates(leftOut), passed)
  const outcomes = await runReported(commands, { root, width: Math.min(4, Math.max(2, availableParallelism())), progress })
  keep(outcomes)
  return [...outcomes, ...unchanged]
}
