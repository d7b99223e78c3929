import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageQuery, queryNumber } from './envelope.ts'
import { cleanText, epochSeconds } from './values/quantity.ts'

export const auditObject = z.object({
  id: z.int(),
  created_at: epochSeconds,
  actor_id: z.int(),
  actor_name: z.string(),
  credential: z.string(),
  address: z.string(),
  request_id: z.string(),
  action: z.string(),
  object: z.string(),
  /** JSON text of what changed, without secrets. */
  before: z.string(),
  after: z.string(),
})
export type AuditObject = z.output<typeof auditObject>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit/',
  access: 'root',
  summary: 'One page of the audit trail, newest first',
  input: {
    query: pageQuery.extend({
      actor_id: queryNumber,
      action: cleanText(100).default(''),
      start_timestamp: queryNumber,
      end_timestamp: queryNumber,
    }),
  },
  data: z.array(auditObject),
})
