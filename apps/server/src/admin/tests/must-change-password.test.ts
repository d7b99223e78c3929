import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { cookieOf, openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const GIVEN = 'a password that was given'
const OWN = 'a password of their own'
const ENGLISH = { 'accept-language': 'en' }

let harness: ServerHarness
let admin: Member

beforeAll(async () => {
  harness = await openServerHarness()
  admin = await harness.member(Role.admin)
})

afterAll(() => harness.close())

/** An account whose password an administrator has just set, signed in with it. */
const givenPassword = async (role: number = Role.user) => {
  const user = await harness.member(role)
  const by = role === Role.user ? admin : await harness.member(Role.root)
  await harness.call('PUT', '/api/user/', { cookie: by.cookie, body: { id: user.id, password: GIVEN } })
  const login = await harness.call('POST', '/api/user/login', { body: { username: user.username, password: GIVEN } })
  return { user, login, cookie: cookieOf(login) }
}

const change = (cookie: string, password: string) => harness.call('PUT', '/api/user/self', { cookie, body: { password }, headers: ENGLISH })

describe('a password that somebody else has set', () => {
  it('closes nothing: what the role may call is answered as with any other password', async () => {
    const { cookie } = await givenPassword(Role.admin)
    const other = await harness.member(Role.admin)
    const differences: string[] = []
    for (const { endpoint } of harness.routes) {
      // The way out ends the session that the calls after it need.
      if (endpoint.method !== 'GET' || endpoint.path === '/api/user/logout') continue
      const path = endpoint.path.replace(':id', '1')
      const statusFor = async (session: string) => (await harness.call('GET', path, { cookie: session })).status
      const [given, own] = [await statusFor(cookie), await statusFor(other.cookie)]
      if (given !== own) differences.push(`${endpoint.path}: ${given} instead of ${own}`)
    }
    expect(differences).toEqual([])
  })

  it('lets the owner make a token and an access token, and an admin read the channels', async () => {
    const { cookie } = await givenPassword(Role.admin)
    const token = { name: 'mine', remain_quota: 1, expired_time: -1, unlimited_quota: false, models: '', subnet: '' }
    expect((await harness.call('POST', '/api/token/', { cookie, body: token })).json).toMatchObject({ success: true })
    expect((await harness.call('GET', '/api/channel/', { cookie })).json).toMatchObject({ success: true })
    expect((await harness.call('GET', '/api/user/token', { cookie })).json).toMatchObject({ success: true })
  })

  it('is told at sign-in, and is over when the owner has set another one', async () => {
    const { user, login, cookie } = await givenPassword()
    expect(login.json?.['data']).toMatchObject({ username: user.username, must_change_password: true })
    expect((await change(cookie, GIVEN)).json).toEqual({ success: false, message: 'The new password must differ from the current one' })
    expect((await harness.call('PUT', '/api/user/self', { cookie, body: { display_name: 'Someone' } })).json?.['success']).toBe(true)
    expect(
      (await harness.call('POST', '/api/user/login', { body: { username: user.username, password: GIVEN } })).json?.['data'],
    ).toMatchObject({
      must_change_password: true,
    })
    const changed = await change(cookie, OWN)
    expect(changed.json).toEqual({ success: true, message: '' })
    expect((await harness.call('GET', '/api/token/', { cookie: cookieOf(changed) })).status).toBe(200)
    const again = await harness.call('POST', '/api/user/login', { body: { username: user.username, password: OWN } })
    expect(again.json?.['data']).not.toHaveProperty('must_change_password')
  })

  it('does not stop the tokens of the account at the relay', async () => {
    const user = await harness.member(Role.user)
    const { key } = await harness.token(user)
    await harness.call('PUT', '/api/user/', { cookie: admin.cookie, body: { id: user.id, password: GIVEN } })
    const answer = await harness.call('GET', '/v1/models', { headers: { authorization: `Bearer ${key}` } })
    expect(answer.status).toBe(200)
  })
})
