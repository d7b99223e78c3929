import { exitOnInterrupt } from './gates/children.ts'
import { root } from './gates/gates.ts'
import { checkEquivalents } from './mutate/check-equivalents.ts'
import { leaveOutEquivalents, readEquivalents } from './mutate/equivalent.ts'
import { judge } from './mutate/judge.ts'
import type { Mutant } from './mutate/mutant.ts'
import { readOptions, type Options } from './mutate/options.ts'
import { makePlan, type Plan } from './mutate/plan.ts'
import { renderMutant, renderResults, type Result } from './mutate/report.ts'
import { sample } from './mutate/sample.ts'
import { soundTests } from './mutate/sound-tests.ts'
import { testRuns } from './mutate/test-runs.ts'
import { copyTree } from './mutate/tree-copy.ts'

/** Plants the changes of one sample, each in turn, and tells what nothing noticed. */
const plantAll = async (plan: Plan, mutants: readonly Mutant[], options: Options): Promise<void> => {
  exitOnInterrupt()
  using copy = copyTree(root)
  const runsFor = ({ path, kind }: Mutant) => testRuns(plan.testsFor(path, kind), { path, near: options.near, more: options.more })
  const chosen = [...new Set(mutants.flatMap((mutant) => runsFor(mutant).flat()))].toSorted()
  console.log(`${mutants.length} changes, ${chosen.length} test files; first the tests as they are`)
  const sound = await soundTests(copy.root, chosen, options.limitMs * 4)
  for (const test of chosen) if (!sound.has(test)) console.log(`left out, since it fails as it is: ${test}`)
  const results: Result[] = []
  for (const mutant of mutants) {
    const runs = runsFor(mutant).map((tests) => tests.filter((test) => sound.has(test)))
    const result = await judge(mutant, { copy, runs, hasTypes: options.hasTypes, timeoutMs: options.limitMs })
    results.push(result)
    console.log(`${results.length}/${mutants.length} ${result.caughtBy ?? 'NOT NOTICED'}: ${mutant.area} ${renderMutant(mutant)}`)
  }
  console.log(renderResults(results))
}

const mutate = async (options: Options): Promise<void> => {
  const plan = makePlan(root, { hasBrowser: options.hasBrowser, environment: process.env })
  const wanted = leaveOutEquivalents(plan.mutants, readEquivalents(root)).filter(
    ({ area, path }) =>
      (options.area === undefined || area === options.area) && (options.file === undefined || path.includes(options.file)),
  )
  const mutants = sample(wanted, options)
  if (options.isList) for (const mutant of mutants) console.log(`${mutant.area} ${renderMutant(mutant)}`)
  else await plantAll(plan, mutants, options)
  if (plan.leftOut.length > 0)
    console.log(
      `${plan.leftOut.length} sources are left out: the whole product (--browser) or a database server (tools/with-servers.ts) alone runs them`,
    )
}

const options = readOptions(process.argv.slice(2))
const stale = checkEquivalents(root)
for (const line of stale) console.error(line)
if (stale.length > 0) process.exitCode = 1
else if (!options.isCheck) await mutate(options)
