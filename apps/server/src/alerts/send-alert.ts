import { createHmac } from 'node:crypto'
import type { AlertTargetKind } from '@weir/contract/alerts/alert-target'
import { Refusal } from '@weir/contract/errors'
import type { AlertTargetFields } from '@weir/store/alerts/alert-targets'
import { z } from 'zod'
import type { Mailer } from '../mail/mailer.ts'
import { ServiceUnreachable, type CallService, type ServiceReply, type ServiceRequest } from '../net/service-call.ts'
import type { AlertMessage } from './message.ts'

/** Undefined when the message was accepted; else `unreachable`, `mail-not-configured`, `mail-failed` or what the other side answered. */
export type SendAlert = (target: AlertTargetFields, message: AlertMessage) => Promise<string | undefined>

interface Dependencies {
  readonly callService: CallService
  readonly mailer: Pick<Mailer, 'isConfigured' | 'send'>
  readonly clock: () => number
}

export const UNREACHABLE = 'unreachable'

const TELEGRAM = 'https://api.telegram.org'
/** WeCom counts bytes, Telegram characters; both refuse what is longer. */
const WECOM_BYTES = 2048
const TELEGRAM_LENGTH = 4096

const textOf = ({ title, lines, link }: AlertMessage): string => [title, ...lines, ...(link === undefined ? [] : [link])].join('\n')

const clipBytes = (text: string, bytes: number): string => {
  if (Buffer.byteLength(text) <= bytes) return text
  const characters = Array.from(text)
  while (Buffer.byteLength(characters.join('')) > bytes - 3) characters.length -= 10
  return `${characters.join('')}…`
}

/** Without half of a character at the end. */
const clipLength = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

const sha256 = (key: string, text: string) => createHmac('sha256', key).update(text)

/** What goes to a webhook of one's own. */
const bodyOf = ({ event, rule, alerts, title, lines, link }: AlertMessage, sentAt: number): string =>
  JSON.stringify({
    event,
    rule: rule === undefined ? null : { id: rule.id, name: rule.name, kind: rule.kind },
    alerts: alerts.map((alert) => ({
      id: alert.id,
      subject: alert.subject,
      name: alert.subjectName,
      value: alert.value,
      threshold: alert.threshold,
      opened_at: alert.openedAt,
      resolved_at: alert.resolvedAt,
    })),
    title,
    text: lines.join('\n'),
    link: link ?? null,
    sent_at: sentAt,
  })

type HttpKind = Exclude<AlertTargetKind, 'mail'>

interface Call {
  readonly target: AlertTargetFields
  readonly message: AlertMessage
  readonly nowMs: number
}

const post = (url: string, body: ServiceRequest['body'] & {}): ServiceRequest => ({ method: 'POST', url, body })

const REQUESTS: Readonly<Record<HttpKind, (call: Call) => ServiceRequest>> = {
  webhook: ({ target, message, nowMs }) => {
    const timestamp = String(Math.floor(nowMs / 1000))
    const body = bodyOf(message, Number(timestamp))
    const signature = `sha256=${sha256(target.secret, `${timestamp}.${body}`).digest('hex')}`
    return { ...post(target.url, body), headers: { 'x-weir-timestamp': timestamp, 'x-weir-signature': signature } }
  },
  lark: ({ target, message, nowMs }) => {
    const timestamp = String(Math.floor(nowMs / 1000))
    // The secret is a part of the key here, and nothing is signed.
    const sign = sha256(`${timestamp}\n${target.secret}`, '').digest('base64')
    return post(target.url, { ...(target.secret !== '' && { timestamp, sign }), msg_type: 'text', content: { text: textOf(message) } })
  },
  wecom: ({ target, message }) => post(target.url, { msgtype: 'text', text: { content: clipBytes(textOf(message), WECOM_BYTES) } }),
  dingtalk: ({ target, message, nowMs }) => {
    const url = new URL(target.url)
    if (target.secret !== '') {
      url.searchParams.set('timestamp', String(nowMs))
      url.searchParams.set('sign', sha256(target.secret, `${nowMs}\n${target.secret}`).digest('base64'))
    }
    return post(url.href, { msgtype: 'text', text: { content: textOf(message) } })
  },
  telegram: ({ target, message }) => {
    const base = (target.url || TELEGRAM).replace(/\/+$/, '')
    const text = clipLength(textOf(message), TELEGRAM_LENGTH)
    return post(`${base}/bot${target.secret}/sendMessage`, { chat_id: target.recipient, text })
  },
  slack: ({ target, message }) => {
    // Slack reads these three as markup, and nothing else that could hide a link.
    const text = textOf(message).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return post(target.url, { text })
  },
}

const replied = z.looseObject({
  code: z.int().optional(),
  StatusCode: z.int().optional(),
  errcode: z.int().optional(),
  ok: z.boolean().optional(),
})

type Replied = z.output<typeof replied>

const accepted = (): undefined => undefined
const byErrcode = ({ errcode }: Replied): string | undefined => (errcode === 0 ? undefined : `errcode ${errcode ?? '-'}`)

/** What a good status may hide: these answer 200 also when they refuse. */
const REFUSALS: Readonly<Record<HttpKind, (reply: Replied) => string | undefined>> = {
  webhook: accepted,
  slack: accepted,
  telegram: ({ ok }) => (ok === true ? undefined : 'ok -'),
  lark: ({ code, StatusCode: older }) => ((code ?? older) === 0 ? undefined : `code ${code ?? older ?? '-'}`),
  wecom: byErrcode,
  dingtalk: byErrcode,
}

const refusalIn = (kind: HttpKind, { status, json }: ServiceReply): string | undefined => {
  if (status < 200 || status > 299) return `HTTP ${status}`
  const refusal = REFUSALS[kind](replied.safeParse(json).data ?? {})
  return refusal && `HTTP ${status}, ${refusal}`
}

export const createSendAlert = ({ callService, mailer, clock }: Dependencies): SendAlert => {
  const sendMail = async ({ recipient }: AlertTargetFields, { title, lines, link }: AlertMessage): Promise<string | undefined> => {
    if (!mailer.isConfigured()) return 'mail-not-configured'
    try {
      await mailer.send(recipient, { subject: title, lines, ...(link !== undefined && { link }) })
      return undefined
    } catch (error) {
      if (error instanceof Refusal) return 'mail-failed'
      throw error
    }
  }

  return async (target, message) => {
    const { kind } = target
    if (kind === 'mail') return sendMail(target, message)
    try {
      return refusalIn(kind, await callService(REQUESTS[kind]({ target, message, nowMs: clock() })))
    } catch (error) {
      if (error instanceof ServiceUnreachable) return UNREACHABLE
      throw error
    }
  }
}
