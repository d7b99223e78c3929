import { afterAll, describe, expect, it } from 'bun:test'
import { rmSync } from 'node:fs'
import { eventually } from '../../tools/testing/eventually.ts'
import { command, environmentWith, repository, temporaryFolder } from '../harness/product.ts'
import { freePort } from '../../tools/test-servers/process.ts'

const dataDir = temporaryFolder()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('a server whose output nobody reads', () => {
  it('serves all the same, and ends without a complaint', async () => {
    const port = await freePort()
    const child = Bun.spawn([...command], {
      cwd: repository,
      env: environmentWith({ DATA_DIR: dataDir, PORT: String(port) }),
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    await child.stdout.cancel()
    const stderr = new Response(child.stderr).text()
    const url = `http://127.0.0.1:${port}/healthz`
    await eventually('an answer', async () => ((await fetch(url).catch(() => undefined))?.ok ? true : undefined))
    child.kill('SIGTERM')
    expect([await child.exited, await stderr]).toEqual([0, ''])
  })
})
