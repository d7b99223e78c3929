import { afterAll, describe, expect, it } from 'bun:test'
import { createHmac } from 'node:crypto'
import type { AlertTargetFields } from '@weir/store/alerts/alert-targets'
import { createMailer } from '../mail/mailer.ts'
import { createOutboundPolicy } from '../net/outbound-policy.ts'
import { createCallService } from '../net/service-call.ts'
import { settingsFrom } from '../settings/settings.ts'
import { closedPort } from '../testing/sockets/closed-port.ts'
import { openJsonService, type ServiceCall } from '../testing/json-service.ts'
import { MailSink } from '../testing/mail-sink.ts'
import type { AlertMessage } from './message.ts'
import { createSendAlert } from './send-alert.ts'

/** Amid a second: times in seconds are rounded down. */
const NOW_MS = 1_800_000_000_600
const HOUR_MS = 3_600_000
const SECRET = 'bot-secret'

const refuse = (errcode: number) => ({ errcode, errmsg: 'refused' })
const jsonOf = ({ body }: ServiceCall) => JSON.parse(body) as Record<string, unknown>
const isJson = ({ method, headers }: ServiceCall): boolean =>
  method === 'POST' && (headers.get('content-type') ?? '').startsWith('application/json')
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const textIn = (part: unknown, name: string): unknown => (part as Readonly<Record<string, unknown>> | undefined)?.[name]
const sign = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

type Body = Readonly<Record<string, unknown>>

/** Each place answers as its vendor documents, and checks what the vendor checks. */
const places: Readonly<Record<string, (call: ServiceCall, body: Body) => Response | object>> = {
  '/open-apis/bot/v2/hook/signed': (_, body) => {
    const timestamp = String(body['timestamp'])
    const isFresh = Math.abs(Number(timestamp) * 1000 - NOW_MS) < HOUR_MS
    if (!isFresh || body['sign'] !== sign(`${timestamp}\n${SECRET}`, '')) return { code: 19021, msg: 'sign match fail' }
    return body['msg_type'] === 'text' && isText(textIn(body['content'], 'text')) ? { code: 0, msg: 'success' } : { code: 9499 }
  },
  '/open-apis/bot/v2/hook/open': (_, body) => ('sign' in body || 'timestamp' in body ? { code: 9499 } : { StatusCode: 0 }),
  '/cgi-bin/webhook/send': ({ query }, body) => {
    const content = textIn(body['text'], 'content')
    if (query.get('key') !== 'wecom-key') return refuse(93000)
    if (body['msgtype'] !== 'text' || !isText(content)) return refuse(40008)
    return Buffer.byteLength(content) > 2048 ? refuse(40058) : { errcode: 0, errmsg: 'ok' }
  },
  '/robot/send': ({ query }, body) => {
    const timestamp = query.get('timestamp') ?? ''
    if (query.get('access_token') !== 'ding-token') return refuse(300001)
    if (query.get('sign') !== sign(SECRET, `${timestamp}\n${SECRET}`)) return refuse(310000)
    return body['msgtype'] === 'text' && isText(textIn(body['text'], 'content')) ? { errcode: 0, errmsg: 'ok' } : refuse(40035)
  },
  '/bot123:bot-secret/sendMessage': (_, { text, chat_id: chat }) => {
    const isFit = chat === '-100200' && isText(text) && text.length <= 4096
    return isFit ? { ok: true, result: {} } : Response.json({ ok: false, error_code: 400 }, { status: 400 })
  },
  '/services/T0/B0/key': (_, { text }) => (isText(text) ? new Response('ok') : new Response('no_text', { status: 400 })),
  '/hook': ({ headers, body }) => {
    const signed = `${headers.get('x-weir-timestamp')}.${body}`
    const hex = createHmac('sha256', 'hook-secret').update(signed).digest('hex')
    return new Response(null, { status: headers.get('x-weir-signature') === `sha256=${hex}` ? 204 : 401 })
  },
}

const service = openJsonService((call) =>
  isJson(call) ? places[call.path]?.(call, jsonOf(call)) : new Response('invalid_payload', { status: 400 }),
)
afterAll(() => service.close())

const addressesOf = createOutboundPolicy([], () => NOW_MS)
const callService = createCallService({ addressesOf })
const NO_MAIL = { isConfigured: () => false, send: () => Promise.reject(new Error('no mail is sent here')) }
const send = createSendAlert({ callService, mailer: NO_MAIL, clock: () => NOW_MS })

const MESSAGE: AlertMessage = {
  event: 'fired',
  rule: { id: 3, name: 'night', kind: 'balance-low', windowMinutes: 0 },
  alerts: [
    { id: 8, subject: 'channel 5', subjectName: '<east> & co', value: 2.5, threshold: 5, openedAt: 1_799_999_000, resolvedAt: null },
  ],
  title: 'Weir alert: night',
  lines: ['Channel "<east> & co" (5): the balance is 2.5, below 5.'],
  link: 'https://weir.example/channel/edit/5',
}
const TEXT = 'Weir alert: night\nChannel "<east> & co" (5): the balance is 2.5, below 5.\nhttps://weir.example/channel/edit/5'

