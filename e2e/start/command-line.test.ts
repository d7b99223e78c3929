import { afterAll, beforeAll, expect, it } from 'bun:test'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listAudit } from '@weir/contract/audit'
import OpenAI from 'openai'
import { command, temporaryFolder } from '../harness/product.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, UPSTREAM_KEY, closeStand, openStand, openaiClient, type Stand } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'
import { freePort } from '../../tools/test-servers/process.ts'
import { eventually } from '../../tools/testing/eventually.ts'

const VARIABLES = { WEIR_CHANNEL_FAKE: UPSTREAM_KEY }

let stand: Stand

beforeAll(async () => {
  stand = await openStand({ environment: VARIABLES })
})
afterAll(() => closeStand(stand))

const weir = async (args: readonly string[], input = ''): Promise<string> => {
  const { code, stdout, stderr } = await runWeir(['--data', stand.weir.dataDir, ...args], VARIABLES, input)
  if (code !== 0) throw new Error(`weir ${args.join(' ')} ended with ${code}: ${stderr}`)
  return stdout
}

/** `ok`, or how the request is refused. */
const answerTo = async (key: string, model = MODEL): Promise<string | number> => {
  try {
    await openaiClient(stand.weir.url, key).chat.completions.create({ model, messages: [{ role: 'user', content: 'Hi' }] })
    return 'ok'
  } catch (error) {
    if (error instanceof OpenAI.APIError) return Number(error.status)
    throw error
  }
}

const until = (wanted: string | number, key: string, model?: string): Promise<true> =>
  eventually(`the answer ${wanted}`, async () => ((await answerTo(key, model)) === wanted ? true : undefined))

it('changes accounts, tokens, channels and options of a server that runs', async () => {
  const made: unknown = JSON.parse(await weir(['user', 'add', 'carol', '--quota', '1usd', '--json'], 'Correct-Horse-7\n'))
  expect(made).toMatchObject({ username: 'carol', quota: 500_000 })
  const key = (await weir(['token', 'add', 'carol', '--quota', 'unlimited'])).trim()
  await until('ok', key)

  await weir(['user', 'disable', 'carol'])
  await until(403, key)
  await weir(['user', 'enable', 'carol'])
  await until('ok', key)

  await weir(['channel', 'disable', 'fake'])
  await until(503, key)
  await weir([
    'channel',
    'add',
    'openai',
    '--name',
    'other',
    '--models',
    MODEL,
    '--base-url',
    stand.fake.url,
    '--key',
    'env:WEIR_CHANNEL_FAKE',
  ])
  await until('ok', key)

  await weir(['option', 'set', 'SystemName', 'By hand'])
  await eventually('the new name', async () =>
    (await (await fetch(`${stand.weir.url}/api/status`)).text()).includes('By hand') ? true : undefined,
  )

  expect(await weir(['log', 'list', '--user', 'carol', '--outcome', 'ok', '--limit', '1'])).toContain(MODEL)
  const trail = await stand.root.call(listAudit, { query: { p: 0, page_size: 100, actor_id: 0, start_timestamp: 0, end_timestamp: 0 } })
  const byCommand = trail.filter(({ actor_name: name }) => name === 'command')
  expect(byCommand.map(({ action }) => action).toReversed()).toEqual([
    'user.create',
    'token.create',
    'user.manage',
    'user.manage',
    'channel.edit',
    'channel.create',
    'option.set',
  ])
  expect(await weir(['ledger', 'verify'])).toContain('All balances agree with the ledger.')
}, 180_000)

it('applies a file to a server that runs, and has nothing to do with what it exports', async () => {
  const path = join(stand.weir.dataDir, 'weir.yaml')
  const apply = (text: string): Promise<string> => {
    writeFileSync(path, text)
    return weir(['apply', path, '--prune', '--yes'])
  }
  const exported = await weir(['export'])
  expect(exported).not.toContain(UPSTREAM_KEY)
  expect(await apply(exported)).toBe('nothing to change\n')
  const { key } = stand.token
  await until('ok', `sk-${key}`)
  await apply(exported.replaceAll('status: enabled', 'status: disabled'))
  await until(503, `sk-${key}`)
  await apply(exported)
  await until('ok', `sk-${key}`)
}, 180_000)

it('gives workers the port and the folder of the line, whatever the variables say', async () => {
  const [port, folder] = [await freePort(), temporaryFolder()]
  const program = [...command, '--port', String(port), '--data', folder]
  const other = await Weir.start({ program, environment: { WORKERS: '2' } })
  try {
    expect(other.output).toContain(`is ready at http://localhost:${port}\n`)
    expect((await fetch(`http://127.0.0.1:${port}/api/status`)).status).toBe(200)
    expect(existsSync(join(folder, 'weir.db'))).toBe(true)
    expect(existsSync(join(other.dataDir, 'weir.db'))).toBe(false)
  } finally {
    // Its workers write to the folder until they have ended.
    await other.stop()
    await other.close()
    rmSync(folder, { recursive: true })
  }
}, 180_000)
