import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type CallOptions, type Member, type ServerHarness } from '../../../testing/server-harness.ts'

let harness: ServerHarness
let admin: Member
let token: string

beforeAll(async () => {
  harness = await openServerHarness()
  admin = await harness.member(Role.admin)
  token = String((await harness.call('GET', '/api/user/token', { cookie: admin.cookie })).json?.['data'])
})

afterAll(() => harness.close())

const isDone = async (method: string, path: string, options: CallOptions) =>
  (await harness.call(method, path, { ...options, headers: { 'accept-language': 'en', ...options.headers } })).json?.['success']

describe('null in a body', () => {
  it('is the same as absent, in every call that has a body', async () => {
    const { cookie } = admin
    const registration = { username: 'null-aff', password: 'a long enough password', email: null, verification_code: null, aff_code: null }
    expect(await isDone('POST', '/api/user/register', { body: registration })).toBe(true)
    const user = await harness.store.users.findByName('null-aff')
    const calls: readonly (readonly [string, string, object])[] = [
      ['POST', '/api/token/', { name: 't', models: null, subnet: null, expired_time: null, unlimited_quota: null, remain_quota: null }],
      ['POST', '/api/channel/', { type: 1, key: 'k', models: 'm', name: null, base_url: null, other: null, config: null, weight: null }],
      ['POST', '/api/redemption/', { name: 'r', quota: 5, count: null, expired_time: null }],
      ['POST', '/api/topup', { user_id: user?.user.id, quota: 5, remark: null }],
      ['POST', '/api/user/', { username: 'null-made', password: 'a long enough password', display_name: null, role: null }],
      ['PUT', '/api/user/', { id: user?.user.id, username: null, password: null, quota: null, group: 'vip', email: null }],
      ['PUT', '/api/user/self', { username: null, password: null, display_name: 'Admin' }],
      ['POST', '/api/user/manage', { username: 'null-made', id: null, action: 'disable', mode: null, value: null }],
    ]
    for (const [method, path, body] of calls) expect([path, await isDone(method, path, { cookie, body })]).toEqual([path, true])
    expect((await harness.store.users.findByName('null-aff'))?.user.group).toBe('vip')
    expect(await isDone('PUT', '/api/option/', { cookie, body: { key: 'RetryTimes', value: null } })).toBe(false)
  })
})

describe('a body that is not called JSON', () => {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'text/plain;charset=UTF-8', '']

  it('is read as JSON when no cookie comes with it', async () => {
    for (const type of types) {
      const headers = { authorization: token, 'content-type': type }
      const created = await isDone('POST', '/api/token/', { headers, rawBody: '{"name":"from a script"}' })
      const login = await isDone('POST', '/api/user/login', {
        headers: { 'content-type': type },
        rawBody: JSON.stringify({ username: admin.username, password: admin.password }),
      })
      expect([type, created, login]).toEqual([type, true, true])
    }
  })

  it('is refused with a cookie, and when it is no JSON either', async () => {
    const headers = { 'content-type': 'text/plain' }
    const byCookie = await harness.call('POST', '/api/token/', { cookie: admin.cookie, headers, rawBody: '{"name":"planted"}' })
    const form = await harness.call('POST', '/api/user/login', { headers, rawBody: 'username=a&password=b' })
    expect([byCookie.status, form.status]).toEqual([415, 415])
  })

  it('signs nobody in from the page of another site', async () => {
    for (const origin of ['https://evil.test', 'null']) {
      const headers = { 'content-type': 'text/plain', origin, authorization: 'Basic YTpi' }
      const rawBody = JSON.stringify({ username: admin.username, password: admin.password })
      const answer = await harness.call('POST', '/api/user/login', { headers, rawBody })
      expect([origin, answer.status, answer.cookies]).toEqual([origin, 403, []])
    }
  })
})

describe('the page that calls', () => {
  const create = (headers: Readonly<Record<string, string>>, cookie?: string) =>
    harness.call('POST', '/api/token/', { headers, body: { name: 'n' }, ...(cookie !== undefined && { cookie }) })

  it('is this site when the names are the same and the server was not told the port', async () => {
    const cases = [
      [{ host: 'gw.example', origin: 'http://gw.example:8080' }, 200],
      [{ host: 'GW.example', origin: 'http://gw.example:8080' }, 200],
      [{ host: 'gw.example', referer: 'http://gw.example:8080/token' }, 200],
      [{ host: 'gw.example:443', origin: 'https://gw.example' }, 200],
      [{ host: '[::1]', origin: 'http://[::1]:8080' }, 200],
      [{ host: 'gw.example:8081', origin: 'http://gw.example:8080' }, 403],
      [{ host: 'gw.example', origin: 'http://other.example:8080' }, 403],
      [{ host: 'gw.example', origin: 'http://gw.example.evil.test' }, 403],
      [{ host: '127.0.0.1:3000', origin: 'http://gw.example:8080' }, 403],
    ] as const
    for (const [headers, status] of cases) expect([headers, (await create(headers, admin.cookie)).status]).toEqual([headers, status])
  })

  it('is named in the refusal, with what to do', async () => {
    const headers = { host: '127.0.0.1:3000', origin: 'http://gw.example:8080', 'accept-language': 'en' }
    expect((await create(headers, admin.cookie)).json?.['message']).toBe(
      'A request from another site was refused: the page is http://gw.example:8080, this server was called as 127.0.0.1:3000. Use the console itself; a proxy must pass the Host header on',
    )
  })

  it('is the console where its own header says so, whatever name a proxy gives the server', async () => {
    const behind = { host: '127.0.0.1:3000', origin: 'http://gw.example:8080', 'x-weir-console': '1' }
    expect((await create(behind, admin.cookie)).status).toBe(200)
    expect((await create({ ...behind, 'sec-fetch-site': 'cross-site' }, admin.cookie)).status).toBe(403)
  })

  it('does not matter to a caller who shows a token and no cookie', async () => {
    const page = { host: '127.0.0.1:3000', origin: 'https://scripts.example', 'sec-fetch-site': 'cross-site' }
    for (const authorization of [token, `Bearer ${token}`]) expect((await create({ ...page, authorization })).status).toBe(200)
    expect((await create({ ...page, authorization: token }, admin.cookie)).status).toBe(403)
  })
})

describe('an option', () => {
  it('may be sent as the number or the switch that it is', async () => {
    for (const [key, value] of [
      ['RetryTimes', 3],
      ['RegisterEnabled', false],
      ['QuotaPerUnit', 500000.5],
    ] as const) {
      expect(await isDone('PUT', '/api/option/', { cookie: admin.cookie, body: { key, value } })).toBe(true)
      const list = (await harness.call('GET', '/api/option/', { cookie: admin.cookie })).json?.['data']
      expect(list).toContainEqual({ key, value: String(value) })
    }
  })
})

describe('a redemption code', () => {
  it('is not made to end at a time, which it would not', async () => {
    const answer = await harness.call('POST', '/api/redemption/', {
      cookie: admin.cookie,
      headers: { 'accept-language': 'en' },
      body: { name: 'r', quota: 5, expired_time: 1_900_000_000 },
    })
    expect(answer.json).toEqual({
      success: false,
      message: 'Invalid parameter: expired_time, is not a setting of this product; leave it empty',
    })
    expect(await isDone('POST', '/api/redemption/', { cookie: admin.cookie, body: { name: 'r', quota: 5, expired_time: 0 } })).toBe(true)
  })
})
