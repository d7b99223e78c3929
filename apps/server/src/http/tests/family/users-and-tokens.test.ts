import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { charge } from '../../../testing/charge.ts'
import { openServerHarness, type Answer, type Member, type ServerHarness } from '../../../testing/server-harness.ts'

let harness: ServerHarness
let root: Member
let admin: Member
let alice: Member

beforeAll(async () => {
  harness = await openServerHarness()
  root = await harness.member(Role.root)
  admin = await harness.member(Role.admin)
  alice = await harness.member(Role.user)
})

afterAll(() => harness.close())

type Row = Readonly<Record<string, unknown>>

interface Call {
  readonly by: Member
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

const call = (method: string, path: string, { by, body, headers }: Call) =>
  harness.call(method, path, { cookie: by.cookie, headers: { 'accept-language': 'en', ...headers }, ...(body !== undefined && { body }) })
const dataOf = (answer: Answer): Row => {
  expect([answer.text, answer.json?.['success']]).toEqual([answer.text, true])
  return answer.json?.['data'] as Row
}
const problemOf = ({ json }: Answer): string => {
  expect(json?.['success']).toBe(false)
  return String(json?.['message'])
}
const userOf = async (id: number) => (await harness.store.users.findById(id))?.user
const newApi = (member: Member) => ({ 'new-api-user': String(member.id) })

describe('a user who is sent back as read', () => {
  const put = (by: Member, body: object) => call('PUT', '/api/user/', { by, body })
  const recordOf = async (id: number) => dataOf(await call('GET', `/api/user/${id}`, { by: root }))

  it('stays as it is, and what the form changed is changed', async () => {
    const user = await harness.member(Role.user)
    const record = await recordOf(user.id)
    expect((await put(admin, record)).json).toEqual({ success: true, message: '' })
    expect(await recordOf(user.id)).toEqual(record)
    expect((await put(admin, { ...record, display_name: 'New', password: null })).json?.['success']).toBe(true)
    expect(await recordOf(user.id)).toEqual({ ...record, display_name: 'New' })
  })

  it('is disabled and enabled by its status, and signed out', async () => {
    const user = await harness.member(Role.user)
    expect((await put(admin, { id: user.id, status: 2 })).json?.['success']).toBe(true)
    expect((await userOf(user.id))?.status).toBe(2)
    expect((await call('GET', '/api/user/self', { by: user })).status).toBe(401)
    await put(admin, { id: user.id, status: 1 })
    expect((await userOf(user.id))?.status).toBe(1)
    expect(problemOf(await put(admin, { id: user.id, status: 3 }))).toBe('Invalid parameter: status, cannot be changed by this call')
  })

  it('is promoted and demoted by root alone, and never to root', async () => {
    const user = await harness.member(Role.user)
    expect((await put(admin, { id: user.id, role: 10, display_name: 'x' })).status).toBe(403)
    expect(await userOf(user.id)).toMatchObject({ role: 1, display_name: user.username })
    expect((await put(root, { id: user.id, role: 10 })).json?.['success']).toBe(true)
    expect((await userOf(user.id))?.role).toBe(10)
    expect((await put(root, { id: user.id, role: 100 })).json?.['success']).toBe(false)
    await put(root, { id: user.id, role: 1 })
    expect((await userOf(user.id))?.role).toBe(1)
  })

  it("keeps what is not the administrator's to write, and the call says so", async () => {
    const user = await harness.member(Role.user)
    const before = await recordOf(user.id)
    for (const field of ['email', 'github_id', 'wechat_id', 'lark_id', 'oidc_id', 'access_token', 'aff_code']) {
      const problem = problemOf(await put(root, { id: user.id, [field]: 'taken', display_name: 'not written' }))
      expect(problem).toBe(`Invalid parameter: ${field}, cannot be changed by this call`)
    }
    expect(problemOf(await put(root, { id: user.id, inviter_id: 1 }))).toContain('inviter_id')
    expect(await recordOf(user.id)).toEqual(before)
  })

  const spend = (userId: number, cost: number) => charge(harness.store.ledger, { userId, cost }, { isLogged: false })

  it('does not give back what was spent since it was read', async () => {
    const user = await harness.member(Role.user)
    const record = await recordOf(user.id)
    expect(record).toMatchObject({ quota: 1_000_000, quota_read: 1_000_000, used_quota: 0 })
    await spend(user.id, 300)
    expect((await put(admin, { ...record, display_name: 'Busy' })).json).toEqual({ success: true, message: '' })
    expect(await userOf(user.id)).toMatchObject({ quota: 999_700, used_quota: 300, display_name: 'Busy' })
    const { quota_read: _, ...known } = record
    expect((await put(admin, { ...known, display_name: 'Typed' })).json).toEqual({ success: true, message: '' })
    expect(await userOf(user.id)).toMatchObject({ quota: 999_700, display_name: 'Typed' })
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('is not given another balance than the one that was changed, and nothing else of the record is written', async () => {
    const user = await harness.member(Role.user)
    const record = await recordOf(user.id)
    await spend(user.id, 300)
    const { quota_read: _, ...known } = record
    for (const sent of [record, known])
      expect(problemOf(await put(admin, { ...sent, quota: 2_000_000, display_name: 'not written' }))).toBe(
        'The balance was $2.00 when it was read and is $1.9994 now, so it was not changed; open the user again, or add or take the difference in the list of users',
      )
    expect(await userOf(user.id)).toMatchObject({ quota: 999_700, display_name: user.username })
    const again = { ...(await recordOf(user.id)), quota: 2_000_000 }
    expect((await put(admin, again)).json?.['success']).toBe(true)
    expect((await put(admin, again)).json?.['success']).toBe(true)
    expect((await userOf(user.id))?.quota).toBe(2_000_000)
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('keeps a balance below 0 that was read, and cannot be given one', async () => {
    const user = await harness.member(Role.user)
    await harness.store.ledgerMaintenance.grant({ userId: user.id, amount: -1_000_007, kind: 'adjust', note: '' })
    const record = await recordOf(user.id)
    expect(record['quota']).toBe(-7)
    expect((await put(admin, { ...record, display_name: 'still' })).json?.['success']).toBe(true)
    expect(await userOf(user.id)).toMatchObject({ quota: -7, display_name: 'still' })
    expect(problemOf(await put(admin, { id: user.id, quota: -8 }))).toBe('Invalid parameter: quota, must not be below 0')
  })

  it('is not made with a role, a status or a balance that it would not get', async () => {
    const body = { username: 'newcomer', password: 'a long enough password' }
    for (const wish of [{ role: 100 }, { role: 5 }, { status: 2 }, { quota: -5 }]) {
      const [field] = Object.keys(wish)
      expect(problemOf(await call('POST', '/api/user/', { by: root, body: { ...body, ...wish } }))).toStartWith(
        `Invalid parameter: ${field}, `,
      )
    }
    expect(await harness.store.users.findByName('newcomer')).toBeUndefined()
    const usual = { role: 1, status: 1, group: 'default', quota: 0, email: null, aff_code: null }
    expect((await call('POST', '/api/user/', { by: root, body: { ...body, ...usual } })).json?.['success']).toBe(true)
  })
})

describe('managing a user by id', () => {
  const manage = (by: Member, body: object) => call('POST', '/api/user/manage', { by, body })

  it('disables, enables and deletes', async () => {
    const user = await harness.member(Role.user)
    expect(dataOf(await manage(admin, { id: user.id, action: 'disable' }))).toEqual({ role: 1, status: 2 })
    expect(dataOf(await manage(admin, { id: user.id, action: 'enable' }))).toEqual({ role: 1, status: 1 })
    await manage(admin, { id: user.id, action: 'delete' })
    expect((await userOf(user.id))?.status).toBe(3)
    expect((await manage(admin, { id: admin.id, action: 'disable' })).status).toBe(403)
    expect(problemOf(await manage(admin, { action: 'disable' }))).toBe('Invalid parameter: username, must not be empty')
  })

  it('adds to a balance, takes from it and sets it, each once and in the ledger', async () => {
    const user = await harness.member(Role.user)
    const change = (mode: string | undefined, value: number) => manage(admin, { id: user.id, action: 'add_quota', mode, value })
    const balances: unknown[] = []
    for (const [mode, value] of [
      ['add', 500],
      ['subtract', 200],
      ['override', 7],
      ['override', 0],
      [undefined, 3],
    ] as const) {
      expect((await change(mode, value)).json?.['success']).toBe(true)
      balances.push((await userOf(user.id))?.quota)
    }
    expect(balances).toEqual([1_000_500, 1_000_300, 7, 0, 3])
    for (const [mode, value] of [
      ['add', 0],
      ['subtract', -5],
      ['double', 1],
    ] as const)
      problemOf(await change(mode, value))
    expect(problemOf(await manage(admin, { id: user.id, action: 'add_quota' }))).toBe('Invalid parameter: value, must not be empty')
    expect(problemOf(await change('subtract', 4))).not.toBe('')
    expect((await manage(admin, { id: root.id, action: 'add_quota', value: 5 })).status).toBe(403)
    expect((await userOf(user.id))?.quota).toBe(3)
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
    const rows = await harness.store.logs.listOwn(user.id, {}, { offset: 0, limit: 10 })
    expect(
      rows
        .map((row) => row.content)
        .toReversed()
        .slice(0, 2),
    ).toEqual(['管理员充值 $0.001000', '管理员扣减 $0.000400'])
  })

  it('keeps the reason of a change in the statement, in the log and in the audit trail, and tells the balance', async () => {
    const user = await harness.member(Role.user)
    const change = (mode: string, value: number, reason: string) => manage(admin, { id: user.id, action: 'add_quota', mode, value, reason })
    expect(dataOf(await change('add', 500_000, ' invoice 7 '))).toEqual({ role: 1, status: 1, quota: 1_500_000 })
    expect(dataOf(await change('subtract', 250_000, 'paid twice'))).toEqual({ role: 1, status: 1, quota: 1_250_000 })
    expect(dataOf(await change('override', 5, 'agreed'))).toEqual({ role: 1, status: 1, quota: 5 })

    const statement = dataOf(await call('GET', `/api/statement/?user_id=${user.id}`, { by: admin }))
    const credits = statement['credits'] as readonly { readonly kind: string; readonly amount: number; readonly reason: string }[]
    expect(credits.slice(-3).map(({ kind, amount, reason }) => [kind, amount, reason])).toEqual([
      ['top-up', 500_000, 'invoice 7'],
      ['adjust', -250_000, 'paid twice'],
      ['adjust', -1_249_995, 'agreed'],
    ])
    const rows = await harness.store.logs.listOwn(user.id, {}, { offset: 0, limit: 3 })
    expect(rows.map(({ type, content }) => [type, content])).toEqual([
      [3, '管理员将余额从 $2.500000 调整为 $0.000010：agreed'],
      [3, '管理员扣减 $0.500000：paid twice'],
      [1, '管理员充值 $1.000000：invoice 7'],
    ])
    const [trace] = await harness.store.audit.list({ actorId: 0, action: 'user.manage', startTime: 0, endTime: 0 }, { offset: 0, limit: 1 })
    expect(JSON.parse(trace?.after ?? '')).toMatchObject({ action: 'add_quota', mode: 'override', value: 5, reason: 'agreed' })
  })

  it('takes no more than the balance, and says what it is', async () => {
    const user = await harness.member(Role.user)
    const take = (value: number) => manage(admin, { id: user.id, action: 'add_quota', mode: 'subtract', value })
    const tooMuch = 'The balance is $2.00, so $2.000002 cannot be taken from it; take less, or set the balance'
    expect(problemOf(await take(1_000_001))).toBe(tooMuch)
    expect((await userOf(user.id))?.quota).toBe(1_000_000)
    expect(dataOf(await take(1_000_000))).toEqual({ role: 1, status: 1, quota: 0 })
    const problem = problemOf(await manage(admin, { id: user.id, action: 'add_quota', value: 1, reason: 'x'.repeat(201) }))
    expect(problem).toContain('reason')
  })
})

describe('the limits of a token under the names of new-api', () => {
  const create = (body: object, headers = {}) =>
    call('POST', '/api/token/', { by: alice, body: { name: 't', unlimited_quota: true, ...body }, headers })
  const edit = (body: object, headers = {}) => call('PUT', '/api/token/', { by: alice, body, headers })

  it('limit it, with the header of new-api and without', async () => {
    for (const headers of [{}, newApi(alice)]) {
      const limits = { model_limits_enabled: true, model_limits: 'gpt-4o, gpt-4o-mini', allow_ips: '10.0.0.1\n192.168.0.0/16\n', group: '' }
      const token = dataOf(await create(limits, headers))
      expect(token).toMatchObject({ models: 'gpt-4o,gpt-4o-mini', subnet: '10.0.0.1,192.168.0.0/16' })
    }
  })

  it('are shown to clients of new-api, who may send them back and change them', async () => {
    const headers = newApi(alice)
    const { id } = dataOf(await create({ models: 'gpt-4o', subnet: '10.0.0.0/8,127.0.0.1' }))
    const read = dataOf(await call('GET', `/api/token/${String(id)}`, { by: alice, headers }))
    expect(read).toMatchObject({ model_limits_enabled: true, model_limits: 'gpt-4o', allow_ips: '10.0.0.0/8\n127.0.0.1', group: '' })
    expect(dataOf(await edit(read, headers))).toEqual(read)
    const wider = dataOf(await edit({ ...read, model_limits: 'gpt-4o,o1', allow_ips: '' }, headers))
    expect(wider).toMatchObject({ models: 'gpt-4o,o1', subnet: '' })
    expect(dataOf(await edit({ ...wider, model_limits_enabled: false }, headers))['models']).toBe('')
    const plain = dataOf(await call('GET', `/api/token/${String(id)}`, { by: alice }))
    expect(Object.keys(plain)).not.toContain('model_limits')
  })

  it('are never lost: what cannot be done or contradicts itself is refused', async () => {
    const before = (await harness.store.tokens.list(alice.id, { offset: 0, limit: 100 })).length
    const bad = [
      [{ model_limits_enabled: true }, 'model_limits, is empty while the limit is on: the token could use no model'],
      [{ model_limits_enabled: true, model_limits: '' }, 'model_limits, is empty while the limit is on: the token could use no model'],
      [{ models: 'a', model_limits: 'b' }, 'model_limits, differs from models; send one of the two'],
      [{ allow_ips: 'not an address' }, 'allow_ips, must be subnets separated by commas, such as 192.168.0.0/16'],
      [{ subnet: '10.0.0.1', allow_ips: '10.0.0.2' }, 'allow_ips, differs from subnet; send one of the two'],
      [{ group: 'vip' }, 'group, is not among the groups you may choose; leave it empty or choose one of GET /api/user/self/groups'],
      [{ group: 'auto' }, 'group, is not among the groups you may choose; leave it empty or choose one of GET /api/user/self/groups'],
    ] as const
    for (const [body, problem] of bad) expect(problemOf(await create(body))).toBe(`Invalid parameter: ${problem}`)
    expect(await harness.store.tokens.list(alice.id, { offset: 0, limit: 100 })).toHaveLength(before)
    expect(dataOf(await create({ group: 'default' }))['name']).toBe('t')
    expect(dataOf(await create({ model_limits: 'gpt-4o' }))['models']).toBe('gpt-4o')
    expect(dataOf(await create({ model_limits_enabled: false, model_limits: 'gpt-4o' }))['models']).toBe('')
  })

  it('is without a limit when -1 is given for one, and is refused below 0 with one', async () => {
    expect(dataOf(await create({ remain_quota: -1 }))).toMatchObject({ remain_quota: 0, unlimited_quota: true })
    expect(problemOf(await create({ remain_quota: -1, unlimited_quota: false }))).toBe(
      'Invalid parameter: remain_quota, must not be below 0',
    )
    const token = dataOf(await create({ remain_quota: 5, unlimited_quota: false }))
    expect(problemOf(await edit({ ...token, remain_quota: -1 }))).toBe('Invalid parameter: remain_quota, must not be below 0')
    expect(dataOf(await edit({ ...token, expired_time: null, name: null }))).toMatchObject({ expired_time: -1, name: '', remain_quota: 5 })
  })
})

describe('the header New-Api-User', () => {
  it('must name the user whose credential is shown', async () => {
    const other = await call('GET', '/api/user/self', { by: alice, headers: { 'new-api-user': String(admin.id) } })
    expect([other.status, other.json?.['message']]).toEqual([
      401,
      `The header New-Api-User says ${admin.id}, but the credential belongs to user ${alice.id}`,
    ])
    expect((await call('GET', '/api/user/self', { by: alice, headers: newApi(alice) })).status).toBe(200)
    expect((await call('GET', '/api/status', { by: alice, headers: { 'new-api-user': '-1' } })).status).toBe(200)
  })
})
