import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { mkdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createChannel } from '@weir/contract/channel'
import { bundleProgram } from '../../tools/release/bundle.ts'
import { compileExecutable } from '../../tools/release/compile.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { ask } from '../fake-upstream/behaviour.ts'
import { ensureConsoleBuilt } from '../harness/console-build.ts'
import { temporaryFolder } from '../harness/product.ts'
import { runToEnd } from '../harness/run-weir.ts'
import { MODEL, closeStand, nextLog, openStand, ownLogs, type Stand } from '../harness/stand.ts'
import { childrenOf } from '../harness/workers.ts'

const SIMULATOR_CHANNEL = 1000
/** The table of the model has a token for eight of them; by the size alone they would be twenty. */
const EIGHTY_LETTERS = 'a'.repeat(80)
const TOKENS_BY_TABLE = 10

const folder = temporaryFolder()
const executable = join(folder, 'weir')
const emptyFolder = join(folder, 'empty')
const dataDir = join(folder, 'data')
const nothingElse = { PATH: '', HOME: emptyFolder }
let stand: Stand

beforeAll(async () => {
  await ensureConsoleBuilt()
  const program = join(folder, 'program')
  await bundleProgram(program)
  await compileExecutable({ program, executable, hasBytecode: false })
  rmSync(program, { recursive: true })
  mkdirSync(emptyFolder)
  stand = await openStand({ program: [executable], cwd: emptyFolder, dataDir, environment: { ...nothingElse, WORKERS: '2' } })
})

afterAll(async () => {
  try {
    await closeStand(stand)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const env = { ...nothingElse, DATA_DIR: dataDir }
const command = (args: readonly string[]) => runToEnd([executable, ...args], { cwd: emptyFolder, env })

/** As the health check of a container asks. */
const health = () => runToEnd([executable, 'health'], { cwd: emptyFolder, env: { ...nothingElse, PORT: new URL(stand.weir.url).port } })

describe('the single executable', () => {
  it('starts its workers from itself', () => {
    const workers = childrenOf(stand.weir.pid)
    expect(workers.map((pid) => readlinkSync(`/proc/${pid}/exe`))).toEqual([executable, executable])
  })

  it('has the console inside, compressed as the build left it', async () => {
    const page = await (await fetch(stand.weir.url)).text()
    const scripts = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
    expect(scripts.length).toBeGreaterThan(0)
    for (const path of scripts) {
      const reply = await fetch(`${stand.weir.url}${path}`, { headers: { 'accept-encoding': 'br' } })
      expect([path, reply.status, reply.headers.get('content-type'), reply.headers.get('content-encoding')]).toEqual([
        path,
        200,
        'text/javascript; charset=utf-8',
        'br',
      ])
    }
  })

  it('relays to the simulator', async () => {
    const body = { type: SIMULATOR_CHANNEL, name: 'simulator', key: 'none', models: 'simulator' }
    await stand.root.call(createChannel, { body })
    const reply = await stand.openai.chat.completions.create({ model: 'simulator', messages: [{ role: 'user', content: 'Hello, river' }] })
    expect(reply.choices[0]?.message.content).toBe('Hello, river')
  })

  it('counts tokens by the table of the model, in a thread of its own', async () => {
    const content = ask({ text: EIGHTY_LETTERS, usage: null })
    const countedTokens = async () => {
      const before = (await ownLogs(stand.root)).length
      await stand.openai.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }] })
      return (await nextLog(stand.root, before)).completion_tokens
    }
    // A thread that gets no processor for some seconds is not waited for: the size counts instead, until the table is read.
    await eventually('the table to be read', async () => ((await countedTokens()) === TOKENS_BY_TABLE ? true : undefined))
  })

  it.each([
    [['version'], 0, /^\d+\.\d+\.\d+\n$/],
    [['help'], 0, /weir rotate-key/],
    [['build'], 0, /^The console of this version is built already\.\n$/],
    [['backup', join(folder, 'copy.backup')], 0, /copy\.backup/],
    [['backup', '--verify', join(folder, 'copy.backup')], 0, /is whole/],
    [['rotate-key', '--status'], 0, /never replaced/],
    [['ledger', 'verify'], 0, /^All balances agree with the ledger\.\n$/],
    [['prices', 'export'], 0, /"model":"gpt-4o-mini"/],
    [['user', 'list'], 0, /^id +username .*\n1 +root +root +enabled/],
    [['factor', 'reset', 'root'], 1, /^weir: root has no second factor\n$/],
    [['import', 'nothing.db'], 1, /^weir: there is no file .*nothing\.db\n$/],
    [['nonsense'], 1, /^weir: unknown command nonsense\n/],
  ])('understands weir %j', async (args, code, words) => {
    const finished = await command(args)
    expect([finished.code, code === 0 ? finished.stdout : finished.stderr]).toEqual([code, expect.stringMatching(words)])
  })

  it('lifts the limit on parallel calls by itself, and changes a password that is typed into it', async () => {
    const child = Bun.spawn([executable, 'passwd', 'root'], { cwd: emptyFolder, env, stdin: 'pipe', stdout: 'pipe', stderr: 'ignore' })
    await eventually('the limit to be lifted', () =>
      readFileSync(`/proc/${child.pid}/environ`, 'utf8').split('\0').includes('BUN_CONFIG_MAX_HTTP_REQUESTS=65535') ? true : undefined,
    )
    await child.stdin.write('a longer password\n')
    await child.stdin.end()
    expect([await new Response(child.stdout).text(), await child.exited]).toEqual([
      expect.stringMatching(/^The password of root is changed/),
      0,
    ])
  })

  it('is healthy until it ends, in good order', async () => {
    expect(await health()).toEqual({ code: 0, stdout: 'ready\n', stderr: '' })
    expect(await stand.weir.stop()).toBe(0)
    expect((await health()).code).toBe(1)
  })
})
