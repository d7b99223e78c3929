import { afterAll, describe, expect, it } from 'bun:test'
import { createMailer as createMailerWith, transportOptions } from './mailer.ts'
import { MailSink } from '../testing/mail-sink.ts'
import { createOutboundPolicy } from '../net/outbound-policy.ts'
import { settingsFrom, type Settings } from '../settings/settings.ts'

const open: MailSink[] = []
afterAll(async () => {
  for (const sink of open) await sink.close()
})

const openSink = async (...args: Parameters<typeof MailSink.open>) => {
  const sink = await MailSink.open(...args)
  open.push(sink)
  return sink
}

const settingsOf = (port: number, over: Readonly<Record<string, string>> = {}) =>
  settingsFrom(
    new Map(
      Object.entries({ SMTPServer: '127.0.0.1', SMTPPort: String(port), SMTPFrom: 'weir@example.com', SystemName: '水坝 <Weir>', ...over }),
    ),
  )

/** The names that the resolver knows; others are addresses already. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'mail.example': ['127.0.0.1'],
  'half.example': ['127.0.0.2', '127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'mixed.example': ['127.0.0.1', '169.254.169.254'],
}
const createMailer = (settings: () => Settings, denied: readonly string[] = []) =>
  createMailerWith(
    settings,
    createOutboundPolicy(denied, Date.now, async (host) => NAMES[host] ?? []),
  )

const mail = { subject: '验证码', lines: ['代码 <b>1</b> & "二"', 'second line'], link: 'https://weir.example/?a=1&b=2' }

describe('mail', () => {
  it('reaches every address of the list with its text as it is and as harmless HTML', async () => {
    const sink = await openSink()
    await createMailer(() => settingsOf(sink.port)).send('one@example.com; two@example.com ;', mail)
    const caught = await sink.newest(1)
    expect(caught).toMatchObject({ to: ['one@example.com', 'two@example.com'], from: 'weir@example.com', user: undefined })
    expect(caught.text).toContain('代码 <b>1</b> & "二"')
    expect(caught.text).toContain('https://weir.example/?a=1&b=2')
    expect(caught.html).toContain('&#60;b&#62;1&#60;/b&#62; &#38;')
    expect(caught.html).not.toContain('<b>')
  })

  it('signs in when there is an account', async () => {
    const sink = await openSink()
    await createMailer(() => settingsOf(sink.port, { SMTPAccount: 'me', SMTPToken: 'secret' })).send('one@example.com', mail)
    expect((await sink.newest(1)).user).toBe('me')
  })

  it('H-70 goes to no server whose certificate cannot be checked', async () => {
    const sink = await openSink({ hideSTARTTLS: false })
    const mailer = createMailer(() => settingsOf(sink.port))
    await expect(mailer.send('one@example.com', mail)).rejects.toThrow('mail-failed')
    expect(sink.mails).toEqual([])
  })

  it('is encrypted from the first byte on port 465 and as soon as the server offers it on any other', () => {
    expect(transportOptions(settingsOf(465), '127.0.0.1')).toMatchObject({ port: 465, secure: true })
    const other = transportOptions(settingsOf(587), '127.0.0.1')
    expect(other).toMatchObject({ port: 587, secure: false })
    expect(JSON.stringify(other)).not.toMatch(/ignoreTLS|rejectUnauthorized/)
  })

  it('opens no file and no address that a text names, and gives up after ten seconds', () => {
    expect(transportOptions(settingsOf(587), '127.0.0.1')).toMatchObject({
      host: '127.0.0.1',
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 10_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  })

  it('SF-10 goes to the address that was found fit, under the name of the server', async () => {
    const asked: string[] = []
    const sink = await openSink({
      hideSTARTTLS: false,
      SNICallback: (name, done) => {
        asked.push(name)
        done(null)
      },
    })
    const mailer = createMailer(() => settingsOf(sink.port, { SMTPServer: 'mail.example' }))
    await expect(mailer.send('one@example.com', mail)).rejects.toThrow('mail-failed')
    expect(asked).toEqual(['mail.example'])
  })

  it('SF-10 goes to the next address when nobody listens at the first', async () => {
    const sink = await openSink()
    await createMailer(() => settingsOf(sink.port, { SMTPServer: 'half.example' })).send('one@example.com', mail)
    expect((await sink.newest(1)).to).toEqual(['one@example.com'])
  })

  it('SF-10 goes to no address that calls may not go to, however it is written', async () => {
    const sink = await openSink()
    for (const server of ['169.254.169.254', '::ffff:169.254.169.254', 'fe80::1', 'metadata.example', 'mixed.example', 'a b', 'x@y', '']) {
      const mailer = createMailer(() => settingsOf(sink.port, { SMTPServer: server }))
      await expect(mailer.send('one@example.com', mail)).rejects.toThrow('mail-failed')
    }
    const closed = createMailer(() => settingsOf(sink.port), ['127.0.0.0/8'])
    await expect(closed.send('one@example.com', mail)).rejects.toThrow('mail-failed')
    expect(sink.mails).toEqual([])
  })

  it('IN-17 cannot be made to carry a header of somebody else’s', async () => {
    const sink = await openSink()
    const settings = settingsOf(sink.port, { SystemName: 'Weir" <x@example.com>\r\nbcc: three@example.com\r\n' })
    await createMailer(() => settings).send('one@example.com', { ...mail, subject: 'hello\r\nbcc: two@example.com' })
    const caught = await sink.newest(1)
    expect([caught.to, caught.from]).toEqual([['one@example.com'], 'weir@example.com'])
    expect(caught.source).not.toMatch(/^bcc:/im)
  })

  it('is not sent later when there is no server or no address', async () => {
    const sink = await openSink()
    createMailer(() => settingsOf(sink.port)).sendLater('', mail)
    createMailer(() => settingsOf(sink.port, { SMTPServer: '' })).sendLater('one@example.com', mail)
    createMailer(() => settingsOf(sink.port)).sendLater('last@example.com', mail)
    expect((await sink.newest(1)).to).toEqual(['last@example.com'])
    expect(sink.mails).toHaveLength(1)
  })

  it('needs a server and a sender', () => {
    expect(() => createMailer(() => settingsOf(25, { SMTPServer: '' })).requireConfigured()).toThrow('mail-not-configured')
    expect(() => createMailer(() => settingsOf(25, { SMTPFrom: '' })).requireConfigured()).toThrow('mail-not-configured')
    expect(() => createMailer(() => settingsOf(25, { SMTPFrom: '', SMTPAccount: 'a@example.com' })).requireConfigured()).not.toThrow()
  })
})
