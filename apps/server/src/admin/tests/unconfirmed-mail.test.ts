import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import type { OptionKey } from '@weir/contract/options/option'
import { openJsonService } from '../../testing/json-service.ts'
import { MailSink } from '../../testing/mail-sink.ts'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

/** Amid a second, since times in seconds are rounded. */
let now = 1_800_000_000_600
let harness: ServerHarness
let sink: MailSink
let root: Member
let admin: Member
const pusher = openJsonService(() => ({ success: true }))

const ENGLISH = { headers: { 'accept-language': 'en' } }

const save = async (member: Member, options: Partial<Record<OptionKey, string>>): Promise<void> => {
  for (const [key, value] of Object.entries(options)) {
    const answer = await harness.call('PUT', '/api/option/', { cookie: member.cookie, body: { key, value }, ...ENGLISH })
    expect([key, answer.json]).toEqual([key, { success: true, message: '' }])
  }
}

const withMail = async (role: number) => {
  const member = await harness.member(role)
  const email = `${member.username}@example.com`
  await harness.store.users.updateProfile(member.id, { email })
  return { ...member, email }
}

const askReset = (email: string) => harness.call('GET', `/api/reset_password?email=${email}&turnstile=`, ENGLISH)
const confirm = (email: string, token: string) => harness.call('POST', '/api/user/reset', { body: { email, token }, ...ENGLISH })

/** Asks for the given addresses, of which those are certain to get a mail, and then for one more that is. Who was written to: mails go side by side. */
const receivers = async (emails: readonly string[], certain: readonly string[]): Promise<readonly (string | undefined)[]> => {
  const before = sink.mails.length
  const ask = async (email: string): Promise<void> => expect((await askReset(email)).json).toEqual({ success: true, message: '' })
  const arrival = (email: string) => sink.find(before, ({ to }) => to[0] === email)
  for (const email of emails) await ask(email)
  for (const email of certain) await arrival(email)
  const last = await withMail(1)
  await ask(last.email)
  await arrival(last.email)
  return sink.mails
    .slice(before)
    .map(({ to }) => to[0])
    .filter((to) => to !== last.email)
}

beforeAll(async () => {
  sink = await MailSink.open()
  harness = await openServerHarness({ clock: () => now })
  root = await withMail(100)
  admin = await harness.member(10)
})

beforeEach(() =>
  save(root, {
    SMTPServer: '127.0.0.1',
    SMTPPort: String(sink.port),
    SMTPAccount: 'weir',
    SMTPFrom: 'weir@example.com',
    SMTPToken: 'mail secret',
    ServerAddress: 'https://weir.example',
    MessagePusherAddress: '',
  }),
)

afterAll(async () => {
  await harness.close()
  await sink.close()
  await pusher.close()
})

describe('S4 a reset link of an admin', () => {
  it('is sent by a mail server that root saved', async () => {
    const victim = await withMail(10)
    expect(await receivers([victim.email], [victim.email])).toEqual([victim.email])
  })

  it.each([
    { SMTPServer: 'localhost', SMTPToken: 'mail secret' },
    { SMTPAccount: 'someone' },
    { SMTPFrom: 'bounces@evil.example' },
    { SMTPToken: 'a key for the account of the admin' },
    { ServerAddress: 'https://evil.example' },
  ] as const)('is not sent after an admin has saved %j', async (changes) => {
    const [victim, user] = [await withMail(10), await withMail(1)]
    await save(admin, changes)
    expect(await receivers([victim.email, user.email], [user.email])).toEqual([user.email])
  })

  it('does nothing while the settings are an admin’s, however it was come by', async () => {
    const victim = await withMail(10)
    await harness.store.codes.issue('reset', victim.email, 'a token')
    await save(admin, { ServerAddress: 'https://evil.example' })
    expect((await confirm(victim.email, 'a token')).json?.['message']).toBe('The reset link is not valid or has expired')
    await harness.signIn(victim.username, victim.password)
  })

  it('does nothing when it was mailed before the account was promoted', async () => {
    const member = await withMail(1)
    await harness.store.codes.issue('reset', member.email, 'seen by the mail server')
    const promote = { cookie: root.cookie, body: { username: member.username, action: 'promote' } }
    expect((await harness.call('POST', '/api/user/manage', promote)).json?.['success']).toBe(true)
    expect((await confirm(member.email, 'seen by the mail server')).json?.['success']).toBe(false)
    await harness.signIn(member.username, member.password)
  })

  it('does nothing when it was mailed before the account was promoted among other changes', async () => {
    const member = await withMail(1)
    await harness.store.codes.issue('reset', member.email, 'seen by the mail server')
    const edit = { cookie: root.cookie, body: { id: member.id, role: 10, display_name: 'chief' } }
    expect((await harness.call('PUT', '/api/user/', edit)).json?.['success']).toBe(true)
    expect((await confirm(member.email, 'seen by the mail server')).json?.['success']).toBe(false)
    await harness.signIn(member.username, member.password)
  })

  it('is not sent while the human check is one that an admin set up', async () => {
    const victim = await withMail(10)
    await harness.store.codes.issue('reset', victim.email, 'a token')
    await save(root, { TurnstileSiteKey: 'a', TurnstileSecretKey: 'b', TurnstileCheckEnabled: 'true' })
    await save(admin, { TurnstileSiteKey: 'key of the admin' })
    expect((await confirm(victim.email, 'a token')).json?.['success']).toBe(false)
    await save(root, { TurnstileCheckEnabled: 'false' })
    await harness.store.codes.issue('reset', victim.email, 'a token')
    expect((await confirm(victim.email, 'a token')).json?.['success']).toBe(true)
  })
})

describe('other mail', () => {
  it('of an unconfirmed server proves no address of an admin', async () => {
    const [chief, user] = [await harness.member(10), await harness.member(1)]
    await save(admin, { SMTPFrom: 'other@example.com' })
    const bind = async (member: Member) => {
      const email = `${crypto.randomUUID()}@gmail.com`
      await harness.store.codes.issue('email', email, '123456')
      return (await harness.call('GET', `/api/oauth/email/bind?email=${email}&code=123456`, { cookie: member.cookie, ...ENGLISH })).json
    }
    expect(await bind(chief)).toMatchObject({ message: expect.stringContaining('serves ordinary users only') })
    expect(await bind(user)).toEqual({ success: true, message: '' })
  })

  it('goes to root by mail when the message pusher is one that an admin saved', async () => {
    await harness.store.users.updateProfile((await harness.store.users.findRoot())?.user.id ?? 0, { email: 'first@example.com' })
    await save(root, { MessagePusherAddress: `${pusher.url}/push`, MessagePusherToken: 'the token' })
    await harness.services.notifyRoot({ subject: 'one', text: 'x' })
    expect(pusher.calls).toHaveLength(1)
    await save(admin, { MessagePusherAddress: `${pusher.url}/other` })
    const before = sink.mails.length
    await harness.services.notifyRoot({ subject: 'two', text: 'x' })
    await sink.find(before, ({ to }) => to[0] === 'first@example.com')
    expect(pusher.calls).toHaveLength(1)
    now += 1
  })
})
