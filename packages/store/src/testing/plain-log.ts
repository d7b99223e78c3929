import type { Insertable } from 'kysely'
import type { LogsTable } from '../schema.ts'

/** A charged request about which a test says only what matters to it. */
export const plainLog = (over: Partial<Insertable<LogsTable>> = {}): Insertable<LogsTable> => ({
  user_id: 1,
  created_at: 1000,
  type: 2,
  content: '',
  username: '',
  token_name: '',
  model_name: '',
  quota: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  channel_id: 0,
  request_id: '',
  elapsed_time: 0,
  is_stream: false,
  system_prompt_reset: false,
  outcome: 'ok',
  detail: '',
  ...over,
})
