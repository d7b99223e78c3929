import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { TokenObject } from '@weir/contract/token'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Answer, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
let alice: Member
let bob: Member
let admin: Member

beforeAll(async () => {
  harness = await openServerHarness()
  alice = await harness.member(Role.user, 'alice')
  bob = await harness.member(Role.user, 'bob')
  admin = await harness.member(Role.admin, 'admin')
})

afterAll(() => harness.close())

const dataOf = <T>(answer: Answer): T => answer.json?.['data'] as T

const newChannel = async (body: Readonly<Record<string, unknown>>): Promise<number> => {
  await harness.call('POST', '/api/channel/', { cookie: admin.cookie, body })
  const [newest] = dataOf<readonly { id: number }[]>(await harness.call('GET', '/api/channel/', { cookie: admin.cookie }))
  if (newest === undefined) throw new Error('the channel was not created')
  return newest.id
}

describe('tokens', () => {
  it('AZ-03 are seen and changed by their owner alone, not even by an administrator', async () => {
    const token = await harness.token(alice, { name: 'of alice' })
    for (const stranger of [bob, admin]) {
      const { cookie } = stranger
      const missing = await harness.call('GET', `/api/token/${token.id + 100_000}`, { cookie })
      const answers = await Promise.all([
        harness.call('GET', `/api/token/${token.id}`, { cookie }),
        harness.call('PUT', '/api/token/', { cookie, body: { id: token.id, name: 'taken' } }),
        harness.call('PUT', '/api/token/?status_only=1', { cookie, body: { id: token.id, status: 2 } }),
        harness.call('DELETE', `/api/token/${token.id}/`, { cookie }),
        harness.call('POST', `/api/token/${token.id}/key`, { cookie, body: { grace_seconds: 0 } }),
      ])
      const wanted = String(missing.json?.['message']).replace(String(token.id + 100_000), String(token.id))
      expect(answers.map(({ status, json }) => [status, json])).toEqual(Array(5).fill([200, { success: false, message: wanted }]))
      const lists = await Promise.all(['/api/token/', '/api/token/search?keyword=of'].map((path) => harness.call('GET', path, { cookie })))
      expect(lists.map((list) => dataOf<unknown>(list))).toEqual([[], []])
    }
    const mine = await harness.call('GET', `/api/token/${token.id}`, { cookie: alice.cookie })
    expect(dataOf<TokenObject>(mine)).toMatchObject({ name: 'of alice', status: 1, key: token.key })
  })

  it('take nothing from the body that belongs to the server', async () => {
    const body = { name: 'greedy', user_id: bob.id, key: 'chosen', used_quota: -5, status: 2, id: 1, created_time: 1 }
    const token = await harness.token(alice, body)
    expect(token).toMatchObject({ user_id: alice.id, used_quota: 0, status: 1 })
    expect(token.key).toMatch(/^[0-9A-Za-z]{48}$/)
  })

  it('get a new key from their owner, and the old one works for the chosen time alone', async () => {
    const token = await harness.token(alice, { name: 'renewed' })
    const replace = (body: Readonly<Record<string, unknown>>) =>
      harness.call('POST', `/api/token/${token.id}/key`, { cookie: alice.cookie, body })
    const relayStatus = async (key: string) =>
      (await harness.call('GET', '/v1/models', { headers: { authorization: `Bearer sk-${key}` } })).status
    for (const grace of [-1, 1, 3601, '3600', null, 1e12]) expect((await replace({ grace_seconds: grace })).json?.['success']).toBe(false)
    expect((await replace({})).json?.['success']).toBe(false)
    expect(await relayStatus(token.key)).toBe(200)

    const second = dataOf<TokenObject>(await replace({ grace_seconds: 86_400 }))
    expect(second).toMatchObject({ id: token.id, name: 'renewed', used_quota: token.used_quota })
    expect(second.key).toMatch(/^[0-9A-Za-z]{48}$/)
    expect(second.key).not.toBe(token.key)
    expect([await relayStatus(token.key), await relayStatus(second.key)]).toEqual([200, 200])

    const third = dataOf<TokenObject>(await replace({ grace_seconds: 0 }))
    expect([await relayStatus(token.key), await relayStatus(second.key), await relayStatus(third.key)]).toEqual([401, 401, 200])
  })

  it('stay out of the relay once they are switched off or deleted', async () => {
    const token = await harness.token(alice, { name: 'off' })
    const relayStatus = async () =>
      (await harness.call('GET', '/v1/models', { headers: { authorization: `Bearer sk-${token.key}` } })).status
    expect(await relayStatus()).toBe(200)
    await harness.call('PUT', '/api/token/?status_only=1', { cookie: alice.cookie, body: { id: token.id, status: 2 } })
    expect(await relayStatus()).toBe(401)
    await harness.call('PUT', '/api/token/?status_only=1', { cookie: alice.cookie, body: { id: token.id, status: 1 } })
    expect(await relayStatus()).toBe(200)
    await harness.call('DELETE', `/api/token/${token.id}/`, { cookie: alice.cookie })
    expect(await relayStatus()).toBe(401)
  })

  it('AN-28 keep the relay to their subnets, by the peer and not by a header', async () => {
    const token = await harness.token(alice, { name: 'net', subnet: '10.1.0.0/16,2001:db8::/32' })
    const status = async (peer: string) => {
      const headers = { authorization: `Bearer sk-${token.key}`, 'x-forwarded-for': '10.1.2.3', 'x-real-ip': '10.1.2.3' }
      return (await harness.call('GET', '/v1/models', { headers, peer })).status
    }
    const inside = ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::5', '2001:db8::5%eth0']
    const outside = ['10.2.0.1', '::ffff:10.2.0.1', '127.0.0.1', '2001:db9::1', '2001:db9::1%2001:db8::5', 'fe80::1%eth0', '']
    expect(await Promise.all(inside.map(status))).toEqual(inside.map(() => 200))
    expect(await Promise.all(outside.map(status))).toEqual(outside.map(() => 403))
  })

  it('AN-28 say why they are refused, and nothing else', async () => {
    const told = async (over: Readonly<Record<string, unknown>>, status?: number) => {
      const token = await harness.token(alice, { name: 'told', ...over })
      if (status !== undefined) await harness.store.tokens.setStatus(alice.id, token.id, { status })
      const headers = { authorization: `Bearer sk-${token.key}`, 'accept-language': 'en' }
      const answer = await harness.call('POST', '/v1/chat/completions', {
        headers,
        body: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }] },
      })
      expect(answer.text).not.toContain(alice.username)
      expect(answer.text).not.toContain(token.key)
      return (answer.json?.['error'] as { readonly code?: string } | undefined)?.code
    }
    expect(await told({}, 2)).toBe('token_disabled')
    expect(await told({ expired_time: 1000 })).toBe('token_expired')
    expect(await told({ unlimited_quota: false, remain_quota: 0 })).toBe('token_exhausted')
    expect(await told({ subnet: '10.1.0.0/16' })).toBe('address_not_allowed')
    expect(await told({ models: 'another-model' })).toBe('model_not_allowed')
  })

  it('AN-27 let only administrators pin a channel', async () => {
    const own = await harness.token(alice, { name: 'pin' })
    const adminToken = await harness.token(admin, { name: 'pin' })
    const body = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }] }
    const call = (key: string) => harness.call('POST', '/v1/chat/completions', { headers: { authorization: `Bearer sk-${key}` }, body })
    expect((await call(`${own.key}-1`)).json).toMatchObject({ error: { code: 'channel_not_allowed' } })
    expect((await call(`${adminToken.key}-999`)).json).toMatchObject({ error: { code: 'invalid_channel' } })
    for (const odd of [`${own.key}-`, `${own.key}-1-2`, `-${own.key}`, '-1', 'x'.repeat(1_000_000), `${own.key}-x`]) {
      expect([odd.slice(0, 60), (await call(odd)).status]).toEqual([odd.slice(0, 60), 401])
    }
  })
})

