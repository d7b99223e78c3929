import { root, runGates } from './gates/gates.ts'
import { renderFailure, renderTable, sumCounts } from './gates/report.ts'
import { runAll, type Command } from './gates/run-command.ts'
import { startTestServers, type RunningTestServers } from './test-servers/start.ts'

const mustHaveAll = process.env['CI'] === 'true'

const suites = (env: Readonly<Record<string, string>>): readonly Command[] => [
  { name: 'end to end', argv: [process.execPath, 'test', '--only-failures', '--timeout', '60000', './e2e'], env },
  { name: 'store on all databases', argv: [process.execPath, 'test', '--only-failures', '--timeout', '30000', './packages/store'], env },
]

const runSuites = async ({ env, missing }: RunningTestServers): Promise<boolean> => {
  const gates = await runGates()
  const outcomes = await runAll(suites(env), {
    root,
    width: 2,
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
