import { afterAll, beforeAll, beforeEach, describe, expect, it, spyOn } from 'bun:test'
import { MailSink } from '../../testing/mail-sink.ts'
import { openServerHarness, type CallOptions, type ServerHarness } from '../../testing/server-harness.ts'

/** Amid a second, since times in seconds are rounded. */
let now = 1_800_000_000_600
let harness: ServerHarness
let sink: MailSink

beforeAll(async () => {
  sink = await MailSink.open()
  harness = await openServerHarness({ clock: () => now })
})

afterAll(async () => {
  await harness.close()
  await sink.close()
})

const open = () => ({
  RegisterEnabled: 'true',
  PasswordRegisterEnabled: 'true',
  PasswordLoginEnabled: 'true',
  EmailVerificationEnabled: 'false',
  EmailDomainRestrictionEnabled: 'false',
  SMTPServer: '127.0.0.1',
  SMTPPort: String(sink.port),
  SMTPFrom: 'weir@example.com',
  QuotaForNewUser: '0',
  QuotaForInviter: '0',
  QuotaForInvitee: '0',
})

beforeEach(() => harness.configure(open()))

const PASSWORD = 'tide-gate 41 mills'
const ENGLISH = { headers: { 'accept-language': 'en' } }
const newName = () => `u${crypto.randomUUID().slice(0, 12)}`
const newAddress = () => `${newName()}@example.com`

const register = (body: Readonly<Record<string, unknown>>, options: CallOptions = {}) =>
  harness.call('POST', '/api/user/register?turnstile=', { body: { password: PASSWORD, password2: PASSWORD, ...body }, ...options })

const sendCode = (email: string, options: CallOptions = ENGLISH) =>
  harness.call('GET', `/api/verification?email=${encodeURIComponent(email)}&turnstile=`, options)

const codeFor = async (email: string): Promise<string> => {
  const before = sink.mails.length
  expect((await sendCode(email)).json).toEqual({ success: true, message: '' })
  const { to, text } = await sink.newest(before + 1)
  expect(to).toEqual([email])
  return /\b\d{8}\b/.exec(text)?.[0] ?? ''
}

const succeeded = { success: true, message: '' }
const refusal = (words: string | RegExp) => ({ success: false, message: expect.stringMatching(words) })

