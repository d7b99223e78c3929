import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { cookieOf, openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const GIVEN = 'a password that was given'
const OWN = 'a password of their own'
const HELD_BACK = { success: false, message: 'Change your password first, under Profile' }
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
  it('opens nothing but the own record, the second step, the change of the password and the way out, whatever the role', async () => {
    const { cookie } = await givenPassword(Role.admin)
    const open: string[] = []
    for (const { endpoint } of harness.routes) {
      if (endpoint.access === 'public' || endpoint.access === 'root') continue
      const path = endpoint.path.replace(':id', '1')
      const answer = await harness.call(endpoint.method, path, { cookie, headers: ENGLISH, ...(endpoint.method !== 'GET' && { body: {} }) })
      if (answer.status !== 403 || answer.json?.['message'] !== HELD_BACK.message) open.push(`${endpoint.method} ${endpoint.path}`)
    }
    expect(open.toSorted()).toEqual(['GET /api/user/factor', 'GET /api/user/self', 'POST /api/user/factor/verify', 'PUT /api/user/self'])
    expect((await harness.call('GET', '/api/user/logout', { cookie })).json).toEqual({ success: true, message: '' })
    expect((await harness.call('GET', '/api/user/self', { cookie })).status).toBe(401)
  })

  it('cannot bind an external account, which would be another way in', async () => {
    const { cookie } = await givenPassword()
    for (const provider of ['github', 'lark', 'oidc']) {
      const answer = await harness.call('GET', `/api/oauth/${provider}?code=c&state=s`, { cookie, headers: ENGLISH })
      expect([answer.status, answer.json]).toEqual([403, HELD_BACK])
    }
  })

  it('is told at sign-in, and is over when the owner has set another one', async () => {
    const { user, login, cookie } = await givenPassword()
    expect(login.json?.['data']).toMatchObject({ username: user.username, must_change_password: true })
    expect((await change(cookie, GIVEN)).json).toEqual({ success: false, message: 'The new password must differ from the current one' })
    expect((await harness.call('PUT', '/api/user/self', { cookie, body: { display_name: 'Someone' } })).json?.['success']).toBe(true)
    expect((await harness.call('GET', '/api/token/', { cookie })).status).toBe(403)
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
