import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { ChannelObject } from '@weir/contract/channel'
import type { TokenObject } from '@weir/contract/token'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Answer, type Member, type ServerHarness } from './testing/server-harness.ts'

let harness: ServerHarness
let admin: Member
let alice: Member

beforeAll(async () => {
  harness = await openServerHarness()
  admin = await harness.member(Role.admin)
  alice = await harness.member(Role.user, 'alice')
})

afterAll(() => harness.close())

const dataOf = <T>(answer: Answer): T => answer.json?.['data'] as T
const get = (path: string, by?: Member) => harness.call('GET', path, by === undefined ? {} : { cookie: by.cookie })
const send = (method: string, path: string, options: { readonly by: Member; readonly body?: object }) =>
  harness.call(method, path, { cookie: options.by.cookie, ...(options.body !== undefined && { body: options.body }) })
const keysOf = (value: unknown): readonly string[] => Object.keys(value ?? {})

describe('what the console and other clients rely on', () => {
  it('C-611 tells the status without a session, in the fields of the product', async () => {
    const status = dataOf<object>(await get('/api/status'))
    const fields =
      'system_name logo footer_html quota_per_unit display_in_currency chat_link server_address top_up_link turnstile_check turnstile_site_key version email_verification github_oauth github_client_id wechat_login wechat_qrcode lark_client_id'
    expect(keysOf(status)).toEqual(expect.arrayContaining(fields.split(' ')))
    expect(JSON.stringify(status)).not.toMatch(/secret|token"/i)
  })

  it('C-612 answers every path with a boolean success and a text', async () => {
    for (const { endpoint } of harness.routes) {
      const { json } = await harness.call(endpoint.method, endpoint.path.replace(':id', '1'))
      expect([endpoint.path, typeof json?.['success'], typeof json?.['message']]).toEqual([endpoint.path, 'boolean', 'string'])
    }
  })

  it('C-613 C-614 C-615 signs in with id, name, role and status, and with nothing secret', async () => {
    const login = (password: string) => harness.call('POST', '/api/user/login', { body: { username: 'alice', password } })
    const answer = await login(alice.password)
    expect(dataOf<object>(answer)).toMatchObject({ id: alice.id, username: 'alice', role: 1, status: 1 })
    expect(keysOf(answer.json?.['data'])).toEqual(['id', 'username', 'display_name', 'role', 'status'])
    const wrong = await login('not the password')
    expect([wrong.status, wrong.json?.['success'], wrong.json?.['message'] === '']).toEqual([200, false, false])
  })

  it('C-616 C-617 C-618 shows the own record while the session lasts', async () => {
    expect((await get('/api/token/')).status).toBe(401)
    const bob = await harness.member(Role.user)
    const self = dataOf<Record<string, unknown>>(await get('/api/user/self', bob))
    const fields = 'id username display_name email github_id wechat_id group quota used_quota request_count role status'
    expect(keysOf(self)).toEqual(expect.arrayContaining(fields.split(' ')))
    expect(self['password']).toBe('')
    await get('/api/user/logout', bob)
    expect((await get('/api/user/self', bob)).status).toBe(401)
  })

  it('C-622 C-623 C-624 C-625 C-626 C-627 keeps tokens', async () => {
    const body = { name: 't1', remain_quota: 500_000, expired_time: -1, unlimited_quota: false, models: '', subnet: '' }
    const created = dataOf<TokenObject>(await send('POST', '/api/token/', { by: alice, body }))
    for (let more = 0; more < 10; more++) await send('POST', '/api/token/', { by: alice, body: { ...body, name: `more ${more}` } })
    expect(dataOf<TokenObject[]>(await get('/api/token/?p=0&order=', alice))).toHaveLength(10)
    expect(dataOf<TokenObject[]>(await get('/api/token/?p=1&order=', alice)).map(({ name }) => name)).toEqual(['t1'])
    expect(dataOf<TokenObject[]>(await get('/api/token/search?keyword=t1', alice))).toMatchObject([{ id: created.id, key: created.key }])
    const off = await send('PUT', '/api/token/?status_only=true', { by: alice, body: { id: created.id, status: 2 } })
    expect(dataOf<object>(off)).toMatchObject({ status: 2, name: 't1', remain_quota: 500_000 })
    await send('DELETE', `/api/token/${created.id}/`, { by: alice })
    expect(dataOf<TokenObject[]>(await get('/api/token/?p=1', alice))).toEqual([])
    expect(dataOf<unknown>(await get('/api/user/available_models', alice))).toEqual([])
  })

  it('C-628 C-629 C-630 keeps channels', async () => {
    const body = { type: 1, name: 'first', key: 'sk-1', models: 'gpt-4o,gpt-4o-mini', group: 'default,vip' }
    await send('POST', '/api/channel/', { by: admin, body })
    const [channel] = dataOf<ChannelObject[]>(await get('/api/channel/?p=0', admin))
    expect(channel).toMatchObject({ name: 'first', models: 'gpt-4o,gpt-4o-mini', group: 'default,vip', key: '' })
    const id = channel?.id ?? 0
    expect(dataOf<object>(await send('PUT', '/api/channel/', { by: admin, body: { id, priority: 5 } }))).toMatchObject({
      priority: 5,
      name: 'first',
      status: 1,
      models: 'gpt-4o,gpt-4o-mini',
    })
    expect(dataOf<object>(await send('PUT', '/api/channel/', { by: admin, body: { id, status: 2 } }))).toMatchObject({ status: 2, key: '' })
  })

  it('C-640 answers a managed user with the new status and role', async () => {
    const carol = await harness.member(Role.user)
    const answer = await send('POST', '/api/user/manage', { by: admin, body: { username: carol.username, action: 'disable' } })
    expect(answer.json).toEqual({ success: true, message: '', data: { role: 1, status: 2 } })
  })

  it('C-645 keeps ordinary users out of the administration', async () => {
    for (const path of ['/api/channel/', '/api/user/', '/api/option/', '/api/log/', '/api/redemption/', '/api/group/']) {
      expect([path, (await get(path, alice)).status]).toEqual([path, 403])
    }
  })

  it('C-646 C-647 C-649 gives out states and tokens that never repeat', async () => {
    const states = [dataOf<string>(await get('/api/oauth/state')), dataOf<string>(await get('/api/oauth/state'))]
    const tokens = [dataOf<string>(await get('/api/user/token', alice)), dataOf<string>(await get('/api/user/token', alice))]
    for (const [one, other] of [states, tokens]) {
      expect(one?.length).toBeGreaterThan(10)
      expect(one).not.toBe(other)
    }
  })
})
