import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { AuditObject } from '@weir/contract/audit'
import type { LogObject } from '@weir/contract/log'
import { Role, type UserObject } from '@weir/contract/user'
import { openServerHarness, type Answer, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
let root: Member
let admin: Member
let otherAdmin: Member

beforeAll(async () => {
  harness = await openServerHarness()
  root = await harness.member(Role.root)
  admin = await harness.member(Role.admin)
  otherAdmin = await harness.member(Role.admin)
})

afterAll(() => harness.close())

const dataOf = <T>(answer: Answer): T => answer.json?.['data'] as T
const isDone = (answer: Answer): boolean => answer.json?.['success'] === true

const put = (by: Member, body: object) => harness.call('PUT', '/api/user/', { cookie: by.cookie, body })
const manage = (by: Member, username: string, action: string) =>
  harness.call('POST', '/api/user/manage', { cookie: by.cookie, body: { username, action } })
const userOf = async (id: number): Promise<UserObject> => {
  const account = await harness.store.users.findById(id)
  if (account === undefined) throw new Error(`no user ${id}`)
  return account.user
}

describe('who stands above whom', () => {
  const attempts = (by: Member, target: Member) => [
    put(by, { id: target.id, display_name: 'changed', quota: 1, password: 'a new long password', group: 'vip' }),
    ...['promote', 'demote', 'disable', 'enable', 'delete'].map((action) => manage(by, target.username, action)),
    harness.call('DELETE', `/api/user/${target.id}/`, { cookie: by.cookie }),
    harness.call('POST', '/api/topup', { cookie: by.cookie, body: { user_id: target.id, quota: 5 } }),
  ]

  it('AZ-08 AZ-11 lets nobody act on an equal or a higher role, root included', async () => {
    const secondRoot = await harness.member(Role.root)
    const pairs = [
      [admin, otherAdmin],
      [admin, admin],
      [admin, root],
      [root, root],
      [root, secondRoot],
    ] as const
    for (const [by, target] of pairs) {
      const before = await harness.store.users.findById(target.id)
      for (const answer of await Promise.all(attempts(by, target))) {
        expect(answer.status).toBe(403)
        expect(isDone(answer)).toBe(false)
      }
      expect(await harness.store.users.findById(target.id)).toEqual(before)
    }
  })

  it('shows an administrator the record of those below, and root everyone', async () => {
    const user = await harness.member(Role.user)
    const view = (by: Member, id: number) => harness.call('GET', `/api/user/${id}`, { cookie: by.cookie })
    expect(dataOf<UserObject>(await view(admin, user.id)).username).toBe(user.username)
    expect((await view(admin, otherAdmin.id)).status).toBe(403)
    expect((await view(admin, root.id)).status).toBe(403)
    expect(isDone(await view(admin, admin.id))).toBe(true)
    expect(isDone(await view(root, otherAdmin.id))).toBe(true)
    expect(isDone(await view(root, 999_999))).toBe(false)
  })

  it('keeps promotion and demotion to root, once each', async () => {
    const user = await harness.member(Role.user)
    expect((await manage(admin, user.username, 'promote')).status).toBe(403)
    expect(dataOf<object>(await manage(root, user.username, 'promote'))).toEqual({ role: 10, status: 1 })
    expect(isDone(await manage(root, user.username, 'promote'))).toBe(false)
    expect((await manage(admin, user.username, 'demote')).status).toBe(403)
    expect(dataOf<object>(await manage(root, user.username, 'demote'))).toEqual({ role: 1, status: 1 })
    expect(isDone(await manage(root, user.username, 'demote'))).toBe(false)
  })

  it('decides when the write arrives: of a promotion and a ban at once, one wins and both agree', async () => {
    for (let round = 0; round < 10; round++) {
      const user = await harness.member(Role.user)
      const [promotion, ban] = await Promise.all([manage(root, user.username, 'promote'), manage(admin, user.username, 'disable')])
      const { role, status } = await userOf(user.id)
      expect(role).toBe(isDone(promotion) ? 10 : 1)
      expect(status).toBe(isDone(ban) ? 2 : 1)
    }
  })
})

describe('a user who is banned, deleted or moved', () => {
  for (const action of ['disable', 'delete'] as const) {
    it(`H-61 loses every session, system token and relay token at once by ${action}`, async () => {
      const user = await harness.member(Role.user)
      const second = await harness.signIn(user.username, user.password)
      const token = await harness.token(user)
      const systemToken = dataOf<string>(await harness.call('GET', '/api/user/token', { cookie: user.cookie }))
      const reach = async () => [
        (await harness.call('GET', '/api/user/self', { cookie: user.cookie })).status,
        (await harness.call('GET', '/api/user/self', { cookie: second })).status,
        (await harness.call('GET', '/api/user/self', { headers: { authorization: systemToken } })).status,
        (await harness.call('GET', '/v1/models', { headers: { authorization: `Bearer sk-${token.key}` } })).status,
      ]
      expect(await reach()).toEqual([200, 200, 200, 200])
      expect(dataOf<object>(await manage(admin, user.username, action))).toMatchObject({ status: action === 'disable' ? 2 : 3 })
      const after = await reach()
      expect(after.slice(0, 3)).toEqual([401, 401, 401])
      expect(after[3]).toBeOneOf([401, 403])
      const login = await harness.call('POST', '/api/user/login', { body: { username: user.username, password: user.password } })
      expect(isDone(login)).toBe(false)
    })
  }

  it('signs in again after a change of role, with the rights of the new one', async () => {
    const user = await harness.member(Role.user)
    await manage(root, user.username, 'promote')
    expect((await harness.call('GET', '/api/user/self', { cookie: user.cookie })).status).toBe(401)
    const cookie = await harness.signIn(user.username, user.password)
    expect((await harness.call('GET', '/api/channel/', { cookie })).status).toBe(200)
    await manage(root, user.username, 'demote')
    expect((await harness.call('GET', '/api/channel/', { cookie })).status).toBe(401)
  })

  it('is gone from list, search and record once deleted, and the name is free', async () => {
    const user = await harness.member(Role.user, 'to-be-deleted')
    await harness.call('DELETE', `/api/user/${user.id}/`, { cookie: admin.cookie })
    const found = await harness.call('GET', '/api/user/search?keyword=to-be-deleted', { cookie: admin.cookie })
    expect(dataOf<unknown[]>(found)).toEqual([])
    expect(isDone(await harness.call('GET', `/api/user/${user.id}`, { cookie: root.cookie }))).toBe(false)
    expect(isDone(await harness.call('DELETE', `/api/user/${user.id}/`, { cookie: admin.cookie }))).toBe(false)
    const again = { username: 'to-be-deleted', password: 'a long enough password' }
    expect(isDone(await harness.call('POST', '/api/user/', { cookie: admin.cookie, body: again }))).toBe(true)
  })
})

describe('editing a user', () => {
  it('H-31 AZ-05 writes the five fields and nothing else the body names', async () => {
    const user = await harness.member(Role.user)
    const before = await harness.store.users.findById(user.id)
    const figures = { used_quota: 7, request_count: 7, auth_version: 1, password_hash: 'x', created_at: 0 }
    const body = { id: user.id, display_name: 'New', group: 'vip', ...figures }
    const foreign = { role: 100, email: 'x@example.org', github_id: '1', access_token: 'mine', aff_code: 'code', inviter_id: 1 }
    for (const field of Object.entries(foreign)) expect(isDone(await put(admin, { ...body, ...Object.fromEntries([field]) }))).toBe(false)
    expect(await harness.store.users.findById(user.id)).toEqual(before)
    expect(isDone(await put(admin, body))).toBe(true)
    const after = await harness.store.users.findById(user.id)
    expect(after).toEqual(before && { ...before, user: { ...before.user, display_name: 'New', group: 'vip' } })
  })

  it('C-641 H-30 sets a balance, 0 included, with one row of type 3 that tells the truth', async () => {
    const user = await harness.member(Role.user)
    expect(isDone(await put(admin, { id: user.id, quota: 0 }))).toBe(true)
    expect(isDone(await put(admin, { id: user.id, quota: 0 }))).toBe(true)
    expect((await userOf(user.id)).quota).toBe(0)
    const rows = await harness.store.logs.listOwn(user.id, { type: 3 }, { offset: 0, limit: 10 })
    expect(rows.map((row) => row.content)).toEqual(['管理员将余额从 $2.000000 调整为 $0.000000'])
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('leaves alone what a form sends back empty, and refuses a name in use', async () => {
    const user = await harness.member(Role.user)
    await put(admin, { id: user.id, username: '', password: '', display_name: '', group: '' })
    expect(await userOf(user.id)).toMatchObject({ username: user.username, group: 'default' })
    expect(isDone(await put(admin, { id: user.id, username: admin.username }))).toBe(false)
    expect(isDone(await put(admin, { id: user.id, quota: -1 }))).toBe(false)
    expect(isDone(await put(admin, { id: user.id, password: 'short' }))).toBe(false)
    expect(isDone(await put(admin, { id: 999_999, display_name: 'x' }))).toBe(false)
  })

  it('writes a record whole or not at all: neither a taken name nor a balance that has moved changes anything', async () => {
    const user = await harness.member(Role.user)
    const before = await harness.store.users.findById(user.id)
    const record = { id: user.id, display_name: 'Half', password: 'a long enough password', quota: 5, quota_read: before?.user.quota }
    const taken = await put(admin, { ...record, username: admin.username })
    const moved = await put(admin, { ...record, quota_read: 4 })
    expect([isDone(taken), isDone(moved)]).toEqual([false, false])
    expect(taken.json?.['message']).toContain(admin.username)
    expect(moved.json?.['message']).toContain('$0.000008')
    expect(await harness.store.users.findById(user.id)).toEqual(before)
    expect(await harness.store.logs.listOwn(user.id, { type: 3 }, { offset: 0, limit: 10 })).toEqual([])
  })

  it('signs the user out everywhere with a new password', async () => {
    const user = await harness.member(Role.user)
    await put(admin, { id: user.id, password: 'a long enough password' })
    expect((await harness.call('GET', '/api/user/self', { cookie: user.cookie })).status).toBe(401)
    expect(await harness.signIn(user.username, 'a long enough password')).toContain('session=')
  })
})

describe('creating, crediting and finding users', () => {
  it('C-651 C-652 makes an ordinary user of the group default', async () => {
    const body = { username: 'fresh', password: 'a long enough password', inviter_id: 1 }
    const answer = await harness.call('POST', '/api/user/', { cookie: admin.cookie, body })
    expect(isDone(answer)).toBe(true)
    const user = (await harness.store.users.findByName('fresh'))?.user
    expect(user).toMatchObject({ role: 1, quota: 0, group: 'default', display_name: 'fresh', inviter_id: 0 })
    for (const bad of [{ password: '1234567' }, { username: '' }, { username: 'a@b.c' }, { username: 'fresh' }]) {
      expect(isDone(await harness.call('POST', '/api/user/', { cookie: admin.cookie, body: { ...body, ...bad } }))).toBe(false)
    }
  })

  it('makes one with the group, the balance and the role that were asked for, in one step', async () => {
    await harness.configure({ QuotaForNewUser: '300' })
    const body = { username: 'chosen', password: 'a long enough password', group: 'vip', quota: 500_000 }
    expect(isDone(await harness.call('POST', '/api/user/', { cookie: admin.cookie, body }))).toBe(true)
    const made = (await harness.store.users.findByName('chosen'))?.user
    expect(made).toMatchObject({ role: 1, quota: 500_000, group: 'vip' })
    const rows = await harness.call('GET', '/api/log/?username=chosen', { cookie: admin.cookie })
    expect(dataOf<LogObject[]>(rows)).toMatchObject([{ quota: 500_000, content: '管理员充值 $1.000000' }])

    const deputy = { username: 'deputy', password: 'a long enough password', role: 10 }
    expect(isDone(await harness.call('POST', '/api/user/', { cookie: admin.cookie, body: deputy }))).toBe(false)
    expect(await harness.store.users.findByName('deputy')).toBeUndefined()
    expect(isDone(await harness.call('POST', '/api/user/', { cookie: root.cookie, body: deputy }))).toBe(true)
    expect((await harness.store.users.findByName('deputy'))?.user).toMatchObject({ role: 10, quota: 300 })
  })

  it('H-33 credits a known user with a row of type 1, and nobody else', async () => {
    const user = await harness.member(Role.user)
    const credit = (body: object) => harness.call('POST', '/api/topup', { cookie: admin.cookie, body })
    expect(isDone(await credit({ user_id: user.id, quota: 500_000, remark: '' }))).toBe(true)
    expect((await userOf(user.id)).quota).toBe(1_500_000)
    const own = await harness.call('GET', '/api/log/self/?type=1', { cookie: user.cookie })
    expect(dataOf<LogObject[]>(own)).toMatchObject([{ type: 1, quota: 500_000, content: '管理员充值 $1.000000' }])
    for (const bad of [
      { user_id: 999_999, quota: 1 },
      { user_id: user.id, quota: -1 },
      { user_id: user.id, quota: Number.MAX_SAFE_INTEGER },
    ]) {
      expect(isDone(await credit(bad))).toBe(false)
    }
    expect((await userOf(user.id)).quota).toBe(1_500_000)
  })

  it('H-34 refuses an unknown action and an empty or unknown name', async () => {
    const user = await harness.member(Role.user)
    for (const [username, action] of [
      [user.username, 'explode'],
      ['', 'disable'],
      ['nobody-there', 'disable'],
    ] as const) {
      expect(isDone(await manage(root, username, action))).toBe(false)
    }
    expect((await userOf(user.id)).status).toBe(1)
  })

  it('H-60 C-653 finds by name, mail or id, and shows no secret of anyone', async () => {
    const user = await harness.member(Role.user, 'alice%_x')
    await harness.store.users.setAccessToken(user.id, 'the-secret-system-token')
    const search = (keyword: string) =>
      harness.call('GET', `/api/user/search?keyword=${encodeURIComponent(keyword)}`, { cookie: admin.cookie })
    expect(dataOf<UserObject[]>(await search(' alice%_ ')).map(({ id }) => id)).toEqual([user.id])
    expect(dataOf<UserObject[]>(await search(String(user.id))).some(({ id }) => id === user.id)).toBe(true)
    expect(dataOf<UserObject[]>(await search('a%x'))).toEqual([])
    const list = await harness.call('GET', '/api/user/?p=0&order=quota', { cookie: admin.cookie })
    for (const answer of [list, await search('alice')]) {
      expect(answer.text).not.toMatch(/argon2|the-secret|auth_version|hmac/)
      for (const row of dataOf<UserObject[]>(answer)) expect([row.password, row.access_token]).toEqual(['', ''])
    }
  })

  it('leaves a trail with who, what, before and after, and never a password', async () => {
    const user = await harness.member(Role.user)
    await put(admin, { id: user.id, display_name: 'Traced', password: 'a very secret password' })
    const answer = await harness.call('GET', `/api/audit/?actor_id=${admin.id}&action=user.edit`, { cookie: root.cookie })
    const [entry] = dataOf<AuditObject[]>(answer)
    expect(entry).toMatchObject({ actor_name: admin.username, object: `user ${user.id}`, credential: 'session', address: '127.0.0.1' })
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ display_name: 'Traced', password: 'changed' })
    expect(answer.text).not.toContain('secret password')
  })
})
