import { exitOnInterrupt } from './gates/children.ts'
import { join } from 'node:path'
import { root, runGates } from './gates/gates.ts'
import { openProgress } from './gates/progress.ts'
import { renderTable } from './gates/report.ts'
import { renderSummary } from './gates/summary.ts'
import { openPassed } from './unchanged/passed.ts'

exitOnInterrupt()
using progress = openProgress()
// `npm run check -- --all` looks at everything, and so does whoever judges a change for others.
const isWhole = process.argv.includes('--all') || process.env['CI'] === 'true'
const passed = isWhole ? undefined : openPassed(root, join(root, 'node_modules/.cache/passed.json'))
const outcomes = await runGates(progress, { scope: 'check', passed })
console.log(renderTable(outcomes))
console.log(renderSummary(outcomes))
process.exitCode = outcomes.every(({ isPassed }) => isPassed) ? 0 : 1
