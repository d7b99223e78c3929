import { afterAll, beforeAll, describe, expect, it, spyOn } from 'bun:test'
import { Role } from '@weir/contract/user'
import { totpCode, totpStepAt } from '../../accounts/totp.ts'
import { cookieOf, openServerHarness, type Answer, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const START = Date.UTC(2026, 0, 1)
let nowMs = START
let harness: ServerHarness

beforeAll(async () => {
  harness = await openServerHarness({ clock: () => nowMs })
})

afterAll(() => harness.close())

interface Owner extends Member {
  readonly secret: string
  readonly recovery: readonly string[]
}

const messageOf = (answer: Answer): readonly unknown[] => [answer.status, answer.json?.['success'], answer.json?.['message']]
const english = { 'accept-language': 'en' }
const call = (request: string, cookie: string, body?: unknown): Promise<Answer> => {
  const [method = '', path = ''] = request.split(' ')
  return harness.call(method, path, { cookie, headers: english, ...(body !== undefined && { body }) })
}
const dataOf = (answer: Answer) => (answer.json?.['data'] ?? {}) as Readonly<Record<string, string>>

/** A code of a step that no test has used: time moves on by itself. */
const nextCode = (secret: string): string => {
  nowMs += 60_000
  return totpCode(secret, totpStepAt(nowMs))
}

const enrol = async (role: number): Promise<Owner> => {
  const member = await harness.member(role)
  const offer = await call('POST /api/user/factor/totp', member.cookie)
  const { secret = '' } = dataOf(offer)
  const done = await call('PUT /api/user/factor/totp', member.cookie, { code: nextCode(secret) })
  return { ...member, secret, recovery: done.json?.['data'] as string[] }
}

const halfSignIn = async ({ username, password }: Member): Promise<string> =>
  cookieOf(await harness.call('POST', '/api/user/login', { body: { username, password } }))

const WRONG = [200, false, 'The code or the password is wrong, or the code has been used already']
const SIGNED_OUT = [401, false, 'Not logged in or login expired, please log in again']
const CONFIRM = [428, false, 'Confirm that it is you, with your password or a second factor, then try again']

describe('setting up an authenticator app', () => {
  it('shows a secret with its address, and recovery codes once the first code was right', async () => {
    const member = await harness.member(Role.user)
    const offer = await call('POST /api/user/factor/totp', member.cookie)
    const { secret = '', uri } = dataOf(offer)
    expect(uri).toBe(`otpauth://totp/Weir%20API%20Gateway:${member.username}?secret=${secret}&issuer=Weir%20API%20Gateway`)
    expect(messageOf(await call('PUT /api/user/factor/totp', member.cookie, { code: '000000' }))).toEqual(WRONG)
    const state = { totp: false, passkeys: 0, recovery_codes: 0, has_password: true, is_required: false }
    expect((await call('GET /api/user/factor', member.cookie)).json?.['data']).toEqual(state)
    const done = await call('PUT /api/user/factor/totp', member.cookie, { code: nextCode(secret) })
    const codes = done.json?.['data'] as string[]
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9a-f]{5}-[0-9a-f]{5}-[0-9a-f]{5}$/)
    expect((await call('GET /api/user/factor', member.cookie)).json?.['data']).toEqual({ ...state, totp: true, recovery_codes: 10 })
    expect((await call('POST /api/user/factor/totp', member.cookie)).json?.['message']).toBe(
      'An authenticator app is set up already; remove it first',
    )
  })

  it('asks a session for the password when it has shown none for ten minutes, even without a factor', async () => {
    const member = await harness.member(Role.user)
    nowMs += 600_000
    expect(messageOf(await call('POST /api/user/factor/totp', member.cookie))).toEqual(CONFIRM)
    expect(messageOf(await call('POST /api/user/factor/verify', member.cookie, { password: 'wrong' }))).toEqual(WRONG)
    const shown = await call('POST /api/user/factor/verify', member.cookie, { password: member.password })
    expect(shown.json).toMatchObject({ success: true, data: { username: member.username } })
    expect((await call('POST /api/user/factor/totp', member.cookie)).json?.['success']).toBe(true)
  })
})