const to = (kind: AlertTargetFields['kind'], over: Partial<AlertTargetFields> = {}): AlertTargetFields => ({
  name: 'ops',
  kind,
  isEnabled: true,
  language: 'en',
  recipient: '',
  url: '',
  secret: '',
  ...over,
})
const last = (): ServiceCall => {
  const call = service.calls.at(-1)
  if (call === undefined) throw new Error('nothing was called')
  return call
}

describe('an alert to Lark', () => {
  const url = `${service.url}/open-apis/bot/v2/hook/signed`

  it('is signed as a bot with a secret asks for', async () => {
    expect(await send(to('lark', { url, secret: SECRET }), MESSAGE)).toBeUndefined()
    expect(jsonOf(last())).toEqual({
      timestamp: '1800000000',
      sign: 'HTywldC1NIp+fb7kOUPitmFTUhbWJ8E3sazwEWNxpjE=',
      msg_type: 'text',
      content: { text: TEXT },
    })
  })

  it('is not signed without one, and a refusal inside a good reply is seen', async () => {
    expect(await send(to('lark', { url: `${service.url}/open-apis/bot/v2/hook/open` }), MESSAGE)).toBeUndefined()
    expect(await send(to('lark', { url, secret: 'other' }), MESSAGE)).toBe('HTTP 200, code 19021')
  })
})

