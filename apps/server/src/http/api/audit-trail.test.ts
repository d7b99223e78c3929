import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditObject } from '@weir/contract/audit'
import { isChange } from '@weir/contract/endpoint'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Answer, type CallOptions, type Member, type ServerHarness } from '../../testing/server-harness.ts'
import { SoftwareAuthenticator, type CreationOptions } from '../../testing/sign-in/software-authenticator.ts'
import { totpCode, totpStepAt } from '../../accounts/totp.ts'
import { openCallTrail } from '../../admin/audit-trail.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-trail-'))
const sqlitePath = join(folder, 'weir.db')

let harness: ServerHarness
let root: Member

beforeAll(async () => {
  harness = await openServerHarness({ database: { dsn: '', sqlitePath } })
  root = await harness.member(Role.root)
})

afterAll(async () => {
  await harness.close()
  rmSync(folder, { recursive: true })
})

const inDatabase = <T>(work: (database: Database) => T): T => {
  using database = new Database(sqlitePath)
  return work(database)
}

/** What a refused call leaves behind as well: counters, challenges that were answered, sessions that were seen. */
const PASSING = new Set(['rate_counts', 'passkey_challenges', 'nodes', 'revisions', 'sqlite_sequence'])

const allRows = (): Readonly<Record<string, string>> =>
  inDatabase((database) => {
    const tables = database.query<{ name: string }, []>(`select name from sqlite_master where type = 'table'`).all()
    const kept = tables.map(({ name }) => name).filter((name) => !PASSING.has(name))
    return Object.fromEntries(kept.map((name) => [name, JSON.stringify(database.query(`select * from "${name}"`).all())]))
  })

/** Removed in portions, as long as it takes: the entry tells how many rows went. */
const IN_PORTIONS = new Set(['log.delete'])

const SECRET = 'sk-this-is-a-secret-value'

const any = { actorId: 0, action: '', startTime: 0, endTime: 0 }
const trail = (limit = 100): Promise<readonly AuditObject[]> => harness.store.audit.list(any, { offset: 0, limit })

type Call = readonly [method: string, path: string, options?: CallOptions]

const newChannel = async (): Promise<number> => {
  const channel = {
    type: 1,
    name: 'c',
    weight: 0,
    priority: 0,
    baseUrl: '',
    other: '',
    models: 'gpt-4o',
    group: 'default',
    modelMapping: '',
  }
  const [id] = await harness.store.channels.createMany([{ ...channel, config: '', systemPrompt: '', key: SECRET }])
  return id ?? 0
}

const newCode = async (): Promise<RedemptionRow> => {
  const key = crypto.randomUUID().replaceAll('-', '')
  await harness.store.redemptions.createMany({ creatorId: root.id, name: 'code', quota: 5, keys: [key] })
  const [code] = await harness.store.redemptions.list({ offset: 0, limit: 1 })
  return { id: code?.id ?? 0, key }
}

interface RedemptionRow {
  readonly id: number
  readonly key: string
}

const offeredCode = async (): Promise<string> => {
  const { secret = '' } = (await harness.store.factors.findTotp(root.id)) ?? {}
  return totpCode(secret, totpStepAt(Date.now()))
}

const offeredPasskey = async (): Promise<CreationOptions> =>
  (await harness.call('POST', '/api/user/passkey/offer', { cookie: root.cookie })).json?.['data'] as CreationOptions

const ownPasskey = async (): Promise<string> => (await harness.store.passkeys.list(root.id))[0]?.id ?? ''

const memberWithFactor = async (): Promise<number> => {
  const { id } = await harness.member(Role.user)
  await harness.store.factors.offerTotp(id, SECRET)
  await harness.store.factors.activateTotp(id, { sealed: (await harness.store.factors.findTotp(id))?.sealed ?? '', step: 1 })
  return id
}

const otherSession = async (): Promise<string> => {
  const authVersion = (await harness.store.users.findById(root.id))?.authVersion ?? 0
  const life = { authVersion, expiresAt: Math.floor(Date.now() / 1000) + 600 }
  const idHash = crypto.randomUUID()
  await harness.store.sessions.create({ idHash, userId: root.id, ...life, address: '', agent: '' })
  return idHash
}

