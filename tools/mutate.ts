import { exitOnInterrupt } from './gates/children.ts'
import { root } from './gates/gates.ts'
import { checkEquivalents } from './mutate/check-equivalents.ts'
import { leaveOutEquivalents, readEquivalents } from './mutate/equivalent.ts'
import { judge } from './mutate/judge.ts'
import type { Mutant } from './mutate/mutant.ts'
import { readOptions } from './mutate/options.ts'
import { makePlan } from './mutate/plan.ts'
import { renderMutant, renderResults, type Result } from './mutate/report.ts'
import { sample } from './mutate/sample.ts'
import { soundTests } from './mutate/sound-tests.ts'
import { testRuns } from './mutate/test-runs.ts'
import { copyTree } from './mutate/tree-copy.ts'

const timeoutMs = 150_000

const options = readOptions(process.argv.slice(2))
const stale = checkEquivalents(root)
if (stale.length > 0) throw new Error(stale.join('\n'))
const plan = makePlan(root, { hasBrowser: options.hasBrowser, environment: process.env })
const plantable = leaveOutEquivalents(plan.mutants, readEquivalents(root))
const wanted = plantable.filter(
  ({ area, path }) => (options.area === undefined || area === options.area) && (options.file === undefined || path.includes(options.file)),
)
const mutants = sample(wanted, options)

const run = async (): Promise<void> => {
  exitOnInterrupt()
  using copy = copyTree(root)
  const runsFor = ({ path, kind }: Mutant) => testRuns(plan.testsFor(path, kind), { path, near: options.near, more: options.more })
  const chosen = [...new Set(mutants.flatMap((mutant) => runsFor(mutant).flat()))].toSorted()
  console.log(`${mutants.length} of ${wanted.length} changes, ${chosen.length} test files; first the tests as they are`)
  const sound = await soundTests(copy.root, chosen, timeoutMs * 4)
  for (const test of chosen) if (!sound.has(test)) console.log(`left out, since it fails as it is: ${test}`)
  const results: Result[] = []
  for (const mutant of mutants) {
    const runs = runsFor(mutant).map((tests) => tests.filter((test) => sound.has(test)))
    const result = await judge(mutant, { copy, runs, hasTypes: options.hasTypes, timeoutMs })
    results.push(result)
    console.log(`${results.length}/${mutants.length} ${result.caughtBy ?? 'NOT NOTICED'}: ${mutant.area} ${renderMutant(mutant)}`)
  }
  console.log(renderResults(results))
}

if (options.isList) for (const mutant of mutants) console.log(`${mutant.area} ${renderMutant(mutant)}`)
else await run()
if (plan.leftOut.length > 0)
  console.log(
    `${plan.leftOut.length} sources are left out: the whole product (--browser) or a database server (tools/with-servers.ts) alone runs them`,
  )
