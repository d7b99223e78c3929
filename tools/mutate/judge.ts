import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apply, type Mutant } from './mutant.ts'
import type { Result } from './report.ts'
import { runTests, testCommand } from './run-tests.ts'
import type { TreeCopy } from './tree-copy.ts'

export interface JudgeOptions {
  readonly copy: TreeCopy
  /** Test files, those of one run together; a later run is asked only about what the earlier ones let pass. */
  readonly runs: readonly (readonly string[])[]
  readonly hasTypes: boolean
  readonly timeoutMs: number
}

const typesOf = (path: string): string => (path.startsWith('apps/console/') ? 'apps/console/tsconfig.json' : 'tsconfig.json')

/** Plants one change in the copy, runs what should notice it and takes it back. */
export const judge = async (mutant: Mutant, { copy, runs, hasTypes, timeoutMs }: JudgeOptions): Promise<Result> => {
  const original = readFileSync(join(copy.root, mutant.path), 'utf8')
  copy.write(mutant.path, apply(original, mutant))
  try {
    for (const tests of runs.filter(({ length }) => length > 0)) {
      const verdict = await runTests({ root: copy.root, argv: testCommand(tests), timeoutMs })
      if (verdict !== 'passed') return { mutant, caughtBy: verdict === 'failed' ? 'tests' : 'time' }
    }
    if (!hasTypes) return { mutant, caughtBy: undefined }
    const argv = [process.execPath, 'node_modules/.bin/tsc', '--noEmit', '-p', typesOf(mutant.path)] as const
    const verdict = await runTests({ root: copy.root, argv, timeoutMs })
    return { mutant, caughtBy: verdict === 'failed' ? 'types' : undefined }
  } finally {
    copy.write(mutant.path, original)
  }
}
