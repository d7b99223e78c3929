import { buildConsole } from '../e2e/harness/console-build.ts'
import { root, runGates } from './gates/gates.ts'
import { openProgress } from './gates/progress.ts'
import { renderFailure, renderTable } from './gates/report.ts'
import type { Outcome } from './gates/run-command.ts'
import { runReported } from './gates/run-reported.ts'
import { runStep } from './gates/run-step.ts'
import { suites } from './gates/suites.ts'
import { renderSummary } from './gates/summary.ts'
import { startTestServers, type RunningTestServers } from './test-servers/start.ts'

const mustHaveAll = process.env['CI'] === 'true'

using progress = openProgress()

const runSuites = async ({ env }: RunningTestServers): Promise<readonly Outcome[]> => {
  const gates = await runGates(progress)
  // Built once beforehand: two suites that both found it missing would build into each other's files.
  const { outcome: build } = await runStep('build of the console', buildConsole, progress)
  if (build.isPassed) return [...gates, build, ...(await runReported(suites(env), { root, width: 3, progress }))]
  console.error(renderFailure(build))
  return [...gates, build]
}

const finish = (outcomes: readonly Outcome[], missing: readonly string[]): void => {
  const lacking = mustHaveAll ? missing : []
  console.log(renderTable(outcomes))
  if (!mustHaveAll) for (const line of missing) console.error(line)
  console.log(renderSummary(outcomes, lacking))
  process.exitCode = lacking.length === 0 && outcomes.every(({ isPassed }) => isPassed) ? 0 : 1
}

const { value: servers, outcome: start } = await runStep('start of the test servers', () => startTestServers(), progress)
if (servers === undefined) {
  console.error(renderFailure(start))
  finish([start], [])
} else {
  try {
    finish([start, ...(await runSuites(servers))], servers.missing)
  } finally {
    await servers.stop()
  }
}
