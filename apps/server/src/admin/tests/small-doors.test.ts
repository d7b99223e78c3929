import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { MailSink } from '../../testing/mail-sink.ts'
import { openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'

/** Amid a second, since times in seconds are rounded. */
const NOW = 1_800_000_000_600
const ENGLISH = { 'accept-language': 'en' }

let harness: ServerHarness
let sink: MailSink

beforeAll(async () => {
  sink = await MailSink.open()
  harness = await openServerHarness({ clock: () => NOW })
  await harness.configure({ SMTPServer: '127.0.0.1', SMTPPort: String(sink.port), SMTPFrom: 'weir@example.com' })
})
afterAll(async () => {
  await harness.close()
  await sink.close()
})

describe('a token that has run out', () => {
  const spent = { name: 't', models: '', subnet: '', remain_quota: 5, unlimited_quota: true, expired_time: -1 }

  it.each([
    ['by its time', { ...spent, expired_time: 1_799_999_999 }, 'has expired'],
    ['by its quota', { ...spent, remain_quota: 0, unlimited_quota: false }, 'quota'],
  ])('%s is not switched on again after it was switched off', async (_, fields, reason) => {
    const { cookie, id } = await harness.member(Role.user)
    const key = crypto.randomUUID().replaceAll('-', '').padEnd(48, 'x')
    const { expired_time: expiredTime, remain_quota: remainQuota, unlimited_quota: isUnlimited } = fields
    const token = await harness.store.tokens.create(id, key, { name: 't', models: '', subnet: '', expiredTime, remainQuota, isUnlimited })
    const set = (status: number) =>
      harness.call('PUT', '/api/token/?status_only=true', { cookie, headers: ENGLISH, body: { ...fields, id: token.id, status } })
    expect((await set(2)).json).toMatchObject({ success: true })
    const answer = await set(1)
    expect(answer.json).toMatchObject({ success: false, message: expect.stringContaining(reason) })
    expect((await harness.store.tokens.get(id, token.id))?.status).toBe(2)
  })
})

describe('a reset link', () => {
  it.each(['', 'http://localhost:3000', 'http://localhost:3000/'])(
    'is not sent while the address of the server is unset: %p',
    async (address) => {
      await harness.configure({ ServerAddress: address })
      const member = await harness.member(Role.user)
      const email = `${member.username}@example.com`
      await harness.store.users.updateProfile(member.id, { email })
      const answer = await harness.call('GET', `/api/reset_password?email=${email}&turnstile=`, { headers: ENGLISH })
      const message = 'The server address is not set, so no reset link can be sent; contact the administrator'
      expect(answer.json).toEqual({ success: false, message })
      const unknown = await harness.call('GET', `/api/reset_password?email=nobody@example.com&turnstile=`, { headers: ENGLISH })
      expect(unknown.json).toEqual({ success: false, message })
      expect(sink.mails).toEqual([])
    },
  )
})

describe('links that an earlier program stored', () => {
  it('are served only when they are addresses of the web', async () => {
    await harness.configure({
      ChatLink: 'javascript:alert(1)',
      TopUpLink: 'JavaScript:alert(1)',
      Logo: 'data:text/html,x',
      WeChatAccountQRCodeImageURL: 'vbscript:x',
      OidcAuthorizationEndpoint: ' javascript:alert(1)',
    })
    const { json } = await harness.call('GET', '/api/status')
    expect(json?.['data']).toMatchObject({ chat_link: '', top_up_link: '', logo: '', wechat_qrcode: '', oidc_authorization_endpoint: '' })
    await harness.configure({ ChatLink: 'https://chat.example', TopUpLink: 'https://pay.example', Logo: '/logo.png' })
    const after = await harness.call('GET', '/api/status')
    expect(after.json?.['data']).toMatchObject({ chat_link: 'https://chat.example', top_up_link: 'https://pay.example', logo: '/logo.png' })
  })
})
