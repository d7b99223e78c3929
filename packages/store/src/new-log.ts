import type { Kysely } from 'kysely'
import { SHORT_TEXT_LENGTH } from './dialect/column-types.ts'
import type { Schema } from './schema.ts'
import { cleanForLog } from './rows.ts'

const CONTENT_LENGTH = 20_000

/** A row that charges nothing for a request: top-ups, changes by administrators, channel tests, refusals. */
export interface NewLog {
  readonly userId: number
  readonly username: string
  readonly type: number
  readonly content: string
  readonly quota?: number
  readonly channelId?: number
  readonly modelName?: string
  readonly tokenName?: string
  readonly isStream?: boolean
  /** How many channels were tried, for a request. */
  readonly attempts?: number
  readonly elapsedMs?: number
  readonly requestId?: string
  readonly outcome?: string
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Takes the connection, so that a row can share the transaction of what it tells about. */
export const insertLog = async (db: Kysely<Schema>, createdAt: number, log: NewLog): Promise<void> => {
  await db
    .insertInto('logs')
    .values({
      user_id: log.userId,
      created_at: createdAt,
      type: log.type,
      content: cleanForLog(log.content, CONTENT_LENGTH),
      username: cleanForLog(log.username, SHORT_TEXT_LENGTH),
      token_name: cleanForLog(log.tokenName ?? '', SHORT_TEXT_LENGTH),
      model_name: cleanForLog(log.modelName ?? '', SHORT_TEXT_LENGTH),
      quota: log.quota ?? 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      channel_id: log.channelId ?? 0,
      request_id: log.requestId ?? '',
      elapsed_time: log.elapsedMs ?? 0,
      is_stream: log.isStream ?? false,
      system_prompt_reset: false,
      outcome: log.outcome ?? 'ok',
      attempts: log.attempts ?? null,
      detail: JSON.stringify(log.detail ?? {}),
    })
    .execute()
}
