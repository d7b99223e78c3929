import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test-servers/process.ts'

const PATIENCE_MS = 60_000

/** Starts the executable on a new data folder and ends it as soon as it is ready. */
export const startMs = async (executable: string): Promise<number> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-start-'))
  const env = { HOST: '127.0.0.1', PORT: String(await freePort()), DATA_DIR: dataDir }
  const startedAt = performance.now()
  const child = Bun.spawn([executable], { cwd: dataDir, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe', timeout: PATIENCE_MS })
  try {
    let printed = ''
    for await (const chunk of child.stdout) {
      printed += Buffer.from(chunk).toString()
      if (printed.includes('is ready at')) return performance.now() - startedAt
    }
    throw new Error(`${executable} did not start:\n${printed}${await new Response(child.stderr).text()}`)
  } finally {
    child.kill()
    await child.exited
    rmSync(dataDir, { recursive: true, force: true })
  }
}
