import { runGates } from './gates/gates.ts'
import { sumCounts } from './gates/report.ts'

const outcomes = await runGates()
const { passed, failed } = sumCounts(outcomes)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = outcomes.every(({ isPassed }) => isPassed) ? 0 : 1
