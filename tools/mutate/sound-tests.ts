import { runTests, testCommand } from './run-tests.ts'
import { inRuns } from './test-runs.ts'

/** Those of the tests that pass before anything is planted: one that fails anyway would notice every change. */
export const soundTests = async (root: string, tests: readonly string[], timeoutMs: number): Promise<ReadonlySet<string>> => {
  const passes = async (chosen: readonly string[]): Promise<boolean> =>
    (await runTests({ root, argv: testCommand(chosen), timeoutMs })) === 'passed'
  const sound: string[] = []
  const examine = async (chosen: readonly string[]): Promise<void> => {
    if (chosen.length === 0) return
    if (await passes(chosen)) sound.push(...chosen)
    else if (chosen.length > 1) {
      const half = Math.ceil(chosen.length / 2)
      await examine(chosen.slice(0, half))
      await examine(chosen.slice(half))
    }
  }
  // One that fails among all of them would have half of them run again, and a quarter, and an eighth.
  for (const group of inRuns(tests)) await examine(group)
  return new Set(sound)
}
