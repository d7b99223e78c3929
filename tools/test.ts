import { buildConsole } from '../e2e/harness/console-build.ts'
import { join } from 'node:path'
import { root, runGates } from './gates/gates.ts'
import { bundleProgram } from './release/bundle.ts'
import { openProgress } from './gates/progress.ts'
import { renderFailure, renderTable } from './gates/report.ts'
import type { Outcome } from './gates/run-command.ts'
import { runReported } from './gates/run-reported.ts'
import { runStep } from './gates/run-step.ts'
import { storeSuite, suites } from './gates/suites.ts'
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

const bundle = join(root, 'node_modules/.cache/weir-bundle')

/** The suites start some hundred servers and commands: the bundle takes half the time to start that the sources take. */
const build = async (): Promise<void> => {
  await buildConsole()
  await bundleProgram(bundle)
}

const started = runStep('start of the test servers', () => startTestServers(), progress)

const testStore = async (): Promise<readonly Outcome[]> => {
  const { value } = await started
  return value === undefined ? [] : await runReported([storeSuite(value.env)], { root, width: 1, progress })
}
const stored = testStore()

// The gates need no server: they run while packages are installed and databases made.
const [{ value: servers, outcome: start }, { outcome: built }, gates] = await Promise.all([
  started,
  // Built once beforehand: two suites that both found it missing would build into each other's files.
  runStep('build of the console and the server', build, progress),
  runGates(progress, { scope: 'test' }),
])
for (const step of [start, built]) if (!step.isPassed) console.error(renderFailure(step))
const prepared = [start, built, ...gates]
if (servers === undefined) finish(prepared, [])
else {
  try {
    const ran = built.isPassed ? await runReported(suites({ ...servers.env, WEIR_BUNDLE: bundle }), { root, width: 3, progress }) : []
    finish([...prepared, ...(await stored), ...ran], servers.missing)
  } finally {
    await servers.stop()
  }
}