describe('signing in with a second factor', () => {
  it('opens nothing with the password alone', async () => {
    const owner = await enrol(Role.admin)
    const answer = await harness.call('POST', '/api/user/login', { body: { username: owner.username, password: owner.password } })
    expect(answer.json?.['data']).toMatchObject({ username: owner.username, second_factor: 'awaited' })
    const cookie = cookieOf(answer)
    for (const path of ['/api/user/self', '/api/user/', '/api/token/', '/api/user/session', '/api/user/token'])
      expect(messageOf(await call(`GET ${path}`, cookie))).toEqual(SIGNED_OUT)
    expect(messageOf(await call('DELETE /api/user/factor/totp', cookie))).toEqual(SIGNED_OUT)
    expect(messageOf(await call('POST /api/user/factor/verify', cookie, { password: owner.password }))).toEqual(WRONG)
    expect(messageOf(await call('GET /api/user/self', cookie))).toEqual(SIGNED_OUT)
  })

  it('opens a new session with a code, and the half one ends', async () => {
    const owner = await enrol(Role.user)
    const half = await halfSignIn(owner)
    const done = await call('POST /api/user/factor/verify', half, { code: nextCode(owner.secret) })
    expect(done.json?.['data']).toEqual({ id: owner.id, username: owner.username, display_name: owner.username, role: 1, status: 1 })
    const whole = cookieOf(done)
    expect(whole).not.toBe(half)
    expect((await call('GET /api/user/self', whole)).status).toBe(200)
    expect(messageOf(await call('GET /api/user/factor', half))).toEqual(SIGNED_OUT)
  })

  it('takes a code once, among many at a time', async () => {
    const owner = await enrol(Role.user)
    const halves = await Promise.all([1, 2, 3, 4].map(() => halfSignIn(owner)))
    const code = nextCode(owner.secret)
    const answers = await Promise.all(halves.map((cookie) => call('POST /api/user/factor/verify', cookie, { code })))
    expect(answers.filter((answer) => answer.json?.['success'] === true)).toHaveLength(1)
  })

  it('takes a recovery code once, however it is written', async () => {
    const owner = await enrol(Role.user)
    const code = owner.recovery[0]?.toUpperCase().replaceAll('-', ' ') ?? ''
    expect((await call('POST /api/user/factor/verify', await halfSignIn(owner), { code })).json?.['success']).toBe(true)
    expect(messageOf(await call('POST /api/user/factor/verify', await halfSignIn(owner), { code }))).toEqual(WRONG)
  })

  it('AN-09 opens nothing where the password is changed while the code is looked at', async () => {
    const owner = await enrol(Role.user)
    const half = await halfSignIn(owner)
    const { users } = harness.store
    const findById = users.findById.bind(users)
    const finding = spyOn(users, 'findById').mockImplementationOnce(async (id) => {
      await users.setPassword(owner.id, 'changed meanwhile')
      return await findById(id)
    })
    const shown = await call('POST /api/user/factor/verify', half, { code: nextCode(owner.secret) })
    finding.mockRestore()
    expect(messageOf(await call('GET /api/user/self', cookieOf(shown)))).toEqual(SIGNED_OUT)
  })

  it('ends half a sign-in after ten minutes', async () => {
    const owner = await enrol(Role.user)
    const half = await halfSignIn(owner)
    nowMs += 600_000
    expect(messageOf(await call('POST /api/user/factor/verify', half, { code: nextCode(owner.secret) }))).toEqual(SIGNED_OUT)
  })

  it('stops guessing after ten wrong codes, also for the right one', async () => {
    const owner = await enrol(Role.user)
    const half = await halfSignIn(owner)
    for (let tries = 0; tries < 10; tries++) {
      expect(messageOf(await call('POST /api/user/factor/verify', half, { code: '000000' }))).toEqual(WRONG)
    }
    const right = await call('POST /api/user/factor/verify', half, { code: totpCode(owner.secret, totpStepAt(nowMs) + 1) })
    expect(right.status).toBe(429)
  })

  it('keeps the owner signed in who changes the password', async () => {
    const owner = await enrol(Role.user)
    const changed = await call('PUT /api/user/self', owner.cookie, { password: 'another long password' })
    expect((await call('GET /api/user/self', cookieOf(changed))).status).toBe(200)
  })
})

