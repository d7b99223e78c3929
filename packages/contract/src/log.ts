import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageQuery, queryNumber, searchQuery } from './envelope.ts'
import { cleanText, epochSeconds, quotaUnits } from './values/quantity.ts'

export const LogType = { all: 0, topUp: 1, consume: 2, manage: 3, system: 4, test: 5 } as const

/** How a quota came about: the parts times their ratios, summed up, times the model's ratio, plus fees, times the group's ratio, rounded up once. */
const logCharge = z.object({
  model_ratio: z.number(),
  group_ratio: z.number(),
  parts: z.array(
    z.object({
      kind: z.enum([
        'input',
        'audio_input',
        'image_input',
        'cache_read',
        'audio_cache_read',
        'cache_write',
        'cache_write_hour',
        'output',
        'audio_output',
        'image_output',
        'reasoning',
      ]),
      count: z.int(),
      ratio: z.number(),
    }),
  ),
  /** Calls of tools that upstream runs by itself, in units a call before the group's ratio. Absent where there were none. */
  fees: z
    .array(
      z.object({
        kind: z.enum(['web_search', 'grounded_prompt', 'maps_grounding', 'file_search', 'code_interpreter', 'image_generation', 'request']),
        count: z.int(),
        units: z.number(),
      }),
    )
    .optional(),
  /** How much of the output was reasoning; among the parts where it has a price of its own. */
  reasoning: z.int(),
  /** What is counted where it is not tokens: images in thousandths of the smallest, audio in milliseconds. */
  unit: z.enum(['token', 'image', 'character', 'millisecond', 'query']),
  /** The service tier whose price was charged; absent for the usual one. */
  tier: z.enum(['batch', 'flex', 'priority']).optional(),
  /** Upstream reported no usage. */
  is_estimate: z.boolean(),
  /** Upstream reported more than the request can have used; the counts are the most it can. */
  is_implausible: z.boolean(),
})
export type LogCharge = z.output<typeof logCharge>

export const logObject = z.object({
  id: z.int(),
  user_id: z.int(),
  created_at: epochSeconds,
  type: z.int(),
  content: z.string(),
  username: z.string(),
  token_name: z.string(),
  model_name: z.string(),
  quota: quotaUnits,
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  channel: z.int(),
  request_id: z.string(),
  elapsed_time: z.int(),
  is_stream: z.boolean(),
  system_prompt_reset: z.boolean(),
  /** The model that was asked for, where a substitute answered. */
  substitute_for: z.string().optional(),
  /** On rows of what was charged. */
  charge: logCharge.optional(),
})
export type LogObject = z.output<typeof logObject>

const logFilter = {
  type: queryNumber,
  start_timestamp: queryNumber,
  end_timestamp: queryNumber,
  model_name: cleanText(200).default(''),
  token_name: cleanText(200).default(''),
}

export const listOwnLogs = endpoint({
  method: 'GET',
  path: '/api/log/self/',
  access: 'user',
  summary: "One page of the caller's own log rows, newest first",
  input: { query: pageQuery.extend(logFilter) },
  data: z.array(logObject),
})

const adminLogFilter = { ...logFilter, username: cleanText(200).default(''), channel: queryNumber }

/** What administrators see beside it. */
export const adminLogObject = logObject.extend({
  /** What upstream takes, in units; null where its channel does not say. */
  cost: quotaUnits.nullable(),
  /** By which it was charged; empty in rows from before it was kept. */
  group: z.string(),
})
export type AdminLogObject = z.output<typeof adminLogObject>

export const listLogs = endpoint({
  method: 'GET',
  path: '/api/log/',
  access: 'admin',
  summary: 'One page of all log rows, newest first',
  input: { query: pageQuery.extend(adminLogFilter) },
  data: z.array(adminLogObject),
})

/** `token` is the sum of prompt and completion tokens. */
const logStat = z.object({ quota: quotaUnits, token: z.int() })

/** Of rows whose channel says what its upstream takes: that, and what is left of their charges. */
const adminLogStat = logStat.extend({ cost: quotaUnits, margin: quotaUnits })

export const statLogs = endpoint({
  method: 'GET',
  path: '/api/log/stat',
  access: 'admin',
  summary: 'Quota and tokens consumed under the filters',
  input: { query: z.object(adminLogFilter) },
  data: adminLogStat,
})

export const statOwnLogs = endpoint({
  method: 'GET',
  path: '/api/log/self/stat',
  access: 'user',
  summary: 'Quota and tokens the caller consumed under the filters',
  input: { query: z.object(logFilter) },
  data: logStat,
})

export const searchLogs = endpoint({
  method: 'GET',
  path: '/api/log/search',
  access: 'admin',
  summary: 'The newest hundred log rows whose type is the keyword or whose content begins with it',
  input: { query: searchQuery },
  data: z.array(adminLogObject),
})

export const searchOwnLogs = endpoint({
  method: 'GET',
  path: '/api/log/self/search',
  access: 'user',
  summary: "The caller's newest hundred log rows whose type is the keyword",
  input: { query: searchQuery },
  data: z.array(logObject),
})

export const deleteLogs = endpoint({
  method: 'DELETE',
  path: '/api/log/',
  access: 'admin',
  summary: 'Delete log rows older than a time; the ledger is not touched',
  input: { query: z.object({ target_timestamp: queryNumber }) },
  data: z.int(),
  audit: 'log.delete',
})
