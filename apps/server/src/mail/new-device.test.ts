import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { MailSink } from '../testing/mail-sink.ts'
import { openServerHarness, type Member, type ServerHarness } from '../testing/server-harness.ts'

const NOW = Date.UTC(2026, 10, 16, 9, 30)

let harness: ServerHarness
let sink: MailSink
let member: Member

beforeAll(async () => {
  sink = await MailSink.open()
  harness = await openServerHarness({ clock: () => NOW })
  await harness.configure({ SMTPServer: '127.0.0.1', SMTPPort: String(sink.port), SMTPFrom: 'weir@example.com' })
  member = await harness.member(Role.user)
  await harness.store.users.updateProfile(member.id, { email: 'owner@example.com' })
})

afterAll(async () => {
  await harness.close()
  await sink.close()
})

const signInFrom = (agent: string, peer: string): Promise<string> => {
  const { username, password } = member
  return harness.signIn(username, password, { body: { username, password }, headers: { 'user-agent': agent }, peer })
}

describe('a sign-in from a device that is not known', () => {
  it('is mailed to the owner once, in both languages', async () => {
    await signInFrom('Firefox/140.0', '203.0.113.9')
    const mail = await sink.newest(1)
    expect(mail.to).toEqual(['owner@example.com'])
    expect(mail.text).toContain('您的账号刚刚在新设备上登录：2026-11-16 09:30 UTC，地址 203.0.113.9，Firefox/140.0。')
    expect(mail.text).toContain('signed in to from a new device: 2026-11-16 09:30 UTC, address 203.0.113.9, Firefox/140.0.')
  })

  it('is not mailed again after an update of the browser or with a neighbouring address', async () => {
    await signInFrom('Firefox/141.0', '203.0.113.77')
    await signInFrom('Chrome/1', '203.0.113.9')
    const mail = await sink.newest(2)
    expect(mail.text).toContain('Chrome/1')
  })

  it('is not mailed while its second factor is awaited', async () => {
    const { factors } = harness.store
    await factors.offerTotp(member.id, 'ABCDEFGH')
    await factors.activateTotp(member.id, { sealed: (await factors.findTotp(member.id))?.sealed ?? '', step: 1 })
    await signInFrom('Opera/1', '198.51.100.1')
    await factors.removeTotp(member.id, { mustKeepOne: false })
    await signInFrom('Safari/1', '198.51.100.1')
    const mail = await sink.newest(3)
    expect(mail.text).toContain('Safari/1')
  })
})
