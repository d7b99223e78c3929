import { expect, it } from 'bun:test'
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { freePort } from '../../tools/test-servers/process.ts'
import { ensureConsoleBuilt } from '../harness/console-build.ts'
import { environmentWith, repository, temporaryFolder } from '../harness/product.ts'

/** Ctrl-C in a terminal reaches npm, its shell and the product at once. */
it('npm start ends with 0 when it is interrupted from the terminal', async () => {
  await ensureConsoleBuilt()
  const dataDir = temporaryFolder()
  const env = environmentWith({ PORT: String(await freePort()), DATA_DIR: dataDir })
  const child = spawn('npm', ['start'], { cwd: repository, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  try {
    for await (const words of child.stdout) if (String(words).includes('  data ')) break
    process.kill(-(child.pid ?? 0), 'SIGINT')
    expect(await ended).toEqual({ code: 0, signal: null })
  } finally {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})
