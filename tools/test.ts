import { buildConsole } from '../e2e/harness/console-build.ts'
import { root, runGates } from './gates/gates.ts'
import { renderFailure, renderTable, sumCounts } from './gates/report.ts'
import { runAll } from './gates/run-command.ts'
import { suites } from './gates/suites.ts'
import { startTestServers, type RunningTestServers } from './test-servers/start.ts'

const mustHaveAll = process.env['CI'] === 'true'

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
