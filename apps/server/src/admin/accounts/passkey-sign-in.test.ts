import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { messageOf, passkeyCalls } from '../../testing/sign-in/passkey-calls.ts'
import { cookieOf, openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'

/** Amid a second, since times in seconds are rounded. */
let nowMs = Date.UTC(2026, 0, 1, 0, 0, 0, 600)
let harness: ServerHarness
const { call, askAny, askOwn, enrol, listed, signInAlone, show, halfSignIn } = passkeyCalls(() => harness)

beforeAll(async () => {
  harness = await openServerHarness({ clock: () => nowMs })
})

afterAll(() => harness.close())

const WRONG = [200, false, 'The passkey was not accepted; try again']
const SIGNED_OUT = [401, false, 'Not logged in or login expired, please log in again']
const CONFIRM = [428, false, 'Confirm that it is you, with your password or a second factor, then try again']

describe('signing in with a passkey alone', () => {
  it('opens a whole session without a name or a password, and notes the use', async () => {
    const owner = await enrol(Role.user)
    nowMs += 60_000
    const { visitor, options } = await askAny()
    expect(options).toMatchObject({ rpId: 'weir.test', userVerification: 'required', timeout: 300_000, allowCredentials: [] })
    const answer = await call('POST /api/user/login/passkey', visitor, { credential: owner.key.get(options) })
    expect(answer.json?.['data']).toEqual({ id: owner.id, username: owner.username, display_name: owner.username, role: 1, status: 1 })
    expect((await call('GET /api/user/self', cookieOf(answer))).status).toBe(200)
    expect(await listed(cookieOf(answer))).toMatchObject([{ name: 'laptop', used_at: Math.floor(nowMs / 1000) }])
  })

  it('AN-41 takes an answer once, from the browser that was asked, within five minutes', async () => {
    const owner = await enrol(Role.user)
    const [{ visitor, options }, stranger, late] = [await askAny(), await askAny(), await askAny()]
    const credential = owner.key.get(options)
    expect(messageOf(await call('POST /api/user/login/passkey', stranger.visitor, { credential }))).toEqual(WRONG)
    expect(messageOf(await call('POST /api/user/login/passkey', '', { credential }))).toEqual(WRONG)
    const answers = await Promise.all([1, 2, 3].map(() => call('POST /api/user/login/passkey', visitor, { credential })))
    expect(answers.filter((answer) => answer.json?.['success'] === true)).toHaveLength(1)
    nowMs += 300_000
    const tooLate = { credential: owner.key.get(late.options) }
    expect(messageOf(await call('POST /api/user/login/passkey', late.visitor, tooLate))).toEqual(WRONG)
  })

  it('AN-42 refuses a made-up challenge, a signature of another key, another account, and no user verification', async () => {
    const [owner, other] = [await enrol(Role.user), await enrol(Role.user)]
    expect(messageOf(await signInAlone(owner, { challenge: 'bWFkZS11cA' }))).toEqual(WRONG)
    expect(messageOf(await signInAlone(owner, { isVerified: false }))).toEqual(WRONG)
    expect(messageOf(await signInAlone(owner, { rpId: 'evil.test' }))).toEqual(WRONG)
    expect(messageOf(await signInAlone(owner, { userHandle: Buffer.alloc(32).toString('base64url') }))).toEqual(WRONG)
    const { visitor, options } = await askAny()
    const [own, foreign] = [owner.key.get(options), other.key.get(options)]
    const mixed = { ...own, response: { ...own.response, signature: foreign.response.signature } }
    expect(messageOf(await call('POST /api/user/login/passkey', visitor, { credential: mixed }))).toEqual(WRONG)
    expect((await signInAlone(owner)).json?.['success']).toBe(true)
  })

  it('AN-43 refuses a counter that has not moved forward, and accepts a key that never counts', async () => {
    const [owner, still] = [await enrol(Role.user), await enrol(Role.user)]
    expect((await signInAlone(owner, { counter: 7 })).json?.['success']).toBe(true)
    for (const counter of [7, 6, 0]) expect(messageOf(await signInAlone(owner, { counter }))).toEqual(WRONG)
    expect((await signInAlone(owner, { counter: 8 })).json?.['success']).toBe(true)
    for (let use = 0; use < 3; use++) expect((await signInAlone(still, { counter: 0 })).json?.['success']).toBe(true)
  })

  it('is closed to a banned account and after the passkey was removed', async () => {
    const [banned, owner] = [await enrol(Role.user), await enrol(Role.user)]
    await harness.store.users.setStatus(banned.id, 2)
    expect(messageOf(await signInAlone(banned))).toEqual(WRONG)
    const [passkey] = await listed(owner.cookie)
    expect((await call(`DELETE /api/user/passkey/${passkey?.id}`, owner.cookie)).json?.['success']).toBe(true)
    expect(messageOf(await signInAlone(owner))).toEqual(WRONG)
  })

  it('counts for this address: of the option where it is set, of the request otherwise', async () => {
    const owner = await enrol(Role.user)
    await harness.configure({ ServerAddress: 'https://gateway.example.com/' })
    const { options } = await askAny()
    expect(options.rpId).toBe('gateway.example.com')
    expect((await signInAlone(owner)).json?.['message']).toBe(
      'The passkey was used at http://weir.test, but the server address is https://gateway.example.com; open the console there, or have the administrator correct the server address',
    )
    await harness.configure({ ServerAddress: '' })
    const headers = { 'accept-language': 'en', host: '192.0.2.7:3000' }
    const bare = await harness.call('POST', '/api/user/login/passkey/challenge', { headers })
    expect(bare.json?.['message']).toBe('Passkeys need a domain name and do not work with 192.0.2.7; open the console by a domain name')
  })
})

describe('a passkey as second factor', () => {
  it('finishes a sign-in with the password, which alone opens nothing', async () => {
    const owner = await enrol(Role.admin)
    const half = await halfSignIn(owner)
    expect(messageOf(await call('GET /api/user/self', half))).toEqual(SIGNED_OUT)
    expect((await askOwn(half)) as unknown).toMatchObject({ allowCredentials: [{ type: 'public-key', transports: ['internal'] }] })
    const done = await show(owner, half)
    expect(done.json?.['data']).toMatchObject({ username: owner.username })
    expect((await call('GET /api/user/self', cookieOf(done))).status).toBe(200)
    expect(messageOf(await call('GET /api/user/factor', half))).toEqual(SIGNED_OUT)
  })

  it('AN-42 must be one of the account, and asked of this very session', async () => {
    const [owner, other] = [await enrol(Role.user), await enrol(Role.user)]
    const half = await halfSignIn(owner)
    expect(messageOf(await show(other, half))).toEqual(WRONG)
    const elsewhere = owner.key.get(await askOwn(owner.cookie))
    expect(messageOf(await call('POST /api/user/factor/verify', half, { passkey: elsewhere }))).toEqual(WRONG)
    const alone = owner.key.get((await askAny()).options)
    expect(messageOf(await call('POST /api/user/factor/verify', half, { passkey: alone }))).toEqual(WRONG)
    expect(messageOf(await call('GET /api/user/self', half))).toEqual(SIGNED_OUT)
  })

  it('confirms a change after ten minutes', async () => {
    const owner = await enrol(Role.root)
    nowMs += 600_000
    const option = { key: 'RegisterEnabled', value: 'true' }
    expect(messageOf(await call('PUT /api/option/', owner.cookie, option))).toEqual(CONFIRM)
    expect((await show(owner, owner.cookie)).json?.['success']).toBe(true)
    expect((await call('PUT /api/option/', owner.cookie, option)).json?.['success']).toBe(true)
  })

  it('stops after ten wrong tries, also for the right one', async () => {
    const owner = await enrol(Role.user)
    const half = await halfSignIn(owner)
    for (let tries = 0; tries < 10; tries++) expect(messageOf(await show(owner, half, { isVerified: false }))).toEqual(WRONG)
    expect((await show(owner, half)).status).toBe(429)
  })

  it('is not asked for where there is none', async () => {
    const member = await harness.member(Role.user)
    expect((await call('POST /api/user/passkey/challenge', member.cookie)).json?.['message']).toBe('No second factor is set up')
  })
})