describe('a change of money, roles, keys or the way in', () => {
  const changes = async (): Promise<readonly (readonly [string, string, unknown?])[]> => {
    const { id, username } = await harness.member(Role.user)
    return [
      ['PUT', '/api/user/', { id, quota: 5 }],
      ['POST', '/api/user/manage', { username, action: 'promote' }],
      ['POST', '/api/topup', { user_id: id, quota: 5 }],
      ['POST', '/api/redemption/', { name: 'n', quota: 3 }],
      ['POST', '/api/channel/', { type: 1, name: 'c', key: 'k', models: 'm' }],
      ['PUT', '/api/option/', { key: 'RegisterEnabled', value: 'true' }],
      ['PUT', '/api/user/self', { password: 'yet another password' }],
      ['GET', '/api/user/token'],
      ['DELETE', `/api/user/${id}/`],
    ]
  }

  it('asks an account with a factor again after ten minutes', async () => {
    const owner = await enrol(Role.root)
    nowMs += 600_000
    for (const [method, path, body] of await changes())
      expect([path, ...messageOf(await call(`${method} ${path}`, owner.cookie, body))]).toEqual([path, ...CONFIRM])
    const harmless = await call('PUT /api/option/', owner.cookie, { key: 'RetryTimes', value: '1' })
    expect(harmless.json?.['success']).toBe(true)
    await call('POST /api/user/factor/verify', owner.cookie, { code: nextCode(owner.secret) })
    const option = { key: 'RegisterEnabled', value: 'true' }
    expect((await call('PUT /api/option/', owner.cookie, option)).json?.['success']).toBe(true)
  })

  it('does not ask an account without a factor, nor a call with an access token', async () => {
    const plain = await harness.member(Role.root)
    const owner = await enrol(Role.root)
    await harness.store.users.setAccessToken(owner.id, 'script')
    nowMs += 600_000
    for (const [method, path, body] of await changes())
      if (path !== '/api/user/self') expect([path, (await call(`${method} ${path}`, plain.cookie, body)).status]).toEqual([path, 200])
    const { id } = await harness.member(Role.user)
    const script = await harness.call('POST', '/api/topup', { headers: { authorization: 'script' }, body: { user_id: id, quota: 5 } })
    expect(script.json?.['success']).toBe(true)
  })
})

describe('a required second factor', () => {
  it('is set by root alone', async () => {
    const admin = await harness.member(Role.admin)
    const option = { key: 'SecondFactorRequiredFor', value: 'none' }
    expect(messageOf(await call('PUT /api/option/', admin.cookie, option))).toEqual([403, false, 'Only the super admin can do this'])
  })

  it('leaves an account without one nothing but setting it up, and cannot be removed', async () => {
    await harness.configure({ SecondFactorRequiredFor: 'admin' })
    const [user, admin] = [await harness.member(Role.user), await harness.member(Role.admin)]
    expect((await call('GET /api/token/', user.cookie)).status).toBe(200)
    const required = [403, false, 'Your account must use a second factor; set one up in personal settings first']
    for (const path of ['/api/token/', '/api/user/', '/api/user/token'])
      expect(messageOf(await call(`GET ${path}`, admin.cookie))).toEqual(required)
    const signedIn = await harness.call('POST', '/api/user/login', { body: { username: admin.username, password: admin.password } })
    expect(signedIn.json?.['data']).toMatchObject({ second_factor: 'missing' })
    const cookie = cookieOf(signedIn)
    expect((await call('GET /api/user/self', cookie)).status).toBe(200)
    const { secret = '' } = dataOf(await call('POST /api/user/factor/totp', cookie))
    await call('PUT /api/user/factor/totp', cookie, { code: nextCode(secret) })
    expect((await call('GET /api/user/', cookie)).status).toBe(200)
    expect((await call('DELETE /api/user/factor/totp', cookie)).json?.['message']).toBe(
      'Your account must use a second factor, so the last one cannot be removed',
    )
    await harness.configure({ SecondFactorRequiredFor: 'none' })
    expect((await call('DELETE /api/user/factor/totp', cookie)).json?.['success']).toBe(true)
  })
})

describe('a user who has lost the factors', () => {
  it('gets in again after an administrator above has removed them', async () => {
    const [admin, peer, owner] = [await harness.member(Role.admin), await enrol(Role.admin), await enrol(Role.user)]
    expect((await call(`DELETE /api/user/${peer.id}/factor`, admin.cookie)).status).toBe(403)
    expect((await call(`DELETE /api/user/${owner.id}/factor`, admin.cookie)).json?.['success']).toBe(true)
    expect((await call(`DELETE /api/user/${owner.id}/factor`, admin.cookie)).json?.['message']).toBe('No second factor is set up')
    expect(messageOf(await call('GET /api/user/self', owner.cookie))).toEqual(SIGNED_OUT)
    expect((await call('GET /api/user/self', await halfSignIn(owner))).status).toBe(200)
  })
})
