import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageQuery, queryNumber } from './envelope.ts'
import { cleanText, epochSeconds, quotaUnits } from './quantity.ts'

export const LogType = { all: 0, topUp: 1, consume: 2, manage: 3, system: 4, test: 5 } as const

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
})
export type LogObject = z.output<typeof logObject>

export const logFilter = {
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
