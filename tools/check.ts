import { exitOnInterrupt } from './gates/children.ts'
import { runGates } from './gates/gates.ts'
import { openProgress } from './gates/progress.ts'
import { renderTable } from './gates/report.ts'
import { renderSummary } from './gates/summary.ts'

exitOnInterrupt()
using progress = openProgress()
const outcomes = await runGates(progress)
console.log(renderTable(outcomes))
console.log(renderSummary(outcomes))
process.exitCode = outcomes.every(({ isPassed }) => isPassed) ? 0 : 1