const SHEET = { vendor: 'openai', mode: 'chat', price: { input: 3, output: 12 } }

const revisionIn = ({ json }: Answer): string => String((json?.['data'] as { readonly revision?: string } | undefined)?.revision)

const revisionOf = async (model: string): Promise<string> =>
  revisionIn(await harness.call('GET', `/api/prices/model?model=${model}`, { cookie: root.cookie }))

const LIST = JSON.stringify({ models: [{ model: 'm', ...SHEET }] })

const revisionOfList = async (): Promise<string> =>
  revisionIn(await harness.call('POST', '/api/prices/preview', { cookie: root.cookie, body: { text: LIST } }))

const budget = { scope: 'group', scope_id: 'default', unit: 'requests', period: 'day', limit: 3, hard: false }

const newBudget = async (): Promise<number> => {
  const fields = { scope: 'group', scopeKey: 'default', model: '', unit: 'requests', period: 'day', limit: 3, isHard: false } as const
  return (await harness.store.budgetList.create(fields)).id
}

const alertRule = { name: 'off', kind: 'channel-off' }

const newAlertRule = async (): Promise<number> => {
  const none = { threshold: 0, windowMinutes: 0, scopeId: 0, quietFrom: '', quietTo: '', targetIds: [] }
  return (await harness.store.alertRules.create({ name: 'off', kind: 'channel-off', isEnabled: true, ...none }))?.id ?? 0
}

const alertTarget = { name: 'hook', kind: 'webhook', url: `https://hook.example/${SECRET}`, secret: SECRET }

const newAlertTarget = async (): Promise<number> => {
  const fields = { ...alertTarget, kind: 'webhook', isEnabled: true, language: 'zh', recipient: '' } as const
  return (await harness.store.alertTargets.create(fields))?.id ?? 0
}