describe('registration', () => {
  it('makes an ordinary account with a first token, which can sign in', async () => {
    const username = newName()
    expect((await register({ username: `  ${username} ` })).json).toEqual(succeeded)
    const cookie = await harness.signIn(username, PASSWORD)
    const self = await harness.call('GET', '/api/user/self', { cookie })
    expect(self.json?.['data']).toMatchObject({
      username,
      display_name: username,
      role: 1,
      status: 1,
      group: 'default',
      quota: 0,
      email: '',
    })
    const tokens = await harness.call('GET', '/api/token/', { cookie })
    expect(tokens.json?.['data']).toMatchObject([{ name: 'default', unlimited_quota: true, expired_time: -1 }])
  })

  it('gives new users, the invited and those who invite what the operator set, with a log row each', async () => {
    await harness.configure({ QuotaForNewUser: '1000', QuotaForInvitee: '200', QuotaForInviter: '30' })
    const inviter = await harness.member(1)
    const { json } = await harness.call('GET', '/api/user/aff', { cookie: inviter.cookie })
    const username = newName()
    await register({ username, aff_code: json?.['data'] })
    const account = await harness.store.users.findByName(username)
    expect(account?.user).toMatchObject({ quota: 1200, inviter_id: inviter.id })
    expect((await harness.store.users.findById(inviter.id))?.user.quota).toBe(1_000_030)
    const rows = await harness.store.logs.listOwn(account?.user.id ?? 0, {}, { offset: 0, limit: 10 })
    expect(rows.map(({ type, quota, content }) => ({ type, quota, content }))).toEqual([
      { type: 4, quota: 200, content: '使用邀请码注册赠送 $0.000400' },
      { type: 4, quota: 1000, content: '新用户注册赠送 $0.002000' },
    ])
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('AZ-19 gives for each real registration once, and nothing through the code of a banned or deleted account', async () => {
    await harness.configure({ QuotaForInvitee: '200', QuotaForInviter: '30' })
    const [inviter, banned, deleted] = [await harness.member(1), await harness.member(1), await harness.member(1)]
    const codeOf = async ({ cookie }: { readonly cookie: string }) =>
      (await harness.call('GET', '/api/user/aff', { cookie })).json?.['data']
    const [good, ofBanned, ofDeleted] = [await codeOf(inviter), await codeOf(banned), await codeOf(deleted)]
    await harness.store.users.setStatus(banned.id, 2)
    await harness.store.users.softDelete(deleted.id)
    const taken = newName()
    const names = [taken, taken, taken, newName(), newName()]
    const answers = await Promise.all(names.map((username) => register({ username, aff_code: good })))
    expect(answers.filter(({ json }) => json?.['success'] === true)).toHaveLength(3)
    expect((await harness.store.users.findById(inviter.id))?.user.quota).toBe(1_000_090)
    for (const aff_code of [ofBanned, ofDeleted]) {
      const username = newName()
      expect((await register({ username, aff_code })).json).toEqual(succeeded)
      expect((await harness.store.users.findByName(username))?.user).toMatchObject({ quota: 0, inviter_id: 0 })
    }
    expect((await harness.store.users.findById(banned.id))?.user.quota).toBe(1_000_000)
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('takes no notice of an invitation code that nobody has', async () => {
    const username = newName()
    expect((await register({ username, aff_code: 'nobody' })).json).toEqual(succeeded)
    expect((await harness.store.users.findByName(username))?.user.inviter_id).toBe(0)
  })

  it('H-67 refuses empty names, names that look like addresses, short and common passwords', async () => {
    expect((await register({ username: '   ' })).json).toEqual(refusal('username'))
    expect((await register({ username: 'somebody@example.com' })).json).toEqual(refusal('@'))
    expect((await register({ username: 'x'.repeat(65) })).json).toEqual(refusal('username'))
    expect((await register({ username: newName(), password: '7 chars' })).json).toEqual(refusal('password'))
    expect((await register({ username: newName(), password: 'x'.repeat(50_000) })).json).toEqual(refusal('password'))
    expect((await register({ username: newName(), password: 'password1' }, ENGLISH)).json).toEqual(refusal('too common'))
  })

  it('AN-23 keeps passwords apart that differ only after the 72nd byte', async () => {
    const username = newName()
    const long = 'a tide mill turns twice a day '.repeat(4).slice(0, 100)
    await register({ username, password: `${long}A` })
    const wrong = await harness.call('POST', '/api/user/login', { body: { username, password: `${long}B` } })
    expect(wrong.json?.['success']).toBe(false)
    await harness.signIn(username, `${long}A`)
  })

  it('refuses a name that is taken and keeps its owner’s password', async () => {
    const username = newName()
    await register({ username })
    expect((await register({ username, password: 'another 41 mills' }, ENGLISH)).json).toEqual(refusal('already taken'))
    await harness.signIn(username, PASSWORD)
  })

  it('is closed when the operator says so', async () => {
    await harness.configure({ RegisterEnabled: 'false' })
    expect((await register({ username: newName() }, ENGLISH)).json).toEqual(refusal('closed registration'))
    await harness.configure({ RegisterEnabled: 'true', PasswordRegisterEnabled: 'false' })
    expect((await register({ username: newName() }, ENGLISH)).json).toEqual(refusal('turned off registration with a password'))
  })
})

describe('e-mail addresses', () => {
  it('are needed and proven when verification is on, and stored only then', async () => {
    await harness.configure({ EmailVerificationEnabled: 'true' })
    const [username, email] = [newName(), newAddress()]
    expect((await register({ username }, ENGLISH)).json).toEqual(refusal('verification is on'))
    const code = await codeFor(email.toUpperCase().toLowerCase())
    expect((await register({ username, email, verification_code: '00000000' }, ENGLISH)).json).toEqual(refusal('wrong or has expired'))
    expect((await register({ username, email: email.toUpperCase(), verification_code: ` ${code} ` })).json).toEqual(succeeded)
    expect((await harness.store.users.findByName(username))?.user.email).toBe(email)
    await harness.signIn(email.toUpperCase(), PASSWORD)
    expect((await register({ username: newName(), email, verification_code: code }, ENGLISH)).json).toEqual(refusal('wrong or has expired'))
  })

  it('do not spend their code on a name that is taken', async () => {
    await harness.configure({ EmailVerificationEnabled: 'true' })
    const [taken, email] = [await harness.member(1), newAddress()]
    const code = await codeFor(email)
    expect((await register({ username: taken.username, email, verification_code: code }, ENGLISH)).json).toEqual(refusal('already taken'))
    expect((await register({ username: newName(), email, verification_code: code })).json).toEqual(succeeded)
  })

  it('are bound by their code, and only to one account', async () => {
    const [one, two] = [await harness.member(1), await harness.member(1)]
    const email = newAddress()
    const bind = (cookie: string, code: string) =>
      harness.call('GET', `/api/oauth/email/bind?email=${email}&code=${code}`, { cookie, ...ENGLISH })
    const code = await codeFor(email)
    expect((await bind(one.cookie, '123')).json).toEqual(refusal('wrong or has expired'))
    expect((await bind(one.cookie, code)).json).toEqual(succeeded)
    expect((await harness.store.users.findById(one.id))?.user.email).toBe(email)
    const any = { actorId: 0, startTime: 0, endTime: 0, action: 'self.bind-email' }
    const traces = await harness.store.audit.list(any, { offset: 0, limit: 10 })
    expect(traces).toMatchObject([{ actor_id: one.id, object: `user ${one.id}`, after: JSON.stringify({ email }) }])
    await harness.store.codes.issue('email', email, '12345678')
    expect((await bind(two.cookie, '12345678')).json).toEqual(refusal('already in use'))
    expect((await harness.call('GET', `/api/oauth/email/bind?email=${email}&code=1`)).status).toBe(401)
  })

  it('AN-09 are not bound by a call that was under way when the password changed', async () => {
    const [member, email] = [await harness.member(1), newAddress()]
    const { users, codes } = harness.store
    const code = await codeFor(email)
    const redeem = codes.redeem.bind(codes)
    const redeeming = spyOn(codes, 'redeem').mockImplementationOnce(async (...given) => {
      await users.setPassword(member.id, 'changed meanwhile')
      return await redeem(...given)
    })
    const bound = await harness.call('GET', `/api/oauth/email/bind?email=${email}&code=${code}`, { cookie: member.cookie })
    redeeming.mockRestore()
    expect(bound.status).toBe(401)
    expect((await users.findById(member.id))?.user.email).toBe('')
  })

  it('AN-05 H-70 of an account get another mail and the same answer', async () => {
    const member = await harness.member(1)
    const email = newAddress()
    await harness.store.users.updateProfile(member.id, { email })
    const before = sink.mails.length
    const known = await sendCode(email)
    const unknown = await sendCode(newAddress())
    expect(known.text).toBe(unknown.text)
    expect([known.status, unknown.status]).toEqual([200, 200])
    await sink.newest(before + 2)
    const [toKnown, toUnknown] = sink.mails.slice(before)
    expect(toKnown?.text).toContain('already belongs to an account')
    expect(toKnown?.text).not.toMatch(/\b\d{8}\b/)
    expect(toUnknown?.text).toMatch(/\b\d{8}\b/)
  })

  it('AN-17 get one mail in thirty seconds, whoever asks', async () => {
    const email = newAddress()
    await codeFor(email)
    const again = await sendCode(email, { ...ENGLISH, peer: '192.0.2.9' })
    expect(again.status).toBe(429)
    expect(again.headers.get('retry-after')).toBe('30')
    expect(again.json).toEqual(refusal('30 seconds'))
    now += 30_000
    await codeFor(email)
  })

  it('IN-22 must be of a listed domain when the operator restricts them, not just end like one', async () => {
    await harness.configure({ EmailDomainRestrictionEnabled: 'true', EmailDomainWhitelist: 'Example.com,example.org' })
    for (const email of [
      'a@evilexample.com',
      'a@sub.example.com',
      'a@example.com.evil.net',
      'a@xn--exmple-cua.com',
      'a@example.com.evil',
    ]) {
      expect((await sendCode(email)).json).toEqual(refusal('example.com, example.org'))
    }
    for (const email of ['a@b@example.com', 'a@example.com.', '"a@evil.net"@example.com', 'a@exаmple.com', 'a@example.com,b@evil.net']) {
      expect((await sendCode(email)).json).toEqual(refusal('email'))
    }
    await codeFor(`${newName()}@EXAMPLE.com`.toLowerCase())
  })

  it('IN-17 are refused when they are none or more than one, and nothing can be sent without a mail server', async () => {
    for (const email of [
      '',
      'no address',
      'a@b@c',
      'a@example.com\r\nbcc: b@example.com',
      'a@example.com;b@example.com',
      'a@example.com, b@example.com',
      '"a b"@example.com',
      '<a@example.com>',
    ]) {
      expect((await sendCode(email)).json).toEqual(refusal('email'))
    }
    await harness.configure({ SMTPServer: '' })
    expect((await sendCode(newAddress())).json).toEqual(refusal('No mail server'))
    await harness.configure({ SMTPServer: '127.0.0.1', SMTPPort: '1' })
    expect((await sendCode(newAddress())).json).toEqual(refusal('could not be sent'))
  })
})
