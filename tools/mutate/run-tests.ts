import { spawn } from 'node:child_process'

export type Verdict = 'passed' | 'failed' | 'timed out'

export interface TestRun {
  readonly root: string
  readonly argv: readonly [string, ...string[]]
  readonly timeoutMs: number
}

const endGroup = (pid: number): void => {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of its processes have ended.
  }
}

/** Runs a command in a process group of its own: a change may leave servers behind, and loops that never end. */
export const runTests = ({ root, argv: [program, ...args], timeoutMs }: TestRun): Promise<Verdict> => {
  const { promise, resolve, reject } = Promise.withResolvers<Verdict>()
  const child = spawn(program, args, {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, NO_COLOR: '1' },
  })
  const { pid } = child
  if (pid === undefined) {
    child.once('error', reject)
    return promise
  }
  const end = (): void => endGroup(pid)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, timeoutMs)
  process.once('exit', end)
  child.once('exit', (code) => {
    clearTimeout(timer)
    process.off('exit', end)
    end()
    if (isLate) resolve('timed out')
    else resolve(code === 0 ? 'passed' : 'failed')
  })
  return promise
}

/** One file fails, one is enough. */
export const testCommand = (tests: readonly string[]): readonly [string, ...string[]] => [
  process.execPath,
  'test',
  '--bail',
  '--timeout',
  '60000',
  ...tests.map((test) => `./${test}`),
]
