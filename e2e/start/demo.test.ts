import { afterAll, expect, it } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { LogType } from '@weir/contract/log'
import { ApiClient } from '../harness/api-client.ts'
import { ensureConsoleBuilt } from '../harness/console-build.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { command, environmentWith, repository, temporaryFolder } from '../harness/product.ts'
import { freePort } from '../../tools/test-servers/process.ts'
import { runWeir } from '../harness/run-weir.ts'
import { ownLogs } from '../harness/stand.ts'

const dataDir = temporaryFolder()

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('serves a month of made-up use and prints a request that works as it stands', async () => {
  await ensureConsoleBuilt()
  const port = await freePort()
  const env = environmentWith({ DATA_DIR: dataDir, PORT: String(port) })
  const server = Bun.spawn([...command, 'demo'], { cwd: repository, env, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
  try {
    let printed = ''
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of server.stdout) printed += decoder.decode(chunk, { stream: true })
    })()
    const line = await eventually('the request to try', () => /^curl .*$/m.exec(printed)?.[0])
    const shell = Bun.spawn(['sh', '-c', `${line} --silent`], { stdout: 'pipe' })
    expect(await new Response(shell.stdout).json()).toMatchObject({ choices: [{ message: { content: 'Hello from the river' } }] })
    const rows = await ownLogs(await ApiClient.signIn(`http://127.0.0.1:${port}`, 'alice', 'weir-demo'))
    expect(rows.length).toBe(100)
    expect(rows[0]).toMatchObject({ type: LogType.consume, model_name: 'gpt-4o-mini' })
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    await reading
    expect(await runWeir(['ledger', 'verify'], { DATA_DIR: join(dataDir, 'demo') })).toMatchObject({ code: 0 })
  } finally {
    server.kill('SIGKILL')
  }
})
