import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-traced-'))
const sqlitePath = join(folder, 'weir.db')

let harness: ServerHarness
let root: Member
let user: Member
let channelId = 0

/** What the calls below would change. */
const TABLES =
  'users tokens options ledger_entries logs redemptions budgets channels channel_keys sessions passkeys totp_secrets recovery_codes audit_entries audit_chain'.split(
    ' ',
  )

const inDatabase = <T>(work: (database: Database) => T): T => {
  using database = new Database(sqlitePath)
  return work(database)
}

const rows = () => inDatabase((database) => TABLES.map((table) => JSON.stringify(database.query(`select * from ${table}`).all())))

beforeAll(async () => {
  harness = await openServerHarness({ database: { dsn: '', sqlitePath } })
  root = await harness.member(Role.root)
  user = await harness.member(Role.user)
  const texts = { baseUrl: '', other: '', models: 'gpt-4o', group: 'default', modelMapping: '', config: '', systemPrompt: '' }
  const [id = 0] = await harness.store.channels.createMany([{ type: 1, name: 'c', weight: 0, priority: 0, key: 'k', ...texts }])
  channelId = id
})

afterAll(async () => {
  await harness.close()
  rmSync(folder, { recursive: true })
})

const SHEET = { vendor: 'openai', mode: 'chat', price: { input: 3, output: 12 } }

const priceRevision = async (): Promise<string> => {
  const { json } = await harness.call('GET', '/api/prices/model?model=traced', { cookie: root.cookie })
  return String((json?.['data'] as { readonly revision?: string } | undefined)?.revision)
}

const BUDGET = { scope: 'group', scope_id: 'default', unit: 'requests', period: 'day', limit: 3, hard: false }

const CHANNEL = { type: 1, models: 'gpt-4o', group: 'default' }

const newestCode = async (): Promise<number> => (await harness.store.redemptions.list({ offset: 0, limit: 1 }))[0]?.id ?? 0

const keyOfCode = async (): Promise<string> => (await harness.store.redemptions.list({ offset: 0, limit: 1 }))[0]?.key ?? ''

const CALLS: readonly (readonly [name: string, method: string, path: string, body: () => unknown])[] = [
  ['an option', 'PUT', '/api/option/', () => ({ key: 'RetryTimes', value: '7' })],
  ['a price', 'PUT', '/api/prices/model', async () => ({ model: 'traced', sheet: SHEET, revision: await priceRevision() })],
  ['the status of a user', 'POST', '/api/user/manage', () => ({ id: user.id, action: 'disable' })],
  ['the role of a user', 'POST', '/api/user/manage', () => ({ id: user.id, action: 'promote' })],
  ['a balance', 'POST', '/api/user/manage', () => ({ id: user.id, action: 'add_quota', mode: 'add', value: 5 })],
  ['a balance that is set', 'POST', '/api/user/manage', () => ({ id: user.id, action: 'add_quota', mode: 'override', value: 5 })],
  ['a top-up', 'POST', '/api/topup', () => ({ user_id: user.id, quota: 5, remark: 'r' })],
  ['a code', 'POST', '/api/redemption/', () => ({ name: 'traced', quota: 5, count: 1 })],
  ['the name of a code', 'PUT', '/api/redemption/', async () => ({ id: await newestCode(), name: 'renamed', quota: 6 })],
  ['a redeemed code', 'POST', '/api/user/topup', async () => ({ key: await keyOfCode() })],
  ['a code that is there', 'DELETE', '/api/redemption/{code}/', () => undefined],
  ['a budget', 'POST', '/api/budget/', () => BUDGET],
  ['the limit of a budget', 'PUT', '/api/budget/', () => ({ id: 1, limit: 9 })],
  ['a budget that is there', 'DELETE', '/api/budget/1/', () => undefined],
  ['a new channel', 'POST', '/api/channel/', () => ({ ...CHANNEL, name: 'new', mode: 'multi_to_single', key: 'k1\nk2' })],
  ['a channel', 'PUT', '/api/channel/', () => ({ id: channelId, name: 'renamed', key: 'other' })],
  ['a copy of a channel', 'POST', '/api/channel/copy/{channel}', () => undefined],
  ['many channels', 'POST', '/api/channel/bulk', () => ({ changes: [{ id: channelId, before: { priority: 0 }, after: { priority: 4 } }] })],
  ['further keys', 'POST', '/api/channel/{channel}/keys', () => ({ key: 'k3\nk4' })],
  ['the mode of the keys', 'PUT', '/api/channel/{channel}/keys', () => ({ mode: 'random' })],
  ['the state of a key', 'PUT', '/api/channel/{channel}/keys/0', () => ({ status: 2 })],
  ['a key that is there', 'DELETE', '/api/channel/{channel}/keys/0', () => undefined],
  ['a channel that is there', 'DELETE', '/api/channel/{channel}/', () => undefined],
  ['the account', 'DELETE', `/api/user/${'{id}'}/`, () => undefined],
]

for (const [name, method, path, body] of CALLS)
  it(`${name} is not changed where the trail cannot be written`, async () => {
    const at = path
      .replace('{id}', String(user.id))
      .replace('{code}', String(await newestCode()))
      .replace('{channel}', String(channelId))
    const sent = await body()
    const call = () => harness.call(method, at, { cookie: root.cookie, ...(sent !== undefined && { body: sent }) })
    inDatabase((database) => database.run(`create trigger full before insert on audit_entries begin select raise(abort, 'full'); end`))
    const before = rows()
    expect((await call()).json).toMatchObject({ success: false })
    expect(rows()).toEqual(before)
    inDatabase((database) => database.run('drop trigger full'))
    expect((await call()).json).toMatchObject({ success: true })
    expect(rows()).not.toEqual(before)
  })

it('tells the balance before and after', async () => {
  const filter = { actorId: 0, action: 'user.manage', startTime: 0, endTime: 0 }
  const [set, added] = await harness.store.audit.list(filter, { offset: 0, limit: 2 })
  expect([added?.before, added?.after].map((text) => JSON.parse(text ?? '') as unknown)).toMatchObject([
    { quota: 1_000_000 },
    { quota: 1_000_005, mode: 'add', value: 5 },
  ])
  expect([set?.before, set?.after].map((text) => JSON.parse(text ?? '') as unknown)).toMatchObject([{ quota: 1_000_005 }, { quota: 5 }])
})
