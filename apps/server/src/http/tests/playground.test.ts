import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role, userObject } from '@weir/contract/user'
import { openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'
import type { CallOptions, Member } from '../../testing/server-harness.ts'

const PATH = '/pg/chat/completions'
const body = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] }

let stand: UpstreamHarness
let member: Member
let tokenId = 0

beforeAll(async () => {
  stand = await openUpstreamHarness()
  member = await stand.harness.member(Role.user)
  tokenId = (await stand.harness.token(member, { name: 'mine' })).id
})

afterAll(() => stand.harness.close())

const play = (options: CallOptions & { readonly token?: number | string } = {}) => {
  const { token = tokenId, headers, ...rest } = options
  return stand.harness.call('POST', PATH, {
    cookie: member.cookie,
    body,
    headers: { 'x-weir-token': String(token), 'accept-language': 'en', ...headers },
    ...rest,
  })
}

const selfOf = async ({ cookie }: Member) =>
  userObject.parse((await stand.harness.call('GET', '/api/user/self', { cookie })).json?.['data'])

describe('a chat from the console', () => {
  it('is answered, charged to balance and token, and written down like any call', async () => {
    const before = await selfOf(member)
    const answer = await play()
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ choices: [{ message: { content: 'hello' } }] })
    const after = await selfOf(member)
    // 3 input tokens at 15 and 2 output tokens at 60 cents per million are 0.825 units of a 500 000th of a dollar, rounded up.
    expect(before.quota - after.quota).toBe(1)
    expect(after.request_count).toBe(1)
    const logs = await stand.harness.call('GET', `/api/log/self/?p=0&request_id=${answer.headers.get('x-request-id')}`, {
      cookie: member.cookie,
    })
    expect(logs.json?.['data']).toMatchObject([{ token_name: 'mine', model_name: 'gpt-4o-mini', quota: 1 }])
  })

  it('lets no page of another origin read it', async () => {
    const { headers } = await play()
    expect([headers.get('access-control-allow-origin'), headers.get('access-control-expose-headers')]).toEqual([null, null])
    const preflight = await stand.harness.call('OPTIONS', PATH, { headers: { origin: 'https://evil.test' } })
    expect(preflight.status).toBe(404)
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('holds the limits of the token it names', async () => {
    const limited = await stand.harness.token(member, { name: 'limited', models: 'tts-1' })
    const answer = await play({ token: limited.id })
    expect([answer.status, answer.text.includes('gpt-4o-mini')]).toEqual([403, true])
    const spent = await stand.harness.token(member, { name: 'spent', unlimited_quota: false, remain_quota: 0 })
    expect((await play({ token: spent.id })).json).toMatchObject({ error: { code: 'token_exhausted' } })
  })

  it.each([
    ['another site', { origin: 'https://evil.test' }],
    ['another site that the browser names', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring host', { 'sec-fetch-site': 'same-site' }],
  ])('is refused from %s, and nothing is sent', async (_, headers) => {
    const sent = stand.sent.length
    expect((await play({ headers })).status).toBe(403)
    expect(stand.sent.length).toBe(sent)
  })

  it('wants a session: no key and no system access token opens it', async () => {
    expect((await play({ cookie: '' })).status).toBe(401)
    const { key } = await stand.harness.token(member)
    expect((await play({ cookie: '', headers: { authorization: `Bearer sk-${key}` } })).status).toBe(401)
    const system = await stand.harness.call('GET', '/api/user/token', { cookie: member.cookie })
    const answer = await play({ cookie: '', headers: { authorization: `Bearer ${String(system.json?.['data'])}` } })
    expect([answer.status, answer.json]).toEqual([403, { success: false, message: 'This can only be done from a console session' }])
  })

  it.each([
    ['none', ''],
    ['no number', 'x'],
    ['the first one of somebody else', '1'],
    ['one that never was', '999999'],
  ])('takes no token but one of its own: %s', async (_, token) => {
    const sent = stand.sent.length
    const answer = await play({ token })
    expect(answer.status).toBe(404)
    expect(answer.json?.['message']).toContain(`Token ${token || '-'} is not yours`)
    expect(stand.sent.length).toBe(sent)
  })

  it('is closed to an account that has to set up a second factor first', async () => {
    await stand.harness.configure({ SecondFactorRequiredFor: 'admin' })
    const { cookie } = stand.admin
    const { id } = await stand.harness.store.tokens.list(stand.admin.id, { offset: 0, limit: 1 }).then(([first]) => first ?? { id: 0 })
    const answer = await play({ cookie, token: id })
    await stand.harness.configure({ SecondFactorRequiredFor: 'none' })
    expect([answer.status, (await play({ cookie, token: id })).status]).toEqual([403, 200])
  })

  it('is there for POST alone', async () => {
    expect((await stand.harness.call('GET', PATH, { cookie: member.cookie })).status).toBe(404)
  })
})
