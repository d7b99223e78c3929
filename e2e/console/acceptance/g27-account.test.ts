import { expect, it } from 'bun:test'
import type { UserObject } from '@weir/contract/user'
import { PASSWORD, serverAcceptance } from './harness/server.ts'

const STATUS_FIELDS =
  'system_name logo footer_html quota_per_unit display_in_currency chat_link server_address top_up_link turnstile_check turnstile_site_key version email_verification github_oauth github_client_id wechat_login wechat_qrcode lark_client_id'
const USER_FIELDS = 'id username display_name email github_id wechat_id group quota used_quota request_count role status'

serverAcceptance('G27 sign-in and the own account', (server) => {
  it('C-611 tells a visitor the status in all its fields', async () => {
    const status = await server().visitor.data<object>('GET /api/status')
    expect(Object.keys(status)).toEqual(expect.arrayContaining(STATUS_FIELDS.split(' ')))
  })

  it('C-613 signs in with id, name, role and status', async () => {
    const alice = await server().member('alice')
    const { id } = await alice.data<UserObject>('GET /api/user/self')
    const signedIn = await server().visitor.data<object>('POST /api/user/login', { username: 'alice', password: PASSWORD })
    expect(signedIn).toMatchObject({ id, username: 'alice', role: 1, status: 1 })
  })

  it.each([
    ['a wrong password', { username: 'root', password: 'not the password' }],
    ['an unknown name', { username: 'nobody', password: PASSWORD }],
  ])('C-614 refuses %s with a reason', async (_, credentials) => {
    expect(await server().visitor.refusal('POST /api/user/login', credentials)).not.toBe('')
  })

  it('C-615 keeps password and access token out of the answer to a sign-in', async () => {
    const alice = await server().member('alice')
    const systemToken = await alice.data<string>('GET /api/user/token')
    const { text } = await server().visitor.ask('POST /api/user/login', { username: 'alice', password: PASSWORD })
    expect(text).toContain('"success":true')
    for (const secret of [PASSWORD, systemToken, 'password', 'access_token', '$argon2']) expect(text).not.toContain(secret)
  })

  it('C-616 answers 401 to a visitor who asks for tokens', async () => {
    expect((await server().visitor.ask('GET /api/token/')).status).toBe(401)
  })

  it('C-617 ends the session at sign-out', async () => {
    await server().member('alice')
    const session = await server().signIn('alice')
    expect((await session.ask('GET /api/user/self')).status).toBe(200)
    await session.data('GET /api/user/logout')
    expect((await session.ask('GET /api/user/self')).status).toBe(401)
  })

  it('C-618 shows the own record without a password', async () => {
    const alice = await server().member('alice')
    const self = await alice.data<UserObject>('GET /api/user/self')
    expect(Object.keys(self)).toEqual(expect.arrayContaining(USER_FIELDS.split(' ')))
    expect(self).toMatchObject({ username: 'alice', role: 1, status: 1, group: 'default' })
    expect(self.password).toBe('')
  })

  it('C-646 C-647 gives every visitor another state', async () => {
    const states = [
      await server().visitor.data<string>('GET /api/oauth/state'),
      await server().visitor.data<string>('GET /api/oauth/state'),
    ]
    expect(states.every((state) => typeof state === 'string' && state !== '')).toBe(true)
    expect(states[0]).not.toBe(states[1])
  })

  it('C-648 C-649 keeps the invitation code and renews the system token', async () => {
    const alice = await server().member('alice')
    const code = await alice.data<string>('GET /api/user/aff')
    expect(code).not.toBe('')
    expect(await alice.data<string>('GET /api/user/aff')).toBe(code)
    const token = await alice.data<string>('GET /api/user/token')
    expect(token).not.toBe('')
    expect(await alice.data<string>('GET /api/user/token')).not.toBe(token)
  })

  it('C-650 lets users delete themselves for good', async () => {
    const frank = await server().member('frank')
    await frank.data('DELETE /api/user/self')
    expect(await server().visitor.refusal('POST /api/user/login', { username: 'frank', password: PASSWORD })).not.toBe('')
  })
})
