import { afterAll, beforeAll, describe, expect, it, spyOn } from 'bun:test'
import { MailSink } from '../../testing/mail-sink.ts'
import { cookieOf, openServerHarness, type CallOptions, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
let sink: MailSink

beforeAll(async () => {
  sink = await MailSink.open()
  harness = await openServerHarness()
  await harness.configure({ SMTPServer: '127.0.0.1', SMTPPort: String(sink.port), SMTPFrom: 'weir@example.com' })
})

afterAll(async () => {
  await harness.close()
  await sink.close()
})

const PASSWORD = 'tide-gate 41 mills'
const ENGLISH = { headers: { 'accept-language': 'en' } }
const succeeded = { success: true, message: '' }
const refusal = (words: string) => ({ success: false, message: expect.stringMatching(words) })

describe('the own account', () => {
  it('C-648 has one invitation code, also when it is asked for many times at once', async () => {
    const member = await harness.member(1)
    const answers = await Promise.all(Array.from({ length: 5 }, () => harness.call('GET', '/api/user/aff', { cookie: member.cookie })))
    const codes = new Set(answers.map(({ json }) => json?.['data']))
    expect(codes.size).toBe(1)
    expect([...codes][0]).toMatch(/^[0-9A-Za-z]{8}$/)
  })

  it('H-09 keeps what is spent while its codes and addresses change', async () => {
    const member = await harness.member(1)
    await harness.store.ledgerMaintenance.grant({ userId: member.id, amount: -400, kind: 'adjust', note: 'spent meanwhile' })
    await harness.call('GET', '/api/user/aff', { cookie: member.cookie })
    await harness.call('GET', '/api/user/token', { cookie: member.cookie })
    expect((await harness.store.users.findById(member.id))?.user.quota).toBe(999_600)
  })

  it('C-650 is deleted by its owner: no sign-in, no session, no token, and the name is free', async () => {
    const member = await harness.member(1)
    const token = await harness.token(member)
    expect((await harness.call('DELETE', '/api/user/self', { cookie: member.cookie })).json).toEqual(succeeded)
    expect((await harness.call('GET', '/api/user/self', { cookie: member.cookie })).status).toBe(401)
    const login = await harness.call('POST', '/api/user/login', { body: { username: member.username, password: member.password } })
    expect(login.json?.['success']).toBe(false)
    expect((await harness.call('GET', '/v1/models', { headers: { authorization: `Bearer sk-${token.key}` } })).status).toBe(403)
    const body = { username: member.username, password: PASSWORD, password2: PASSWORD }
    expect((await harness.call('POST', '/api/user/register?turnstile=', { body })).json).toEqual(succeeded)
  })

  it('is not deleted when it is root’s', async () => {
    const root = await harness.member(100)
    expect((await harness.call('DELETE', '/api/user/self', { cookie: root.cookie, ...ENGLISH })).json).toEqual(refusal('cannot be deleted'))
    expect((await harness.call('GET', '/api/user/self', { cookie: root.cookie })).status).toBe(200)
  })

  it('AN-09 changes its password: other sessions and the system token end, relay tokens work on, a mail tells', async () => {
    const member = await harness.member(1)
    const email = `${crypto.randomUUID()}@example.com`
    await harness.store.users.updateProfile(member.id, { email })
    const token = await harness.token(member)
    const elsewhere = await harness.signIn(member.username, member.password)
    const system = String((await harness.call('GET', '/api/user/token', { cookie: elsewhere })).json?.['data'])
    const before = sink.mails.length
    const change = await harness.call('PUT', '/api/user/self', {
      cookie: member.cookie,
      body: { password: 'brand new tide 7' },
      ...ENGLISH,
    })
    expect(change.json).toEqual(succeeded)
    const fresh = cookieOf(change)
    expect(fresh).not.toBe(member.cookie)
    const statusOf = async (options: CallOptions) => (await harness.call('GET', '/api/user/self', options)).status
    expect(await statusOf({ cookie: fresh })).toBe(200)
    expect(await statusOf({ cookie: elsewhere })).toBe(401)
    expect(await statusOf({ cookie: member.cookie })).toBe(401)
    expect(await statusOf({ headers: { authorization: `Bearer ${system}` } })).toBe(401)
    expect((await harness.call('GET', '/v1/models', { headers: { authorization: `Bearer sk-${token.key}` } })).status).toBe(200)
    const notice = await sink.newest(before + 1)
    expect(notice.to).toEqual([email])
    expect(notice.text).toContain('password has just been changed')
  })

  it('AN-09 makes no system token and sets no password for a call that was under way when the password changed', async () => {
    const member = await harness.member(1)
    const { users } = harness.store
    const setAccessToken = users.setAccessToken.bind(users)
    const making = spyOn(users, 'setAccessToken').mockImplementationOnce(async (...given) => {
      await users.setPassword(member.id, 'the first change')
      return await setAccessToken(...given)
    })
    const made = await harness.call('GET', '/api/user/token', { cookie: member.cookie })
    making.mockRestore()
    expect(made.status).toBe(401)
    expect(await users.findById(member.id)).toMatchObject({ passwordHash: 'the first change', hasAccessToken: false })

    const other = await harness.member(1)
    const findById = users.findById.bind(users)
    const finding = spyOn(users, 'findById').mockImplementationOnce(async (id) => {
      const account = await findById(id)
      await users.setPassword(other.id, 'the second change')
      return account
    })
    const changed = await harness.call('PUT', '/api/user/self', { cookie: other.cookie, body: { password: 'brand new tide 7' } })
    finding.mockRestore()
    expect([changed.status, changed.cookies]).toEqual([401, []])
    expect(await users.findById(other.id)).toMatchObject({ passwordHash: 'the second change' })
  })

  it('refuses a common password and a name that looks like an address', async () => {
    const member = await harness.member(1)
    const put = (body: object) => harness.call('PUT', '/api/user/self', { cookie: member.cookie, body, ...ENGLISH })
    expect((await put({ password: 'qwerty123' })).json).toEqual(refusal('too common'))
    expect((await put({ password: '1234567' })).json).toEqual(refusal('8 to 128'))
    expect((await put({ username: 'victim@example.com' })).json).toEqual(refusal('@'))
    await harness.signIn(member.username, member.password)
  })
})
