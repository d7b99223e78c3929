import { join } from 'node:path'
import { root } from './gates.ts'
import { onAllDatabases } from './left-out.ts'
import type { Command } from './run-command.ts'

const test = (name: string, paths: readonly string[], env: Readonly<Record<string, string>>): Command => ({
  name,
  argv: [process.execPath, 'test', '--only-failures', '--timeout', '180000', ...paths],
  env,
})

/** One browser for all of its files: another start of it takes as long as two of their tests. */
const browse = (name: string, paths: readonly string[], env: Readonly<Record<string, string>>): Command =>
  test(name, ['--preload', './e2e/harness/keep-browser.ts', ...paths], env)

const statements = (first: string, last: string): readonly string[] =>
  [...new Bun.Glob('g*.test.ts').scanSync(join(root, 'e2e/console/acceptance'))]
    .filter((name) => name >= first && name < last)
    .map((name) => `./e2e/console/acceptance/${name}`)

/** Asks a database and waits for it, a hundred thousand times: long, and little work, so that it runs beside everything else. */
export const storeSuite = (env: Readonly<Record<string, string>>): Command => test('store on all databases', onAllDatabases, env)

/** The longest first, so that both cores have work until the end. Three at a time keep them busy. */
export const suites = (env: Readonly<Record<string, string>>): readonly Command[] => [
  test('starts, ends and money', ['./e2e/start', './e2e/money', './e2e/upgrade'], env),
  browse('console when things go wrong', ['./e2e/console/quality'], env),
  browse('console, from tokens to the server', statements('g13', 'g99'), env),
  browse('console, from storage to the channel form', statements('g00', 'g13'), env),
  browse(
    'console against the real server',
    ['./e2e/console/journeys', './e2e/console/first-steps.test.ts', './e2e/console/first-run.test.ts'],
    env,
  ),
  test('relay end to end', ['./e2e/relay', './e2e/nodes'], env),
  test('official clients and documents', ['./e2e/sdk', './e2e/vendor-types', './e2e/clients', './e2e/documents'], env),
  test('an upstream that lies', ['./e2e/hostile-upstream', './e2e/hostile-realtime'], env),
  test('callers that mean harm', ['./e2e/hostile-caller'], env),
]