/** A call that succeeds, for every change an administrator can make without an upstream. */
const calls: Readonly<Record<string, () => Promise<Call>>> = {
  'user.create': async () => ['POST', '/api/user/', { body: { username: 'made-here', password: SECRET } }],
  'user.edit': async () => ['PUT', '/api/user/', { body: { id: (await harness.member(Role.user)).id, password: SECRET, quota: 3 } }],
  'user.manage': async () => [
    'POST',
    '/api/user/manage',
    { body: { username: (await harness.member(Role.user)).username, action: 'disable' } },
  ],
  'user.delete': async () => ['DELETE', `/api/user/${(await harness.member(Role.user)).id}/`],
  'user.credit': async () => ['POST', '/api/topup', { body: { user_id: (await harness.member(Role.user)).id, quota: 3 } }],
  'option.set': async () => ['PUT', '/api/option/', { body: { key: 'SMTPToken', value: SECRET } }],
  'price.set': async () => ['PUT', '/api/prices/model', { body: { model: 'gpt-4o', sheet: SHEET, revision: await revisionOf('gpt-4o') } }],
  'price.remove': async () => ['DELETE', `/api/prices/model?model=gpt-4o&revision=${await revisionOf('gpt-4o')}`],
  'price.import': async () => ['POST', '/api/prices/import', { body: { text: LIST, revision: await revisionOfList() } }],
  'channel.create': async () => ['POST', '/api/channel/', { body: { type: 1, name: 'c', key: SECRET, models: 'gpt-4o' } }],
  'channel.edit': async () => ['PUT', '/api/channel/', { body: { id: await newChannel(), key: SECRET, priority: 4 } }],
  'channel.delete': async () => ['DELETE', `/api/channel/${await newChannel()}/`],
  'channel.copy': async () => ['POST', `/api/channel/copy/${await newChannel()}`],
  'channel.delete-many': async () => ['POST', '/api/channel/batch', { body: { ids: [await newChannel()] } }],
  'channel.edit-many': async () => [
    'POST',
    '/api/channel/bulk',
    { body: { changes: [{ id: await newChannel(), before: { weight: 0 }, after: { weight: 1 } }] } },
  ],
  'channel.delete-disabled': async () => ['DELETE', '/api/channel/disabled'],
  'budget.create': async () => ['POST', '/api/budget/', { body: budget }],
  'budget.edit': async () => ['PUT', '/api/budget/', { body: { id: await newBudget(), limit: 4 } }],
  'budget.delete': async () => ['DELETE', `/api/budget/${await newBudget()}/`],
  'alert-rule.create': async () => ['POST', '/api/alert/rule/', { body: alertRule }],
  'alert-rule.edit': async () => ['PUT', '/api/alert/rule/', { body: { id: await newAlertRule(), enabled: false } }],
  'alert-rule.delete': async () => ['DELETE', `/api/alert/rule/${await newAlertRule()}/`],
  'alert-target.create': async () => ['POST', '/api/alert/target/', { body: alertTarget }],
  'alert-target.edit': async () => ['PUT', '/api/alert/target/', { body: { id: await newAlertTarget(), secret: `${SECRET}2` } }],
  'alert-target.delete': async () => ['DELETE', `/api/alert/target/${await newAlertTarget()}/`],
  'redemption.create': async () => ['POST', '/api/redemption/', { body: { name: 'n', quota: 3 } }],
  'redemption.edit': async () => ['PUT', '/api/redemption/', { body: { id: (await newCode()).id, quota: 4 } }],
  'redemption.delete': async () => ['DELETE', `/api/redemption/${(await newCode()).id}/`],
  'log.delete': async () => ['DELETE', '/api/log/?target_timestamp=1'],
  'redemption.delete-many': async () => ['POST', '/api/redemption/batch', { body: { ids: [(await newCode()).id] } }],
  'redemption.redeem': async () => ['POST', '/api/user/topup', { body: { key: (await newCode()).key } }],
  'token.create': async () => ['POST', '/api/token/', { body: { name: 't' } }],
  'token.edit': async () => ['PUT', '/api/token/', { body: { id: (await harness.token(root)).id, name: 'u' } }],
  'token.delete': async () => ['DELETE', `/api/token/${(await harness.token(root)).id}/`],
  'token.delete-many': async () => ['POST', '/api/token/batch', { body: { ids: [(await harness.token(root)).id] } }],
  'token.replace-key': async () => ['POST', `/api/token/${(await harness.token(root)).id}/key`, { body: { grace_seconds: 3600 } }],
  'self.totp-offer': async () => ['POST', '/api/user/factor/totp'],
  'self.totp-activate': async () => ['PUT', '/api/user/factor/totp', { body: { code: await offeredCode() } }],
  'self.recovery-codes': async () => ['POST', '/api/user/factor/recovery'],
  'self.passkey-add': async () => [
    'POST',
    '/api/user/passkey',
    { body: { name: 'phone', credential: new SoftwareAuthenticator('http://weir.test').create(await offeredPasskey()) } },
  ],
  'self.passkey-rename': async () => ['PUT', `/api/user/passkey/${await ownPasskey()}`, { body: { name: 'key' } }],
  'self.passkey-remove': async () => ['DELETE', `/api/user/passkey/${await ownPasskey()}`],
  'self.totp-remove': async () => ['DELETE', '/api/user/factor/totp'],
  'user.reset-factor': async () => ['DELETE', `/api/user/${await memberWithFactor()}/factor`],
  'self.session-end': async () => ['DELETE', `/api/user/session/${await otherSession()}`],
  'self.mails': async () => ['PUT', '/api/user/self/mails', { body: { budget: false } }],
  'self.token': async () => ['GET', '/api/user/token'],
  'self.edit': async () => ['PUT', '/api/user/self', { body: { display_name: 'Root', password: SECRET } }],
}

