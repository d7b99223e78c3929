import { command, environmentWith, repository, type Environment } from './product.ts'

export interface Finished {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface Run {
  readonly cwd: string
  readonly env: Environment
  readonly input?: string
}

const PATIENCE_MS = 170_000

/** Runs a program to its end. */
export const runToEnd = async (argv: readonly string[], { cwd, env, input = '' }: Run): Promise<Finished> => {
  const child = Bun.spawn([...argv], {
    cwd,
    env,
    stdin: Buffer.from(input),
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  })
  const [stdout, stderr, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  return { code, stdout, stderr }
}

/** Runs a command of the product, or a start that is meant to fail, to its end. */
export const runWeir = (args: readonly string[], environment: Environment, input = ''): Promise<Finished> =>
  runToEnd([...command, ...args], { cwd: repository, env: environmentWith(environment), input })