describe('an alert to WeCom', () => {
  const url = `${service.url}/cgi-bin/webhook/send?key=wecom-key`

  it('is a text of at most 2048 bytes, without half a character at its end', async () => {
    expect(await send(to('wecom', { url }), MESSAGE)).toBeUndefined()
    expect(jsonOf(last())).toEqual({ msgtype: 'text', text: { content: TEXT } })
    expect(await send(to('wecom', { url }), { ...MESSAGE, lines: ['渠道'.repeat(2000)] })).toBeUndefined()
    const content = String(textIn(jsonOf(last())['text'], 'content'))
    expect([content.startsWith('Weir alert: night\n渠道渠道'), content.endsWith('…'), content.includes('\uFFFD')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('is whole at 2048 bytes, and cut ten characters at a time above', async () => {
    const sent = async (bytes: number) => {
      const filler = 'x'.repeat(bytes - 'Weir alert: night\n'.length)
      await send(to('wecom', { url }), { ...MESSAGE, lines: [filler], link: undefined })
      return String(textIn(jsonOf(last())['text'], 'content'))
    }
    expect([(await sent(2048)).length, (await sent(2048)).at(-1)]).toEqual([2048, 'x'])
    expect([(await sent(2055)).length, (await sent(2055)).at(-1)]).toEqual([2046, '…'])
  })

  it('tells the code of a refusal', async () => {
    expect(await send(to('wecom', { url: url.replace('wecom-key', 'other') }), MESSAGE)).toBe('HTTP 200, errcode 93000')
  })
})

describe('an alert to DingTalk', () => {
  const url = `${service.url}/robot/send?access_token=ding-token`

  it('has time and signature in its address', async () => {
    expect(await send(to('dingtalk', { url, secret: SECRET }), MESSAGE)).toBeUndefined()
    const { query } = last()
    expect([query.get('timestamp'), query.get('sign'), query.get('access_token')]).toEqual([
      '1800000000600',
      '/HiyTdDtt6s8kFlOT+/NtzRXQkWrhm9NuXkvwXXHAjA=',
      'ding-token',
    ])
    expect(jsonOf(last())).toEqual({ msgtype: 'text', text: { content: TEXT } })
  })

  it('tells the code of a refusal', async () => {
    expect(await send(to('dingtalk', { url, secret: 'other' }), MESSAGE)).toBe('HTTP 200, errcode 310000')
    expect(await send(to('dingtalk', { url }), MESSAGE)).toBe('HTTP 200, errcode 310000')
    expect(last().query.has('sign')).toBe(false)
  })
})

describe('an alert to Telegram', () => {
  it('goes to the chat through the bot, at most 4096 characters long', async () => {
    const target = to('telegram', { url: `${service.url}/`, secret: '123:bot-secret', recipient: '-100200' })
    expect(await send(target, MESSAGE)).toBeUndefined()
    expect(jsonOf(last())).toEqual({ chat_id: '-100200', text: TEXT })
    expect(await send(target, { ...MESSAGE, lines: ['😀'.repeat(9000)] })).toBeUndefined()
    expect(String(jsonOf(last())['text']).isWellFormed()).toBe(true)
    expect(await send({ ...target, recipient: '7' }, MESSAGE)).toBe('HTTP 400')
    expect(await send({ ...target, secret: '9:other' }, MESSAGE)).toBe('HTTP 404')
  })
})

it('goes to Telegram itself where no other address is given', async () => {
  const urls: string[] = []
  const sendAside = createSendAlert({
    callService: ({ url }) => {
      urls.push(url)
      return Promise.resolve({ status: 200, json: { ok: true } })
    },
    mailer: NO_MAIL,
    clock: () => NOW_MS,
  })
  expect(await sendAside(to('telegram', { secret: '1:a', recipient: '7' }), MESSAGE)).toBeUndefined()
  expect(urls).toEqual(['https://api.telegram.org/bot1:a/sendMessage'])
})

it.each([
  [199, 'HTTP 199'],
  [200, undefined],
  [299, undefined],
  [300, 'HTTP 300'],
])('takes the status %d for %p', async (status, told) => {
  const answered = createSendAlert({
    callService: () => Promise.resolve({ status, json: undefined }),
    mailer: NO_MAIL,
    clock: () => NOW_MS,
  })
  expect(await answered(to('slack', { url: 'https://hooks.example' }), MESSAGE)).toBe(told)
})

describe('an alert to Slack', () => {
  it('is a text in which nothing is markup', async () => {
    expect(await send(to('slack', { url: `${service.url}/services/T0/B0/key` }), MESSAGE)).toBeUndefined()
    expect(jsonOf(last())).toEqual({ text: TEXT.replace('<east> & co', '&lt;east&gt; &amp; co') })
    expect(await send(to('slack', { url: `${service.url}/services/T0/B0/other` }), MESSAGE)).toBe('HTTP 404')
  })
})

describe('an alert to a webhook', () => {
  const target = to('webhook', { url: `${service.url}/hook`, secret: 'hook-secret' })

  it('is signed over its time and its bytes, and names rule and subject', async () => {
    expect(await send(target, MESSAGE)).toBeUndefined()
    expect(jsonOf(last())).toEqual({
      event: 'fired',
      rule: { id: 3, name: 'night', kind: 'balance-low' },
      alerts: [{ id: 8, subject: 'channel 5', name: '<east> & co', value: 2.5, threshold: 5, opened_at: 1_799_999_000, resolved_at: null }],
      title: 'Weir alert: night',
      text: 'Channel "<east> & co" (5): the balance is 2.5, below 5.',
      link: 'https://weir.example/channel/edit/5',
      sent_at: 1_800_000_000,
    })
    const title = 'Weir alert: test message'
    const lines = ['If you can read this, alerts reach this place.']
    await send(target, { event: 'test', rule: undefined, alerts: [], title, lines, link: 'https://weir.example/alert' })
    expect(last().headers.get('x-weir-signature')).toBe('sha256=a97f0ed72850437a82072e44f23425d79cbf03c634f568833b0ef17bd3fdec05')
    expect(await send({ ...target, secret: 'other' }, MESSAGE)).toBe('HTTP 401')
  })

  it('goes to no address that the policy closes, and a place where nobody listens is told', async () => {
    const before = service.calls.length
    const closed = createSendAlert({
      callService: createCallService({ addressesOf: createOutboundPolicy(['127.0.0.0/8'], () => NOW_MS) }),
      mailer: NO_MAIL,
      clock: () => NOW_MS,
    })
    expect(await closed(target, MESSAGE)).toBe('unreachable')
    expect(service.calls.length).toBe(before)
    expect(await send({ ...target, url: 'http://169.254.169.254/latest' }, MESSAGE)).toBe('unreachable')
    expect(await send({ ...target, url: `http://127.0.0.1:${closedPort()}/` }, MESSAGE)).toBe('unreachable')
  })
})

describe('an alert by mail', () => {
  const through = (port: number) => {
    const options = { SMTPServer: '127.0.0.1', SMTPFrom: 'weir@example.com', SMTPPort: String(port) }
    const mailer = createMailer(() => settingsFrom(new Map(Object.entries(options))), addressesOf)
    return createSendAlert({ callService, mailer, clock: () => NOW_MS })
  }

  it('reaches every address', async () => {
    const sink = await MailSink.open()
    expect(await through(sink.port)(to('mail', { recipient: 'a@example.com; b@example.com' }), MESSAGE)).toBeUndefined()
    const mail = await sink.newest(1)
    expect(mail.to).toEqual(['a@example.com', 'b@example.com'])
    expect(mail.text.replaceAll('\r\n', '\n').trim()).toBe(
      'Channel "<east> & co" (5): the balance is 2.5, below 5.\n\nhttps://weir.example/channel/edit/5',
    )
    expect(mail.source).toContain('Subject: Weir alert: night')
    await sink.close()
  })

  it('is told as not sent without a mail server, and when it does not answer', async () => {
    expect(await send(to('mail', { recipient: 'a@example.com' }), MESSAGE)).toBe('mail-not-configured')
    expect(await through(closedPort())(to('mail', { recipient: 'a@example.com' }), MESSAGE)).toBe('mail-failed')
  })
})
