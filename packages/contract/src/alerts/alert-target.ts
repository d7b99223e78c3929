import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams, noData } from '../envelope.ts'
import { cleanText } from '../values/quantity.ts'
import { alertName } from './alert-rule.ts'

export const ALERT_TARGET_KINDS = ['mail', 'webhook', 'lark', 'wecom', 'dingtalk', 'telegram', 'slack'] as const
export type AlertTargetKind = (typeof ALERT_TARGET_KINDS)[number]

export const isAlertTargetKind = (name: string): name is AlertTargetKind => ALERT_TARGET_KINDS.some((known) => known === name)

type Need = 'required' | 'optional' | 'unused'

/** What each kind of target is made of. */
export const ALERT_TARGET_RULES: Readonly<Record<AlertTargetKind, Readonly<Record<'url' | 'recipient' | 'secret', Need>>>> = {
  mail: { url: 'unused', recipient: 'required', secret: 'unused' },
  webhook: { url: 'required', recipient: 'unused', secret: 'required' },
  lark: { url: 'required', recipient: 'unused', secret: 'optional' },
  wecom: { url: 'required', recipient: 'unused', secret: 'unused' },
  dingtalk: { url: 'required', recipient: 'unused', secret: 'optional' },
  telegram: { url: 'optional', recipient: 'required', secret: 'required' },
  slack: { url: 'required', recipient: 'unused', secret: 'unused' },
}

const MAX_URL_LENGTH = 2000
const MAX_SECRET_LENGTH = 500

const isHttpAddress = (text: string): boolean => {
  if (text === '') return true
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && username === '' && password === ''
}

const kind = z.enum(ALERT_TARGET_KINDS)
const language = z.enum(['zh', 'en'])
/** Addresses of bots carry their key: they are never answered. */
const url = cleanText(MAX_URL_LENGTH)
  .transform((text) => text.trim())
  .refine(isHttpAddress, 'http-address')
const secret = cleanText(MAX_SECRET_LENGTH).transform((text) => text.trim())
/** Mail addresses separated by `;`, or the chat of a Telegram bot. */
const recipient = cleanText(MAX_SECRET_LENGTH).transform((text) => text.trim())

const fields = z.object({
  name: alertName,
  kind,
  enabled: z.boolean().default(true),
  language: language.default('zh'),
  url: url.default(''),
  recipient: recipient.default(''),
  secret: secret.default(''),
})
export type AlertTargetInput = z.output<typeof fields>

export const alertTargetObject = z.object({
  id: z.int(),
  name: z.string(),
  kind,
  enabled: z.boolean(),
  language,
  /** Scheme and host alone. */
  url: z.string(),
  recipient: z.string(),
  has_secret: z.boolean(),
})
export type AlertTargetObject = z.output<typeof alertTargetObject>

export interface AlertTargetProblem {
  readonly field: 'url' | 'recipient' | 'secret'
  readonly problem: string
}

const MAIL_LIST = /^[^\s;@]+@[^\s;@]+(?:\s*;\s*[^\s;@]+@[^\s;@]+)*;?$/
const CHAT = /^(?:-?\d{1,20}|@[A-Za-z]\w{3,40})$/

/** What does not fit together; undefined when all does. A secret is never part of the text. */
export const alertTargetProblem = (
  target: Pick<AlertTargetInput, 'kind' | 'url' | 'recipient' | 'secret'>,
): AlertTargetProblem | undefined => {
  const needs = ALERT_TARGET_RULES[target.kind]
  for (const field of ['url', 'recipient', 'secret'] as const) {
    const isEmpty = target[field] === ''
    if (needs[field] === 'required' && isEmpty) return { field, problem: `required for ${target.kind}` }
    if (needs[field] === 'unused' && !isEmpty) return { field, problem: `not used by ${target.kind}` }
  }
  const { recipient: to } = target
  if (target.kind === 'mail' && !MAIL_LIST.test(to)) return { field: 'recipient', problem: `${to}, must be mail addresses separated by ;` }
  if (target.kind === 'telegram' && !CHAT.test(to))
    return { field: 'recipient', problem: `${to}, must be the number of a chat or @channel` }
  return undefined
}

export const listAlertTargets = endpoint({
  method: 'GET',
  path: '/api/alert/target/',
  access: 'admin',
  summary: 'All targets of alerts, newest first, without their secrets',
  input: {},
  data: z.array(alertTargetObject),
})

export const createAlertTarget = endpoint({
  method: 'POST',
  path: '/api/alert/target/',
  access: 'root',
  summary: 'Make a target that alerts are sent to',
  input: { body: fields },
  data: alertTargetObject,
  audit: 'alert-target.create',
})

export const editAlertTarget = endpoint({
  method: 'PUT',
  path: '/api/alert/target/',
  access: 'root',
  summary: 'Change a target of alerts; its kind stays, and so does a secret that is not given',
  input: {
    body: z.object({
      id: z.int().positive(),
      name: alertName.optional(),
      enabled: z.boolean().optional(),
      language: language.optional(),
      url: url.optional(),
      recipient: recipient.optional(),
      secret: secret.optional(),
    }),
  },
  data: alertTargetObject,
  audit: 'alert-target.edit',
})

export const deleteAlertTarget = endpoint({
  method: 'DELETE',
  path: '/api/alert/target/:id/',
  access: 'root',
  summary: 'Delete a target of alerts; what waits to be sent to it is dropped',
  input: { params: idParams },
  data: noData,
  audit: 'alert-target.delete',
})

export const testAlertTarget = endpoint({
  method: 'POST',
  path: '/api/alert/target/:id/test',
  access: 'root',
  summary: 'Send a test message to a target of alerts, and say whether it was accepted',
  input: { params: idParams },
  data: noData,
  limit: 'critical',
  audit: 'alert-target.test',
})
