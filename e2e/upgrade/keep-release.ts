import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createRedemptions, redeemCode } from '@weir/contract/redemption'
import { createToken } from '@weir/contract/token'
import { ApiClient } from '../harness/api-client.ts'
import { temporaryFolder } from '../harness/product.ts'
import { runWeir } from '../harness/run-weir.ts'
import { openaiClient } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'
import { FIXTURES, PASSWORDS, type Release } from './release.ts'

/** Keeps a small database of this version for the test of upgrades: run once at a release, from a checkout of its tag. */

const CONFIGURATION = `
options:
  RetryTimes: 3
  SystemName: River
  SMTPToken: env:WEIR_SECRET_SMTP
groups:
  default: { ratio: 1 }
  vip: { ratio: 0.5, description: For friends }
prices:
  simulator-slow: { vendor: simulator, mode: chat, price: { input: 10, output: 1000 } }
  own-model: { vendor: simulator, mode: chat, price: { input: 100, output: 200 } }
channels:
  - name: simulator
    type: 1000
    keys: [env:WEIR_CHANNEL_ONE, env:WEIR_CHANNEL_TWO]
    models: [own-model, simulator-slow]
    groups: [default, vip]
  - name: off
    type: OpenAI
    status: disabled
    key: env:WEIR_CHANNEL_ONE
    models: [gpt-4o]
budgets:
  - { user: alice, unit: quota, period: month, limit: 900000000 }
  - { group: vip, unit: requests, period: day, limit: 1000, hard: false }
`
const SECRETS = { WEIR_SECRET_SMTP: 'mail-password', WEIR_CHANNEL_ONE: 'sk-one', WEIR_CHANNEL_TWO: 'sk-two' }
const CREDIT = 5_000_000
const CODE = 250_000

const dataDir = temporaryFolder()
const environment = { ...SECRETS, DATA_DIR: dataDir }

const weirCommand = async (args: readonly string[], input = ''): Promise<string> => {
  const { code, stdout, stderr } = await runWeir(args, environment, input)
  if (code !== 0) throw new Error(`weir ${args.join(' ')}: ${stderr}`)
  return stdout
}

const ask = async (url: string, key: string, times: number): Promise<void> => {
  for (let call = 0; call < times; call++)
    await openaiClient(url, key).chat.completions.create({ model: 'own-model', messages: [{ role: 'user', content: 'Hello there' }] })
}

/** Until its first words: then the server dies with what it holds. */
const beginStream = async (url: string, key: string): Promise<void> => {
  const messages = [{ role: 'user' as const, content: 'Tell me of a river, of its banks and of its weir, at length' }]
  const stream = await openaiClient(url, key).chat.completions.create({ model: 'simulator-slow', messages, stream: true, max_tokens: 500 })
  for await (const _ of stream) return
}

const rowsOf = <T>(file: Database, statement: string): readonly T[] => file.query<T, []>(statement).all()

const countsOf = (file: Database): Readonly<Record<string, number>> => {
  const tables = ['users', 'tokens', 'channels', 'channel_keys', 'redemptions', 'budgets', 'ledger_entries']
  return Object.fromEntries(tables.map((table) => [table, rowsOf<{ n: number }>(file, `select count(*) as n from ${table}`)[0]?.n ?? 0]))
}

const describeDatabase = (path: string): Omit<Release, 'version' | 'rootKey' | 'tokenKey' | 'unusedCode'> => {
  using file = new Database(path, { readonly: true })
  const [hold] = rowsOf<{ amount: number; node_id: string; progress_cost: number | null }>(file, 'select * from reservations')
  if (hold === undefined || hold.progress_cost !== null) throw new Error('the server was not killed within a fresh stream: try again')
  const users = rowsOf<{ username: string; quota: number; used_quota: number; request_count: number; status: number }>(
    file,
    'select username, quota, used_quota, request_count, status from users',
  )
  const tokens = rowsOf<{ name: string; remain_quota: number; used_quota: number }>(
    file,
    'select name, remain_quota, used_quota from tokens',
  )
  const [head] = rowsOf<{ head_hash: string }>(file, 'select head_hash from audit_chain')
  return {
    nodeId: hold.node_id,
    users: Object.fromEntries(users.map(({ username, ...figures }) => [username, figures])),
    tokens: Object.fromEntries(tokens.map(({ name, ...figures }) => [name, figures])),
    openHold: hold.amount,
    rows: countsOf(file),
    auditHead: head?.head_hash ?? '',
  }
}

const fill = async (weir: Weir): Promise<Pick<Release, 'tokenKey' | 'unusedCode'>> => {
  await weirCommand(['passwd', 'root'], `${PASSWORDS.root}\n`)
  await weirCommand(['user', 'add', 'alice', '--quota', '1000000'], `${PASSWORDS.alice}\n`)
  await weirCommand(['user', 'add', 'gone', '--quota', '4000'], 'a password of gone\n')
  await weirCommand(['user', 'delete', 'gone'])
  await weirCommand(['user', 'topup', 'alice', String(CREDIT), '--reason', 'invoice 7'])
  const file = join(dataDir, 'weir.yaml')
  writeFileSync(file, CONFIGURATION)
  await weirCommand(['apply', file, '--yes'])
  const root = await ApiClient.signIn(weir.url, 'root', PASSWORDS.root)
  const [used = '', unusedCode = ''] = await root.call(createRedemptions, { body: { name: 'spring', quota: CODE, count: 2 } })
  const alice = await ApiClient.signIn(weir.url, 'alice', PASSWORDS.alice)
  await alice.call(redeemCode, { body: { key: used } })
  const token = await alice.call(createToken, { body: { name: 'everything', unlimited_quota: true } })
  const limited = await alice.call(createToken, { body: { name: 'limited', remain_quota: 300_000 } })
  await ask(weir.url, `sk-${token.key}`, 3)
  await ask(weir.url, `sk-${limited.key}`, 2)
  await beginStream(weir.url, `sk-${token.key}`)
  return { tokenKey: token.key, unusedCode }
}

const version = (await weirCommand(['version'])).trim()
const folder = join(FIXTURES, version)
if (existsSync(folder)) throw new Error(`${folder} is there already: a released version is kept once`)
const weir = await Weir.start({ dataDir, environment: SECRETS })
try {
  const known = await fill(weir)
  await weir.kill()
  const copy = join(dataDir, 'copy.db')
  {
    using file = new Database(join(dataDir, 'weir.db'))
    file.query('vacuum into ?').run(copy)
  }
  const described = describeDatabase(copy)
  mkdirSync(folder, { recursive: true })
  // Before any command opens the database: it would be another node's turn to look at the hold.
  await weirCommand(['backup', join(folder, 'weir.backup')])
  writeFileSync(join(folder, 'weir.db.gz'), gzipSync(readFileSync(copy), { level: 9 }))
  const rootKey = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify({ version, rootKey, ...known, ...described }, null, 2)}\n`)
  process.stdout.write(`${folder} holds a database of version ${version}\n`)
} finally {
  await weir.close()
  rmSync(dataDir, { recursive: true, force: true })
}
