import { command, environmentWith, repository, type Environment } from './product.ts'

export interface Finished {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const PATIENCE_MS = 55_000

/** Runs a command of the product, or a start that is meant to fail, to its end. */
export const runWeir = async (args: readonly string[], environment: Environment, input = ''): Promise<Finished> => {
  const child = Bun.spawn([...command, ...args], {
    cwd: repository,
    env: environmentWith(environment),
    stdin: Buffer.from(input),
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  })
  const [stdout, stderr, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  return { code, stdout, stderr }
}
