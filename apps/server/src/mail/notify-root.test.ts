import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openJsonService } from '../testing/json-service.ts'
import { MailSink } from '../testing/mail-sink.ts'
import { openServerHarness, type ServerHarness } from '../testing/server-harness.ts'

let harness: ServerHarness
let sink: MailSink
let isPusherFine = true

// As the real one: a wrong token is refused with 200 and success false.
const pusher = openJsonService(({ method, path, body }) => {
  if (method !== 'POST' || path !== '/push/root') return undefined
  const message = JSON.parse(body) as Readonly<Record<string, unknown>>
  if (message['token'] !== 'pusher token') return { success: false, message: 'invalid token' }
  return isPusherFine ? { success: true, message: '' } : new Response('broken', { status: 500 })
})

beforeAll(async () => {
  sink = await MailSink.open()
  harness = await openServerHarness()
  const root = await harness.store.users.findRoot()
  await harness.store.users.updateProfile(root?.user.id ?? 0, { email: 'root@example.com' })
  await harness.configure({ SMTPServer: '127.0.0.1', SMTPPort: String(sink.port), SMTPFrom: 'weir@example.com' })
})

afterAll(async () => {
  await harness.close()
  await sink.close()
  await pusher.close()
})

const notice = { subject: 'Channel 7 is off', text: 'The provider refused its key.' }

describe('a notice to root', () => {
  it('goes by mail when there is no message pusher', async () => {
    await harness.services.notifyRoot(notice)
    const mail = await sink.newest(1)
    expect(mail.to).toEqual(['root@example.com'])
    expect(mail.source).toContain('Subject: Channel 7 is off')
    expect(mail.text).toContain('refused its key')
  })

  it('is not sent to a message pusher that root has not confirmed', async () => {
    const [before, mails] = [pusher.calls.length, sink.mails.length]
    const settings = { MessagePusherAddress: `${pusher.url}/push/root`, MessagePusherToken: 'pusher token' }
    const changes = Object.entries(settings).map(([name, value]) => ({ name, value, isSecret: name === 'MessagePusherToken' }))
    await harness.store.options.set(changes, { id: 9, role: Role.admin })
    await harness.configure({})
    await harness.services.notifyRoot(notice)
    expect((await sink.newest(mails + 1)).to).toEqual(['root@example.com'])
    expect(pusher.calls.length).toBe(before)
  })

  it('goes to the message pusher alone when there is one', async () => {
    await harness.configure({ MessagePusherAddress: `${pusher.url}/push/root`, MessagePusherToken: 'pusher token' })
    await harness.services.notifyRoot(notice)
    expect(JSON.parse(pusher.calls.at(-1)?.body ?? '')).toEqual({
      title: 'Channel 7 is off',
      description: 'The provider refused its key.',
      content: 'The provider refused its key.',
      token: 'pusher token',
    })
    expect(pusher.calls.at(-1)?.headers.get('content-type')).toBe('application/json')
    expect(sink.mails).toHaveLength(2)
  })

  it('falls back to mail when the pusher refuses, breaks or is gone', async () => {
    await harness.configure({ MessagePusherToken: 'wrong' })
    await harness.services.notifyRoot(notice)
    await sink.newest(3)
    isPusherFine = false
    await harness.configure({ MessagePusherToken: 'pusher token' })
    await harness.services.notifyRoot(notice)
    await sink.newest(4)
    await harness.configure({ MessagePusherAddress: 'http://127.0.0.1:1/push/root' })
    await harness.services.notifyRoot(notice)
    expect((await sink.newest(5)).to).toEqual(['root@example.com'])
  })
})