describe('the audit trail', () => {
  it('is named by every change that an administrator can make', () => {
    const changes = harness.routes.map(({ endpoint }) => endpoint).filter((endpoint) => isChange(endpoint) && endpoint.access !== 'public')
    const silent = changes.filter(({ audit }) => !audit).map(({ path }) => path)
    // Showing a factor is part of a sign-in; the first look at one's invitation code makes it; a challenge changes nothing by itself, nor
    // does a question to an upstream, or the preview of a price list or of a change of channels or of charges; a filter that somebody keeps changes what
    // nobody else sees.
    expect(silent.toSorted()).toEqual([
      '/api/channel/bulk/preview',
      '/api/channel/fetch_models',
      '/api/channel/fetch_models/:id',
      '/api/ledger/reprice/preview',
      '/api/log/filter',
      '/api/log/filter',
      '/api/prices/fetch',
      '/api/prices/preview',
      '/api/user/aff',
      '/api/user/factor/verify',
      '/api/user/passkey/challenge',
      '/api/user/passkey/offer',
    ])
    const names = changes.flatMap(({ audit }) => (audit ? [audit] : []))
    expect(new Set(names).size).toBe(names.length)
  })

  for (const [action, prepare] of Object.entries(calls)) {
    it(`keeps ${action} from being done where it cannot be written`, async () => {
      if (IN_PORTIONS.has(action)) return
      const [method, path, options] = await prepare()
      inDatabase((database) => database.run(`create trigger full before insert on audit_entries begin select raise(abort, 'full'); end`))
      const before = allRows()
      const answer = await harness.call(method, path, { cookie: root.cookie, ...options })
      const after = allRows()
      inDatabase((database) => database.run('drop trigger full'))
      expect([action, answer.json?.['success']]).toEqual([action, false])
      expect(after).toEqual(before)
    })

    it(`gets a row for ${action}, without any secret`, async () => {
      const [method, path, options] = await prepare()
      const before = await trail()
      const answer = await harness.call(method, path, { cookie: root.cookie, ...options })
      expect([action, answer.json?.['success'], answer.json?.['message']]).toEqual([action, true, ''])
      if (action === 'self.edit') root = { ...root, cookie: answer.cookies[0]?.split(';', 1)[0] ?? '' }
      const after = await trail()
      const fresh = after.slice(0, after.length - before.length)
      expect(fresh).toMatchObject([{ action, actor_id: root.id, credential: 'session', address: '127.0.0.1' }])
      expect(fresh[0]?.request_id).toBe(answer.headers.get('x-request-id') ?? '')
      expect(JSON.stringify(fresh)).not.toContain(SECRET)
      const code = String((options?.body as { readonly key?: string } | undefined)?.key ?? SECRET)
      if (action === 'redemption.redeem') expect(JSON.stringify(fresh)).not.toContain(code)
    })
  }

  it('gets nothing from a call that was refused', async () => {
    const user = await harness.member(Role.user)
    const before = await trail()
    await harness.call('PUT', '/api/option/', { cookie: root.cookie, body: { key: 'RetryTimes', value: 'x' } })
    await harness.call('PUT', '/api/option/', { cookie: user.cookie, body: { key: 'RetryTimes', value: '1' } })
    await harness.call('DELETE', '/api/channel/999999/', { cookie: root.cookie })
    expect(await trail()).toEqual([...before])
  })

  it('is read by root alone', async () => {
    const admin = await harness.member(Role.admin)
    expect((await harness.call('GET', '/api/audit/', { cookie: admin.cookie })).status).toBe(403)
    const answer = await harness.call('GET', '/api/audit/?page_size=3&action=user.manage', { cookie: root.cookie })
    expect(answer.json?.['data']).toMatchObject([{ action: 'user.manage' }])
  })

  it('gets a row with the names of the fields when a handler says nothing', () => {
    const [route] = harness.routes.filter(({ endpoint }) => endpoint.audit === 'channel.edit')
    const endpoint = route?.endpoint
    if (endpoint === undefined) throw new Error('no route')
    const actor = { id: 1, username: 'root', role: 100, credential: 'session' } as const
    const call = { endpoint, actor, address: '::1', requestId: 'r', input: { params: { id: 7 }, body: { key: SECRET, name: 'x' } } }
    expect(openCallTrail(call).rest()).toMatchObject([
      { action: 'channel.edit', object: '#7', before: '', after: '{"fields":["key","name"]}' },
    ])
  })
})
