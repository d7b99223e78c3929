import { buildConsole } from '../e2e/harness/console-build.ts'
import { root, runGates } from './gates/gates.ts'
import { renderFailure, renderTable, sumCounts } from './gates/report.ts'
import { runAll, type Command } from './gates/run-command.ts'
import { startTestServers, type RunningTestServers } from './test-servers/start.ts'

const mustHaveAll = process.env['CI'] === 'true'

const test = (name: string, folders: readonly string[], env: Readonly<Record<string, string>>): Command => ({
  name,
  argv: [process.execPath, 'test', '--only-failures', '--timeout', '60000', ...folders],
  env,
})

/** The longest first. The first spends most of its time waiting for slow answers, so three at a time keep two cores busy. */
const suites = (env: Readonly<Record<string, string>>): readonly Command[] => [
  test('console when things go wrong', ['./e2e/console/quality'], env),
  test('console in the browser', ['./e2e/console/acceptance', './e2e/console/journeys', './e2e/console/first-steps.test.ts'], env),
  test('relay end to end', ['./e2e/relay', './e2e/start', './e2e/money', './e2e/sdk'], env),
  test('store on all databases', ['./packages/store'], env),
]

const runSuites = async ({ env, missing }: RunningTestServers): Promise<boolean> => {
  const gates = await runGates()
  // Built once beforehand: two suites that both found it missing would build into each other's files.
  await buildConsole()
  const outcomes = await runAll(suites(env), {
    root,
    width: 3,
    onDone: (outcome) => {
      if (!outcome.isPassed) console.error(renderFailure(outcome))
    },
  })
  console.log(renderTable(outcomes))
  for (const line of missing) console.error(line)
  const all = [...gates, ...outcomes]
  const lacking = mustHaveAll ? missing.length : 0
  const { passed, failed } = sumCounts(all)
  console.log(`${passed} passed, ${failed + lacking} failed`)
  return lacking === 0 && all.every(({ isPassed }) => isPassed)
}

const servers = await startTestServers()
try {
  process.exitCode = (await runSuites(servers)) ? 0 : 1
} finally {
  await servers.stop()
}
