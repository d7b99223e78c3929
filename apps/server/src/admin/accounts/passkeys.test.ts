import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { ORIGIN, messageOf, passkeyCalls } from '../../testing/sign-in/passkey-calls.ts'
import { openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'
import { SoftwareAuthenticator } from '../../testing/sign-in/software-authenticator.ts'

/** Amid a second, since times in seconds are rounded. */
let nowMs = Date.UTC(2026, 0, 1, 0, 0, 0, 600)
let harness: ServerHarness
const { call, offered, add, enrol, listed, signInAlone, halfSignIn } = passkeyCalls(() => harness)

beforeAll(async () => {
  harness = await openServerHarness({ clock: () => nowMs })
})

afterAll(() => harness.close())

const WRONG = [200, false, 'The passkey was not accepted; try again']
const SIGNED_OUT = [401, false, 'Not logged in or login expired, please log in again']
const CONFIRM = [428, false, 'Confirm that it is you, with your password or a second factor, then try again']

describe('adding a passkey', () => {
  it('asks for a discoverable one with user verification, for this host and an account the browser cannot name', async () => {
    const member = await harness.member(Role.user)
    const options = await offered(member.cookie)
    expect(options).toMatchObject({
      rp: { id: 'weir.test', name: 'Weir API Gateway' },
      user: { name: member.username, displayName: member.username },
      attestation: 'none',
      timeout: 300_000,
      excludeCredentials: [],
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    })
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
  })

  it('keeps several under their names and shows recovery codes with the first', async () => {
    const member = await harness.member(Role.user)
    const first = await add(member.cookie, '  laptop ')
    expect(first.answer.json?.['data']).toHaveLength(10)
    nowMs += 1000
    const second = await add(member.cookie, 'phone')
    expect(second.answer.json?.['data']).toEqual([])
    const now = Math.floor(nowMs / 1000)
    expect(await listed(member.cookie)).toEqual([
      { id: expect.stringMatching(/^[0-9a-f]{64}$/), name: 'laptop', created_at: now - 1, used_at: 0 },
      { id: expect.stringMatching(/^[0-9a-f]{64}$/), name: 'phone', created_at: now, used_at: 0 },
    ])
    expect((await call('GET /api/user/factor', member.cookie)).json?.['data']).toMatchObject({
      totp: false,
      passkeys: 2,
      recovery_codes: 10,
    })
  })

  it('takes an answer once, and not the same key twice', async () => {
    const member = await harness.member(Role.user)
    const key = new SoftwareAuthenticator(ORIGIN)
    const body = { name: 'key', credential: key.create(await offered(member.cookie)) }
    const answers = await Promise.all([1, 2, 3].map(() => call('POST /api/user/passkey', member.cookie, body)))
    expect(answers.filter((answer) => answer.json?.['success'] === true)).toHaveLength(1)
    expect(messageOf(await call('POST /api/user/passkey', member.cookie, body))).toEqual(WRONG)
    const again = { name: 'key', credential: key.create(await offered(member.cookie)) }
    expect((await call('POST /api/user/passkey', member.cookie, again)).json?.['message']).toBe('This passkey has been added already')
  })

  it('refuses an answer without user verification, for another site, or from another session', async () => {
    const [member, other] = [await harness.member(Role.user), await harness.member(Role.user)]
    expect(messageOf((await add(member.cookie, 'key', { isVerified: false })).answer)).toEqual(WRONG)
    expect(messageOf((await add(member.cookie, 'key', { rpId: 'evil.test' })).answer)).toEqual(WRONG)
    expect((await add(member.cookie, 'key', { origin: 'https://evil.test' })).answer.json?.['message']).toBe(
      'The passkey was used at https://evil.test, but the server address is https://weir.test; open the console there, or have the administrator correct the server address',
    )
    const stolen = new SoftwareAuthenticator(ORIGIN).create(await offered(member.cookie))
    expect(messageOf(await call('POST /api/user/passkey', other.cookie, { name: 'key', credential: stolen }))).toEqual(WRONG)
    expect([await listed(member.cookie), await listed(other.cookie)]).toEqual([[], []])
  })

  it('refuses an answer after five minutes', async () => {
    const member = await harness.member(Role.user)
    const credential = new SoftwareAuthenticator(ORIGIN).create(await offered(member.cookie))
    nowMs += 300_000
    expect(messageOf(await call('POST /api/user/passkey', member.cookie, { name: 'key', credential }))).toEqual(WRONG)
  })

  it('ends at twenty', async () => {
    const member = await harness.member(Role.user)
    for (let count = 0; count < 20; count++) expect((await add(member.cookie)).answer.json?.['success']).toBe(true)
    expect((await add(member.cookie)).answer.json?.['message']).toBe('At most 20 passkeys can be added; remove one first')
    expect(await listed(member.cookie)).toHaveLength(20)
  })

  it('asks for a confirmation, as removing does, even without a factor', async () => {
    const owner = await enrol(Role.user)
    const plain = await harness.member(Role.user)
    const [passkey] = await listed(owner.cookie)
    nowMs += 600_000
    for (const cookie of [owner.cookie, plain.cookie]) {
      expect(messageOf(await call('POST /api/user/passkey/offer', cookie))).toEqual(CONFIRM)
    }
    expect(messageOf(await call(`DELETE /api/user/passkey/${passkey?.id}`, owner.cookie))).toEqual(CONFIRM)
  })
})

describe('the passkeys of an account', () => {
  it('are renamed and removed by their owner alone, and written down', async () => {
    const [owner, other] = [await enrol(Role.user), await enrol(Role.user)]
    const [passkey] = await listed(owner.cookie)
    const path = `/api/user/passkey/${passkey?.id}`
    const absent = `Passkey ${passkey?.id} does not exist`
    expect((await call(`PUT ${path}`, other.cookie, { name: 'mine now' })).json?.['message']).toBe(absent)
    expect((await call(`DELETE ${path}`, other.cookie)).json?.['message']).toBe(absent)
    expect((await call(`PUT ${path}`, owner.cookie, { name: 'key ring' })).json?.['success']).toBe(true)
    expect(await listed(owner.cookie)).toMatchObject([{ name: 'key ring' }])
    expect((await call(`DELETE ${path}`, owner.cookie)).json?.['success']).toBe(true)
    expect(await listed(owner.cookie)).toEqual([])
    expect((await call('GET /api/user/factor', owner.cookie)).json?.['data']).toMatchObject({ passkeys: 0, recovery_codes: 0 })
    const all = { actorId: owner.id, action: '', startTime: 0, endTime: 0 }
    const trail = await harness.store.audit.list(all, { offset: 0, limit: 10 })
    expect(trail.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['self.passkey-remove', '{"name":"key ring"}', ''],
      ['self.passkey-rename', '', '{"name":"key ring"}'],
      ['self.passkey-add', '', '{"name":"laptop"}'],
    ])
  })

  it('AN-44 satisfy a role that needs a factor, and the last one stays, also when two go at once', async () => {
    await harness.configure({ SecondFactorRequiredFor: 'admin' })
    const admin = await harness.member(Role.admin)
    expect((await call('GET /api/user/', admin.cookie)).status).toBe(403)
    await add(admin.cookie, 'one')
    expect((await call('GET /api/user/', admin.cookie)).status).toBe(200)
    const stays = 'Your account must use a second factor, so the last one cannot be removed'
    const [only] = await listed(admin.cookie)
    expect((await call(`DELETE /api/user/passkey/${only?.id}`, admin.cookie)).json?.['message']).toBe(stays)
    await add(admin.cookie, 'two')
    const both = await listed(admin.cookie)
    const answers = await Promise.all(both.map(({ id }) => call(`DELETE /api/user/passkey/${id}`, admin.cookie)))
    expect(answers.map((answer) => answer.json?.['success']).toSorted()).toEqual([false, true])
    expect(await listed(admin.cookie)).toHaveLength(1)
    await harness.configure({ SecondFactorRequiredFor: 'none' })
  })

  it('go when an administrator resets the factors, and so do the sessions', async () => {
    const [admin, owner] = [await harness.member(Role.admin), await enrol(Role.user)]
    expect((await call(`DELETE /api/user/${owner.id}/factor`, admin.cookie)).json?.['success']).toBe(true)
    expect(messageOf(await call('GET /api/user/self', owner.cookie))).toEqual(SIGNED_OUT)
    expect(messageOf(await signInAlone(owner))).toEqual(WRONG)
    expect((await call('GET /api/user/self', await halfSignIn(owner))).status).toBe(200)
  })
})
