import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listTotal, pageQuery, queryNumber } from './envelope.ts'
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
  /** The place in the chain, from 1; 0 in a row that was not written as part of it. */
  ordinal: z.int(),
  hash: z.string(),
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
      actor_name: cleanText(100).default(''),
      /** One that ends in a dot stands for all that begin with it. */
      action: cleanText(100).default(''),
      /** How the name of the object begins, such as `channel 7`. */
      object: cleanText(200).default(''),
      start_timestamp: queryNumber,
      end_timestamp: queryNumber,
      before_id: queryNumber,
    }),
  },
  data: z.array(auditObject),
  extra: listTotal,
})

export const getAuditHead = endpoint({
  method: 'GET',
  path: '/api/audit/head',
  access: 'root',
  summary: 'How many entries the audit trail has, the hash of the last, and the actions that stand in it',
  input: {},
  data: z.object({ entries: z.int(), hash: z.string(), actions: z.array(z.string()) }),
})
