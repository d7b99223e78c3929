import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { SessionObject } from '@weir/contract/sign-in/second-factor'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness

beforeAll(async () => {
  harness = await openServerHarness()
})

afterAll(() => harness.close())

const listed = async (cookie: string): Promise<readonly SessionObject[]> =>
  (await harness.call('GET', '/api/user/session', { cookie })).json?.['data'] as SessionObject[]

const signInFrom = ({ username, password }: Member, agent: string, peer: string): Promise<string> =>
  harness.signIn(username, password, { body: { username, password }, headers: { 'user-agent': agent }, peer })

describe('the list of sessions', () => {
  it('shows device, address and last use, and which one is this', async () => {
    const member = await harness.member(Role.user)
    await signInFrom(member, 'Firefox on a telephone', '203.0.113.9')
    const sessions = await listed(member.cookie)
    expect(sessions.map(({ agent, address, is_current }) => [agent, address, is_current]).toSorted()).toEqual([
      ['', '127.0.0.1', true],
      ['Firefox on a telephone', '203.0.113.9', false],
    ])
    expect(JSON.stringify(sessions)).not.toContain(member.cookie.slice('session='.length))
  })

  it('ends one of them, of the caller alone', async () => {
    const [member, other] = [await harness.member(Role.user), await harness.member(Role.user)]
    const phone = await signInFrom(member, 'phone', '203.0.113.9')
    const id = (await listed(member.cookie)).find(({ is_current }) => !is_current)?.id ?? ''
    const foreign = await harness.call('DELETE', `/api/user/session/${id}`, { cookie: other.cookie })
    expect(foreign.json?.['success']).toBe(false)
    expect((await harness.call('GET', '/api/user/self', { cookie: phone })).status).toBe(200)
    const ended = await harness.call('DELETE', `/api/user/session/${id}`, { cookie: member.cookie })
    expect(ended.json?.['success']).toBe(true)
    expect((await harness.call('GET', '/api/user/self', { cookie: phone })).status).toBe(401)
    expect(await listed(member.cookie)).toHaveLength(1)
  })

  it('ends none when the id is left out', async () => {
    const member = await harness.member(Role.user)
    expect((await harness.call('DELETE', '/api/user/session/', { cookie: member.cookie })).status).toBe(403)
    expect((await harness.call('GET', '/api/user/self', { cookie: member.cookie })).status).toBe(200)
  })

  it('ends all of them at once, this one included', async () => {
    const [member, other] = [await harness.member(Role.user), await harness.member(Role.user)]
    const phone = await signInFrom(member, 'phone', '203.0.113.9')
    const answer = await harness.call('DELETE', '/api/user/sessions', { cookie: member.cookie })
    expect(answer.cookies[0]).toStartWith('session=; Path=/; Max-Age=0')
    for (const cookie of [phone, member.cookie]) expect((await harness.call('GET', '/api/user/self', { cookie })).status).toBe(401)
    expect((await harness.call('GET', '/api/user/self', { cookie: other.cookie })).status).toBe(200)
  })

  it('is not for access tokens', async () => {
    const member = await harness.member(Role.user)
    await harness.store.users.setAccessToken(member.id, 'script')
    expect((await harness.call('GET', '/api/user/session', { headers: { authorization: 'script' } })).status).toBe(403)
  })
})
