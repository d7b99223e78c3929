import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, noData, pageQuery, queryNumber, searchQuery } from './envelope.ts'
import { cleanText, epochSeconds, quotaUnits } from './values/quantity.ts'

export const LogType = { all: 0, topUp: 1, consume: 2, manage: 3, system: 4, test: 5, refused: 6 } as const

/** How a request ended. `cut`: something was delivered, but not all. `left`: the caller went away before anything was. */
export const LOG_OUTCOMES = ['ok', 'failed', 'refused', 'cut', 'left'] as const
export type LogOutcome = (typeof LOG_OUTCOMES)[number]

/** A filter by attempts asks for at least so many, and for no more than this. */
export const MOST_ATTEMPTS = 5

const CUT_CAUSES = ['caller', 'upstream', 'too-slow', 'stopping'] as const
export type CutCause = (typeof CUT_CAUSES)[number]

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
  /** The pictures that were asked for, where that was kept. */
  picture: z.object({ size: z.string(), quality: z.string() }).optional(),
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
  /** The name in the call, where the channel's mapping gave upstream another, which is `model_name`. */
  mapped_from: z.string().optional(),
  /** Empty for rows that are of no request. */
  outcome: z.enum([...LOG_OUTCOMES, '']),
  /** Why a request failed or was refused; empty otherwise. */
  fault: z.string(),
  /** Who ended an answer before its end. */
  cut_by: z.enum(CUT_CAUSES).optional(),
  /** How many channels were tried; 0 where it is not known. */
  attempts: z.int(),
  /** Milliseconds from the arrival to the first bytes of a stream. */
  first_byte_time: z.int().optional(),
  /** Of the caller. */
  address: z.string().optional(),
  /** For administrators, while the channel exists. */
  channel_name: z.string().optional(),
  /** On rows of what was charged. */
  charge: logCharge.optional(),
})
export type LogObject = z.output<typeof logObject>

const forAdmins = {
  /** What upstream takes, in units; null where its channel does not say. */
  cost: quotaUnits.nullable(),
  /** By which it was charged; empty in rows from before it was kept. */
  group: z.string(),
}

/** What administrators see beside it. */
export const adminLogObject = logObject.extend(forAdmins)
export type AdminLogObject = z.output<typeof adminLogObject>

/** One channel that was tried. Which one, and what upstream said, is for administrators; a caller's own mistake is told to the caller, too. */
const logAttempt = z.object({
  channel: z.int().optional(),
  channel_name: z.string().optional(),
  /** `none` where it answered. */
  fault: z.string(),
  /** Upstream's, where it refused. */
  status: z.int().optional(),
  said: z.string().optional(),
  /** What upstream was asked in, where that is not the caller's own wire. */
  wire: z.string().optional(),
  /** Milliseconds. */
  time: z.int(),
})
export type LogAttempt = z.output<typeof logAttempt>

/** A row with the way its request took. */
export const logEntry = logObject.extend({
  trail: z.array(logAttempt),
  /** Fields that the caller sent and upstream was not told. */
  dropped: z.array(z.string()),
  /** What the caller speaks; empty where it is not known. */
  wire: z.string(),
  /** Milliseconds from the arrival to the first call of a channel. */
  queue_time: z.int().optional(),
  /** What a refused caller was told. */
  refusal: z.object({ zh: z.string(), en: z.string() }).optional(),
  /** Requests of the same user that were refused before this one and have no row. */
  omitted: z.int().optional(),
  /** What was sent and answered is kept, and the reader may see it. */
  has_bodies: z.boolean(),
  /** For administrators. */
  cost: forAdmins.cost.optional(),
  group: forAdmins.group.optional(),
})
export type LogEntry = z.output<typeof logEntry>

const logFilter = {
  type: queryNumber,
  start_timestamp: queryNumber,
  end_timestamp: queryNumber,
  model_name: cleanText(200).default(''),
  token_name: cleanText(200).default(''),
  outcome: z.enum([...LOG_OUTCOMES, '']).default(''),
  fault: cleanText(64).default(''),
  attempts: queryNumber,
  request_id: cleanText(100)
    .default('')
    .transform((id) => id.trim()),
}

export const getLogEntry = endpoint({
  method: 'GET',
  path: '/api/log/entry/:id',
  access: 'user',
  summary: "One log row with the way its request took; the caller's own, or any for administrators",
  input: { params: idParams },
  data: logEntry,
})

export const listOwnLogs = endpoint({
  method: 'GET',
  path: '/api/log/self/',
  access: 'user',
  summary: "One page of the caller's own log rows, newest first",
  input: { query: pageQuery.extend(logFilter) },
  data: z.array(logObject),
})

const adminLogFilter = { ...logFilter, username: cleanText(200).default(''), channel: queryNumber, group: cleanText(200).default('') }

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

/** Of one user. */
export const MAX_LOG_FILTERS = 30

const filterName = cleanText(40)
  .transform((name) => name.trim())
  .refine((name) => name !== '', 'required')

/** A filter under a name; `query` stands in the address of the page, which shares it with others. */
const savedLogFilter = z.object({ name: filterName, query: cleanText(2000) })
export type SavedLogFilter = z.output<typeof savedLogFilter>

export const listLogFilters = endpoint({
  method: 'GET',
  path: '/api/log/filter',
  access: 'user',
  summary: "The caller's saved filters of the log, oldest first",
  input: {},
  data: z.array(savedLogFilter),
})

export const saveLogFilter = endpoint({
  method: 'PUT',
  path: '/api/log/filter',
  access: 'user',
  summary: 'Save a filter of the log; one of the same name is replaced',
  input: { body: savedLogFilter },
  data: noData,
  audit: false,
})

export const deleteLogFilter = endpoint({
  method: 'DELETE',
  path: '/api/log/filter',
  access: 'user',
  summary: "Delete one of the caller's saved filters",
  input: { query: z.object({ name: filterName }) },
  data: noData,
  audit: false,
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
