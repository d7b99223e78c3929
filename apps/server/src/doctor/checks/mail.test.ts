import { describe, expect, it } from 'bun:test'
import { closedPort } from '../../testing/sockets/closed-port.ts'
import { createOutboundPolicy } from '../../net/outbound-policy.ts'
import { settingsFrom } from '../../settings/settings.ts'
import { MailSink } from '../../testing/mail-sink.ts'
import { checkMail } from './mail.ts'

const look = (options: Readonly<Record<string, string>>, denied: readonly string[] = []) =>
  checkMail(settingsFrom(new Map(Object.entries(options))), createOutboundPolicy(denied, Date.now))

const at = (port: number) => ({ SMTPServer: '127.0.0.1', SMTPPort: String(port), SMTPAccount: 'weir@mail.example' })

describe('mail', () => {
  it('is passed over when it is not configured', async () => {
    expect(await look({})).toMatchObject({ status: 'ok', seen: 'not configured; no mail is sent' })
  })

  it('is well when the server greets, without trying the account and without sending', async () => {
    let attempts = 0
    const sink = await MailSink.open({
      onAuth: (_, __, done) => {
        attempts++
        done(new Error('no'))
      },
    })
    try {
      expect(await look(at(sink.port))).toMatchObject({ status: 'ok', seen: `127.0.0.1:${sink.port} answers; the account is not tried` })
      expect([attempts, sink.mails.length]).toEqual([0, 0])
    } finally {
      await sink.close()
    }
  })

  it('is a warning without a sender', async () => {
    expect(await look({ SMTPServer: 'mail.example' })).toMatchObject({
      status: 'warning',
      seen: 'mail.example:587 has no sender, and no mail is sent',
    })
  })

  it('is a fault when nobody answers, or the address may not be called', async () => {
    const port = closedPort()
    expect(await look(at(port))).toMatchObject({
      status: 'fault',
      seen: expect.stringContaining(`127.0.0.1:${port} does not answer as a mail server (`),
    })
    expect(await look(at(port), ['127.0.0.0/8'])).toMatchObject({ seen: expect.stringContaining('the address may not be called') })
  })
})
