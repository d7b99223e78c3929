import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const answer = (): Response =>
  Response.json({
    choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  })

const refusal = (): Response => Response.json({ error: { message: 'Incorrect key', code: 'invalid_api_key' } }, { status: 401 })

let harness: ServerHarness
let reply = answer
let admin: Member
let root = ''

beforeAll(async () => {
  harness = await openServerHarness({ upstream: () => Promise.resolve(reply()) })
  root = await harness.signIn('root', '123456')
  admin = await harness.member(Role.admin)
})

afterAll(() => harness.close())

interface Shown {
  readonly quota: number
  readonly request_count: number
  readonly tokens: readonly { readonly id: number; readonly name: string; readonly key: string }[]
  readonly models: readonly string[]
  readonly last_answered: unknown
  readonly setup: {
    readonly steps: readonly { readonly id: string; readonly is_done: boolean }[]
    readonly untested_channel: { readonly id: number; readonly name: string } | null
    readonly tested_model: string
  }
}

const overviewFor = async (cookie: string) => (await harness.call('GET', '/api/user/overview', { cookie })).json?.['data'] as Shown
const setupFor = async (cookie: string) => (await overviewFor(cookie)).setup

const openSteps = async (cookie: string) => (await setupFor(cookie)).steps.filter(({ is_done }) => !is_done).map(({ id }) => id)

describe('what a new installation still needs', () => {
  it('is told to administrators', async () => {
    const user = await harness.member(Role.user)
    expect(await setupFor(user.cookie)).toBeNull()
    expect((await harness.call('GET', '/api/user/overview')).status).toBe(401)
  })

  it('asks root of a new installation for five things and an admin for three', async () => {
    expect(await openSteps(root)).toEqual(['password', 'address', 'channel', 'token', 'request'])
    expect(await openSteps(admin.cookie)).toEqual(['channel', 'token', 'request'])
    expect(await setupFor(root)).toMatchObject({ untested_channel: null, tested_model: '' })
  })

  it('takes the password for changed when it is', async () => {
    await harness.call('PUT', '/api/user/self', { cookie: root, body: { password: 'a password of my own' } })
    root = await harness.signIn('root', 'a password of my own')
    expect(await openSteps(root)).toEqual(['address', 'channel', 'token', 'request'])
  })

  it('takes the address for set when it is not the default, or when the default is where root works', async () => {
    const atDefault = await harness.handle(
      new Request('http://localhost:3000/api/user/overview', { headers: { cookie: root } }),
      '127.0.0.1',
    )
    expect(await atDefault.text()).toContain('{"id":"address","is_done":true}')
    expect(await openSteps(root)).toContain('address')
    await harness.configure({ ServerAddress: 'https://gate.test' })
    expect(await openSteps(root)).toEqual(['channel', 'token', 'request'])
  })

  it('wants a channel that has passed its test, and names the one that has not', async () => {
    const fields = { type: 1, name: 'one', key: 'sk-1', base_url: 'http://upstream.test', models: 'gpt-4o-mini', group: 'default' }
    await harness.call('POST', '/api/channel/', { cookie: root, body: fields })
    const [channel] = await harness.store.channels.list({ offset: 0, limit: 1 })
    const id = channel?.id ?? 0
    expect(await setupFor(root)).toMatchObject({ untested_channel: { id, name: 'one' }, tested_model: '' })
    await harness.call('POST', '/api/channel/', { cookie: root, body: { ...fields, name: 'two' } })
    expect(await setupFor(root)).toMatchObject({ untested_channel: { id: id + 1, name: 'two' } })
    await harness.call('DELETE', `/api/channel/${id + 1}/`, { cookie: root })
    reply = refusal
    await harness.call('GET', `/api/channel/test/${id}/`, { cookie: root })
    expect(await openSteps(root)).toContain('channel')
    reply = answer
    await harness.call('GET', `/api/channel/test/${id}/`, { cookie: root })
    expect(await openSteps(root)).toEqual(['token', 'request'])
    expect(await setupFor(root)).toMatchObject({ untested_channel: null, tested_model: 'gpt-4o-mini' })
  })

  it("wants a usable token of the caller's own, and at last a request that was answered", async () => {
    const spent = await harness.token({ id: 1, username: 'root', password: '', cookie: root }, { unlimited_quota: false, remain_quota: 0 })
    expect(await openSteps(root)).toEqual(['token', 'request'])
    await harness.call('DELETE', `/api/token/${spent.id}/`, { cookie: root })
    const { key } = await harness.token({ id: 1, username: 'root', password: '', cookie: root })
    expect(await openSteps(root)).toEqual(['request'])
    const body = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] }
    const failed = { headers: { authorization: 'Bearer sk-none' }, body }
    await harness.call('POST', '/v1/chat/completions', failed)
    expect(await openSteps(root)).toEqual(['request'])
    expect((await harness.call('POST', '/v1/chat/completions', { headers: { authorization: `Bearer sk-${key}` }, body })).status).toBe(200)
    expect(await openSteps(root)).toEqual([])
  })

  it('asks nothing of an admin who joins an installation that works', async () => {
    expect(await openSteps((await harness.member(Role.admin)).cookie)).toEqual([])
  })
})

describe('what a request needs', () => {
  it("is the caller's own: tokens, models of the group, the balance and what was answered last", async () => {
    const user = await harness.member(Role.user)
    expect(await overviewFor(user.cookie)).toMatchObject({
      quota: 1_000_000,
      request_count: 0,
      tokens: [],
      models: ['gpt-4o-mini'],
      last_answered: null,
    })
    const { id, key } = await harness.token(user, { name: 'mine' })
    const headers = { authorization: `Bearer sk-${key}` }
    const body = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] }
    expect((await harness.call('POST', '/v1/chat/completions', { headers, body })).status).toBe(200)
    await harness.call('POST', '/v1/chat/completions', { headers, body: { ...body, model: 'nobody-has-this' } })
    const shown = await overviewFor(user.cookie)
    expect(shown).toMatchObject({ request_count: 1, tokens: [{ id, name: 'mine', key }] })
    expect(shown.last_answered).toEqual({ model_name: 'gpt-4o-mini', token_name: 'mine' })
    expect(shown.quota).toBeLessThan(1_000_000)
  })
})

describe('the default password', () => {
  it('is told at sign-in, and no other password is', async () => {
    const fresh = await openServerHarness()
    const login = (password: string) => fresh.call('POST', '/api/user/login', { body: { username: 'root', password } })
    expect((await login('123456')).json?.['data']).toMatchObject({ username: 'root', default_password: true })
    const cookie = await fresh.signIn('root', '123456')
    await fresh.call('PUT', '/api/user/self', { cookie, body: { password: 'a password of my own' } })
    expect((await login('a password of my own')).json?.['data']).not.toHaveProperty('default_password')
    await fresh.close()
  })
})