describe('a registration', () => {
  it('AZ-07 takes nothing from the body that belongs to the server', async () => {
    const greedy = { role: 100, quota: 1e9, used_quota: -5, status: 1, group: 'vip', inviter_id: alice.id, access_token: 'chosen', id: 1 }
    const body = { username: 'newcomer', password: 'tide-gate 41 mills', display_name: 'Root', ...greedy }
    expect((await harness.call('POST', '/api/user/register', { body })).json?.['success']).toBe(true)
    const account = await harness.store.users.findByName('newcomer')
    expect(account?.user).toMatchObject({ role: 1, quota: 0, used_quota: 0, group: 'default', inviter_id: 0 })
    expect([account?.hasAccessToken, account?.user.id === 1]).toEqual([false, false])
  })
})

describe('the own profile', () => {
  it('AZ-05 changes by its three fields alone', async () => {
    const before = dataOf<Record<string, unknown>>(await harness.call('GET', '/api/user/self', { cookie: bob.cookie }))
    const numbers = {
      role: 100,
      quota: 1e9,
      used_quota: -1,
      request_count: 7,
      status: 2,
      inviter_id: alice.id,
      id: alice.id,
      auth_version: 9,
    }
    const texts = { group: 'vip', email: 'a@b.c', github_id: 'x', oidc_id: 'x', access_token: 'chosen', aff_code: 'chosen', stray: 'x' }
    const nested = { user: { role: 100 }, data: [{ role: 100 }], $set: { role: 100 } }
    const body = { display_name: 'Bob', ...numbers, ...texts, ...nested }
    expect((await harness.call('PUT', '/api/user/self', { cookie: bob.cookie, body })).json?.['success']).toBe(true)
    const after = await harness.call('GET', '/api/user/self', { cookie: bob.cookie })
    expect(dataOf<Record<string, unknown>>(after)).toEqual({ ...before, display_name: 'Bob' })
    expect((await harness.call('GET', '/api/user/self', { headers: { authorization: 'chosen' } })).status).toBe(401)
    for (const display_name of [{ a: 1 }, ['x'], 5]) {
      expect((await harness.call('PUT', '/api/user/self', { cookie: bob.cookie, body: { display_name } })).json?.['success']).toBe(false)
    }
    const self = dataOf<Record<string, unknown>>(await harness.call('GET', '/api/user/self', { cookie: bob.cookie }))
    expect(self).toMatchObject({ id: bob.id, display_name: 'Bob', role: 1, quota: 1_000_000, used_quota: 0, group: 'default', email: '' })
    const other = dataOf<Record<string, unknown>>(await harness.call('GET', '/api/user/self', { cookie: alice.cookie }))
    expect(other['display_name']).toBe('alice')
  })

  it('cannot take a name that is in use', async () => {
    const headers = { 'accept-language': 'en' }
    const answer = await harness.call('PUT', '/api/user/self', { cookie: bob.cookie, headers, body: { username: 'alice' } })
    expect(answer.json).toEqual({ success: false, message: 'The username alice is already taken' })
  })

  it('shows neither the password nor its hash nor the access token', async () => {
    await harness.call('GET', '/api/user/token', { cookie: alice.cookie })
    const self = await harness.call('GET', '/api/user/self', { cookie: alice.cookie })
    expect(dataOf<Record<string, unknown>>(self)).toMatchObject({ password: '', access_token: '', verification_code: '' })
    expect(self.text).not.toContain('argon2')
  })
})

