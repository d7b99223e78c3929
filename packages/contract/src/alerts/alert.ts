import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listTotal, pageQuery } from '../envelope.ts'
import { epochSeconds } from '../values/quantity.ts'
import { ALERT_KINDS } from './alert-rule.ts'

export const ALERT_EVENTS = ['fired', 'resolved'] as const
export type AlertEvent = (typeof ALERT_EVENTS)[number]

/** `waiting` for its turn, for the end of a quiet time or for the next try; `dropped` because there was nothing to tell any more. */
export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const alertObject = z.object({
  id: z.int(),
  rule_id: z.int(),
  rule_name: z.string(),
  kind: z.enum(ALERT_KINDS),
  /** What it is about, such as `channel 5`. */
  subject: z.string(),
  subject_name: z.string(),
  value: z.number(),
  threshold: z.number(),
  opened_at: epochSeconds,
  resolved_at: epochSeconds.nullable(),
  deliveries: z.array(
    z.object({
      target_id: z.int(),
      event: z.enum(ALERT_EVENTS),
      state: z.enum(DELIVERY_STATES),
      tries: z.int(),
      sent_at: epochSeconds.nullable(),
      /** Why the last try failed; empty when none did. */
      problem: z.string(),
    }),
  ),
})
export type AlertObject = z.output<typeof alertObject>

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/alert/',
  access: 'admin',
  summary: 'One page of alerts, newest first: those that are open, those of the past, or both',
  input: { query: pageQuery.extend({ state: z.enum(['open', 'past']).optional() }) },
  data: z.array(alertObject),
  extra: listTotal,
})
