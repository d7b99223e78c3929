import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams, noData } from '../envelope.ts'
import { cleanText, epochSeconds } from '../values/quantity.ts'

export const ALERT_KINDS = [
  'channel-off',
  'error-share',
  'balance-low',
  'spend-above',
  'budget-reached',
  'key-expiry',
  'certificate-expiry',
  'log-waiting',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export const isAlertKind = (name: string): name is AlertKind => ALERT_KINDS.some((known) => known === name)

interface Bounds {
  readonly min: number
  readonly max: number
  readonly isWhole: boolean
}

interface KindRule {
  /** Absent: there is nothing to compare with. */
  readonly threshold?: Bounds
  /** Minutes that are looked back on; absent: what is true now counts. */
  readonly window?: Bounds
  /** What one rule can be narrowed to. */
  readonly scope: 'channel' | 'budget' | 'none'
}

const PERCENT: Bounds = { min: 1, max: 100, isWhole: false }
const DAYS: Bounds = { min: 1, max: 365, isWhole: true }
const DAY_MINUTES = 1440
const minutes = (max: number): Bounds => ({ min: 5, max, isWhole: true })

export const ALERT_KIND_RULES: Readonly<Record<AlertKind, KindRule>> = {
  'channel-off': { scope: 'channel' },
  'error-share': { threshold: PERCENT, window: minutes(DAY_MINUTES), scope: 'channel' },
  'balance-low': { threshold: { min: 0, max: 1_000_000_000, isWhole: false }, scope: 'channel' },
  'spend-above': {
    threshold: { min: 1, max: Number.MAX_SAFE_INTEGER, isWhole: true },
    window: minutes(31 * DAY_MINUTES),
    scope: 'channel',
  },
  'budget-reached': { threshold: PERCENT, scope: 'budget' },
  'key-expiry': { threshold: DAYS, scope: 'none' },
  'certificate-expiry': { threshold: DAYS, scope: 'none' },
  'log-waiting': { threshold: { min: 1, max: DAY_MINUTES, isWhole: true }, scope: 'none' },
}

/** A share of very few requests says nothing: below so many in the window, none is told. */
export const ERROR_SHARE_MIN_REQUESTS = 10

export const MAX_ALERT_RULES = 100
export const MAX_ALERT_TARGETS = 50
const MAX_NAME_LENGTH = 60

export const alertName = cleanText(MAX_NAME_LENGTH)
  .transform((name) => name.trim())
  .refine((name) => name !== '', 'required')

/** Of the clocks of the option `TimeZone`; empty for none. */
const clockTime = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, 'HH:MM')

const kind = z.enum(ALERT_KINDS)
const threshold = z.number().min(0).max(Number.MAX_SAFE_INTEGER)
const windowMinutes = z.int().min(0)
/** 0 for all of them; else the number of one channel or budget. */
const scopeId = z.int().min(0)
const targetIds = z.array(z.int().positive()).max(MAX_ALERT_TARGETS)

const fields = z.object({
  name: alertName,
  kind,
  enabled: z.boolean().default(true),
  threshold: threshold.default(0),
  window_minutes: windowMinutes.default(0),
  scope_id: scopeId.default(0),
  quiet_from: clockTime.default(''),
  quiet_to: clockTime.default(''),
  target_ids: targetIds.default([]),
})
export type AlertRuleInput = z.output<typeof fields>

export const alertRuleObject = z.object({
  id: z.int(),
  name: z.string(),
  kind,
  enabled: z.boolean(),
  threshold: z.number(),
  window_minutes: z.int(),
  scope_id: z.int(),
  quiet_from: z.string(),
  quiet_to: z.string(),
  target_ids: z.array(z.int()),
  /** 0 until it was looked at for the first time. */
  checked_at: epochSeconds,
  /** How many alerts it has open. */
  open: z.int(),
})
export type AlertRuleObject = z.output<typeof alertRuleObject>

export interface AlertRuleProblem {
  readonly field: 'threshold' | 'window_minutes' | 'scope_id' | 'quiet_to'
  readonly problem: string
}

const outside = (field: AlertRuleProblem['field'], value: number, bounds: Bounds | undefined): AlertRuleProblem | undefined => {
  if (bounds === undefined) return value === 0 ? undefined : { field, problem: `${value}, not used by this kind` }
  const { min, max, isWhole } = bounds
  const isWithin = value >= min && value <= max && (!isWhole || Number.isInteger(value))
  return isWithin ? undefined : { field, problem: `${value}, must be ${isWhole ? 'a whole number ' : ''}from ${min} to ${max}` }
}

type Judged = Pick<AlertRuleInput, 'kind' | 'threshold' | 'window_minutes' | 'scope_id' | 'quiet_from' | 'quiet_to'>

/** What does not fit together; undefined when all does. */
export const alertRuleProblem = (rule: Judged): AlertRuleProblem | undefined => {
  const { threshold: thresholdRule, window, scope } = ALERT_KIND_RULES[rule.kind]
  const { quiet_from: from, quiet_to: to } = rule
  return (
    outside('threshold', rule.threshold, thresholdRule) ??
    outside('window_minutes', rule.window_minutes, window) ??
    (scope === 'none' && rule.scope_id !== 0 ? { field: 'scope_id', problem: `${rule.scope_id}, not used by this kind` } : undefined) ??
    ((from === '') !== (to === '') || (from !== '' && from === to)
      ? { field: 'quiet_to', problem: `${from || '-'} to ${to || '-'}, give two different times or none` }
      : undefined)
  )
}

export const listAlertRules = endpoint({
  method: 'GET',
  path: '/api/alert/rule/',
  access: 'admin',
  summary: 'All rules of alerts, newest first',
  input: {},
  data: z.array(alertRuleObject),
})

export const createAlertRule = endpoint({
  method: 'POST',
  path: '/api/alert/rule/',
  access: 'admin',
  summary: 'Make a rule of alerts; it is looked at within a minute',
  input: { body: fields },
  data: alertRuleObject,
  audit: 'alert-rule.create',
})

export const editAlertRule = endpoint({
  method: 'PUT',
  path: '/api/alert/rule/',
  access: 'admin',
  summary: 'Change a rule of alerts; its kind stays, and turning it off closes its alerts without a message',
  input: {
    body: z.object({
      id: z.int().positive(),
      name: alertName.optional(),
      enabled: z.boolean().optional(),
      threshold: threshold.optional(),
      window_minutes: windowMinutes.optional(),
      scope_id: scopeId.optional(),
      quiet_from: clockTime.optional(),
      quiet_to: clockTime.optional(),
      target_ids: targetIds.optional(),
    }),
  },
  data: alertRuleObject,
  audit: 'alert-rule.edit',
})

export const deleteAlertRule = endpoint({
  method: 'DELETE',
  path: '/api/alert/rule/:id/',
  access: 'admin',
  summary: 'Delete a rule of alerts with all of its alerts',
  input: { params: idParams },
  data: noData,
  audit: 'alert-rule.delete',
})
