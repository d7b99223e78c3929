import { afterAll, beforeAll, describe, expect, it, spyOn } from 'bun:test'
import { MailSink } from '../../testing/mail-sink.ts'
import { cookieOf, openServerHarness, type CallOptions, type ServerHarness } from '../../testing/server-harness.ts'

/** Amid a second, since times in seconds are rounded. */
let now = 1_800_000_000_600
let harness: ServerHarness
let sink: MailSink

beforeAll(async () => {
  sink = await MailSink.open()
  harness = await openServerHarness({ clock: () => now })
  await harness.configure({
    SMTPServer: '127.0.0.1',
    SMTPPort: String(sink.port),
    SMTPFrom: 'weir@example.com',
    ServerAddress: 'https://weir.example/',
  })
})

afterAll(async () => {
  await harness.close()
  await sink.close()
})

const ENGLISH = { headers: { 'accept-language': 'en' } }
const INVALID = { success: false, message: 'The reset link is not valid or has expired' }

const memberWithMail = async (role = 1) => {
  const member = await harness.member(role)
  const email = `${member.username}+x@example.com`
  await harness.store.users.updateProfile(member.id, { email })
  return { ...member, email }
}

const ask = (email: string, options: CallOptions = ENGLISH) =>
  harness.call('GET', `/api/reset_password?email=${encodeURIComponent(email)}&turnstile=`, options)

const confirm = (email: string, token: string, options: CallOptions = ENGLISH) =>
  harness.call('POST', '/api/user/reset', { body: { email, token }, ...options })

const linkFor = async (email: string): Promise<URL> => {
  now += 31_000
  const before = sink.mails.length
  expect((await ask(email)).json).toEqual({ success: true, message: '' })
  const { text } = await sink.find(before, ({ to, text: words }) => to[0] === email && words.includes('https:'))
  return new URL(/https:\S+/.exec(text)?.[0] ?? '')
}

const tokenFor = async (email: string) => (await linkFor(email)).searchParams.get('token') ?? ''

describe('a forgotten password', () => {
  it('is replaced through the link, which is built from the configured address whatever the request says', async () => {
    const member = await memberWithMail()
    const before = sink.mails.length
    await ask(member.email, { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } })
    const { source, text } = await sink.find(before, ({ to }) => to[0] === member.email)
    expect(source).not.toContain('evil.example')
    const link = new URL(/https:\S+/.exec(text)?.[0] ?? '')
    expect(link.origin + link.pathname).toBe('https://weir.example/user/reset')
    expect(link.searchParams.get('email')).toBe(member.email)
    const system = String((await harness.call('GET', '/api/user/token', { cookie: member.cookie })).json?.['data'])
    const reply = await confirm(member.email.toUpperCase(), link.searchParams.get('token') ?? '')
    const password = String(reply.json?.['data'])
    expect(password).toMatch(/^[0-9A-Za-z]{16}$/)
    const login = await harness.call('POST', '/api/user/login', { body: { username: member.username, password } })
    expect(login.json?.['data']).toMatchObject({ username: member.username, must_change_password: true })
    expect((await harness.call('GET', '/api/token/', { cookie: cookieOf(login) })).json).toMatchObject({ success: true, data: [] })
    expect((await harness.call('GET', '/api/user/self', { cookie: member.cookie })).status).toBe(401)
    expect((await harness.call('GET', '/api/user/self', { headers: { authorization: system } })).status).toBe(401)
    const notice = await sink.find(before, ({ to, text: words }) => to[0] === member.email && words.includes('has just been changed'))
    expect(notice.source).not.toContain(password)
  })

  it('AN-14 has one living link: the newest, once, with its own address, for ten minutes', async () => {
    const [member, other] = [await memberWithMail(), await memberWithMail()]
    const old = await tokenFor(member.email)
    const fresh = await tokenFor(member.email)
    expect(fresh.length).toBeGreaterThanOrEqual(43)
    expect((await confirm(member.email, old)).json).toEqual(INVALID)
    expect((await confirm(other.email, fresh)).json).toEqual(INVALID)
    expect((await confirm(member.email, fresh)).json?.['success']).toBe(true)
    expect((await confirm(member.email, fresh)).json).toEqual(INVALID)
    const late = await tokenFor(member.email)
    now += 601_000
    expect((await confirm(member.email, late)).json).toEqual(INVALID)
  })

  it('AN-14 cannot be guessed: the link is dead after five wrong ones', async () => {
    const member = await memberWithMail()
    const token = await tokenFor(member.email)
    for (let guess = 0; guess < 5; guess++) expect((await confirm(member.email, `guess${guess}`)).json).toEqual(INVALID)
    expect((await confirm(member.email, token)).json).toEqual(INVALID)
  })

  it('AN-05 H-70 tells nobody whether an address is known, nor that it is root’s or a banned user’s', async () => {
    const [member, root, banned] = [await memberWithMail(), await memberWithMail(100), await memberWithMail()]
    await harness.store.users.setStatus(banned.id, 2)
    const before = sink.mails.length
    const answers = []
    for (const email of [member.email, root.email, banned.email, 'nobody@example.com']) answers.push(await ask(email))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    await linkFor(member.email)
    const receivers = sink.mails.slice(before).map(({ to }) => to[0])
    expect(receivers).toContain(member.email)
    for (const email of [root.email, banned.email, 'nobody@example.com']) expect(receivers).not.toContain(email)
  })

  it('AN-05 does the same work for a known address as for an unknown one, and waits for no mail', async () => {
    const member = await memberWithMail()
    const { codes, users } = harness.store
    const spies = [spyOn(codes, 'admitMail'), spyOn(codes, 'issue'), spyOn(users, 'findByEmail'), spyOn(harness.services.mailer, 'send')]
    const workFor = async (email: string) => {
      now += 3_601_000
      for (const spy of spies) spy.mockClear()
      const { status, text, headers } = await ask(email)
      headers.delete('x-request-id')
      headers.delete('x-oneapi-request-id')
      headers.delete('date')
      return { status, text, headers: [...headers], calls: spies.map((spy) => spy.mock.calls.length) }
    }
    try {
      const before = sink.mails.length
      const known = await workFor(member.email)
      expect(await workFor('nobody@example.com')).toEqual(known)
      expect(known.calls).toEqual([1, 1, 1, 0])
      await sink.find(before, ({ to }) => to[0] === member.email)
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  })

  it('stays root’s own matter, even with a link that works', async () => {
    const root = await memberWithMail(100)
    await harness.store.codes.issue('reset', root.email, 'a token from nowhere')
    expect((await confirm(root.email, 'a token from nowhere')).json).toEqual(INVALID)
    await harness.signIn(root.username, root.password)
  })
})