describe('channels', () => {
  const secret = 'sk-upstream-4b1d9f'
  const fields = { type: 1, name: 'main', models: 'gpt-4o-mini,gpt-4o', key: secret }

  it('never show their key in any reply', async () => {
    const id = await newChannel(fields)
    const { cookie } = admin
    const answers = await Promise.all([
      harness.call('GET', '/api/channel/', { cookie }),
      harness.call('GET', `/api/channel/${id}`, { cookie }),
      harness.call('PUT', '/api/channel/', { cookie, body: { id, name: 'renamed' } }),
      harness.call('PUT', '/api/channel/', { cookie, body: { id, key: `${secret}-new` } }),
      harness.call('PUT', '/api/channel/', { cookie, body: { id, key: `${secret}\u0000` } }),
      harness.call('POST', '/api/channel/', { cookie, body: { ...fields, type: secret } }),
      harness.call('DELETE', `/api/channel/${id}/`, { cookie }),
    ])
    expect(answers.map(({ text }) => text.includes(secret))).toEqual(Array(7).fill(false))
  })

  it('belong to the group default and are made one for each line of the key', async () => {
    await harness.call('POST', '/api/channel/', { cookie: admin.cookie, body: { ...fields, name: 'batch', key: 'a\n\n  b  \nc\n' } })
    const rows = dataOf<readonly { name: string; group: string; key: string }[]>(
      await harness.call('GET', '/api/channel/', { cookie: admin.cookie }),
    )
    const batch = rows.filter(({ name }) => name === 'batch')
    expect(batch.map(({ group, key }) => [group, key])).toEqual(Array(3).fill(['default', '']))
  })

  it('need their key again when they are pointed at another origin', async () => {
    const id = await newChannel({ ...fields, base_url: 'https://one.example/v9' })
    const { cookie } = admin
    const headers = { 'accept-language': 'en' }
    const edit = (body: Readonly<Record<string, unknown>>) =>
      harness.call('PUT', '/api/channel/', { cookie, headers, body: { id, ...body } })
    const refused = {
      success: false,
      message: 'Enter the key again when you change the address or the type of a channel, or the proxy of one without https',
    }
    for (const body of [
      { base_url: 'https://two.example' },
      { base_url: '' },
      { base_url: 'http://one.example' },
      { base_url: 'https://one.example:8443' },
      { base_url: 'https://two.example', key: '' },
      { base_url: 'https://two.example', key: '   ' },
    ]) {
      expect([body, (await edit(body)).json]).toEqual([body, refused])
    }
    expect((await edit({ base_url: 'https://one.example/other/path' })).json?.['success']).toBe(true)
    expect((await edit({ base_url: 'https://two.example', key: 'its own key' })).json?.['success']).toBe(true)
    const after = dataOf<Record<string, unknown>>(await harness.call('GET', `/api/channel/${id}`, { cookie }))
    expect(after['base_url']).toBe('https://two.example')
  })

  it('take neither their counters nor their times from the body', async () => {
    const id = await newChannel({ ...fields, used_quota: 5, balance: 7, test_time: 9, status: 3, created_time: 1 })
    const row = dataOf<Record<string, unknown>>(await harness.call('GET', `/api/channel/${id}`, { cookie: admin.cookie }))
    expect(row).toMatchObject({ used_quota: 0, balance: 0, test_time: 0, status: 2 })
    expect(row['created_time']).not.toBe(1)
  })

  it('refuse an address that is not http or carries an account', async () => {
    for (const baseUrl of ['ftp://a.b', 'javascript:alert(1)', '//a.b', 'https://user:pass@a.b', 'https://a.b/#x', 'not a url']) {
      const answer = await harness.call('POST', '/api/channel/', { cookie: admin.cookie, body: { ...fields, base_url: baseUrl } })
      expect([baseUrl, answer.json?.['success']]).toEqual([baseUrl, false])
    }
  })

  it('show users the models of their group and of no other', async () => {
    await newChannel({ ...fields, models: 'only-vip', group: 'vip' })
    const models = dataOf<readonly string[]>(await harness.call('GET', '/api/user/available_models', { cookie: alice.cookie }))
    expect(models).toContain('gpt-4o-mini')
    expect(models).not.toContain('only-vip')
  })

  it('show users the models of a group that their tokens may choose', async () => {
    await newChannel({ ...fields, models: 'only-night', group: 'night' })
    await harness.configure({ UserUsableGroups: '{"night":"slow"}' })
    const ask = async (path: string) => (await harness.call('GET', path, { cookie: alice.cookie })).json
    for (const path of ['/api/user/available_models', '/api/user/models']) {
      expect(await ask(`${path}?group=night`)).toMatchObject({ success: true, data: ['only-night'] })
      expect((await ask(`${path}?group=`))?.['data']).toContain('gpt-4o-mini')
      expect(await ask(`${path}?group=vip`)).toMatchObject({ success: false, message: expect.stringContaining('group') })
    }
    await harness.configure({ UserUsableGroups: '{}' })
  })
})
