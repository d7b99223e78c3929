import { buildConsole } from '../e2e/harness/console-build.ts'
import { root, runGates } from './gates/gates.ts'
import { openProgress } from './gates/progress.ts'
import { renderFailure, renderTable } from './gates/report.ts'
import type { Outcome } from './gates/run-command.ts'
import { runReported } from './gates/run-reported.ts'
import { runStep } from './gates/run-step.ts'
import { suites } from './gates/suites.ts'
import { renderSummary } from './gates/summary.ts'
import { startTestServers } from './test-servers/start.ts'

const mustHaveAll = process.env['CI'] === 'true'

using progress = openProgress()

const finish = (outcomes: readonly Outcome[], missing: readonly string[]): void => {
  const lacking = mustHaveAll ? missing : []
  console.log(renderTable(outcomes))
  if (!mustHaveAll) for (const line of missing) console.error(line)
  console.log(renderSummary(outcomes, lacking))
  process.exitCode = lacking.length === 0 && outcomes.every(({ isPassed }) => isPassed) ? 0 : 1
}

// The gates need no server: they run while packages are installed and databases made.
const [{ value: servers, outcome: start }, { outcome: build }, gates] = await Promise.all([
  runStep('start of the test servers', () => startTestServers(), progress),
  // Built once beforehand: two suites that both found it missing would build into each other's files.
  runStep('build of the console', buildConsole, progress),
  // The suite of the store runs all its tests, on SQLite too.
  runGates(progress, ['store']),
])
for (const step of [start, build]) if (!step.isPassed) console.error(renderFailure(step))
const prepared = [start, build, ...gates]
if (servers === undefined) finish(prepared, [])
else {
  try {
    const ran = build.isPassed ? await runReported(suites(servers.env), { root, width: 3, progress }) : []
    finish([...prepared, ...ran], servers.missing)
  } finally {
    await servers.stop()
  }
}
