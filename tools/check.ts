import { exitOnInterrupt } from './gates/children.ts'
import { runGates } from './gates/gates.ts'
import { sumCounts } from './gates/report.ts'

exitOnInterrupt()
const outcomes = await runGates()
const { passed, failed } = sumCounts(outcomes)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = outcomes.every(({ isPassed }) => isPassed) ? 0 : 1
