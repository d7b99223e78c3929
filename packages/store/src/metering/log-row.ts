import { LogType } from '@weir/contract/log'
import type { UsageRecord } from '@weir/relay/ports'
import { SHORT_TEXT_LENGTH } from '../dialect/column-types.ts'
import type { Value } from '../dialect/engine.ts'
import { cleanForLog } from '../repositories/rows.ts'
import type { ReservationRow } from './statements.ts'

const CONTENT_LENGTH = 20_000

/** In the order of the log columns. Names come from callers and are cut here: a row that does not fit would undo the booking beside it. */
export const toLogRow = (reservation: ReservationRow, record: UsageRecord, cost: number): readonly Value[] => [
  reservation.user_id,
  record.createdAt,
  LogType.consume,
  cleanForLog(record.content, CONTENT_LENGTH),
  cleanForLog(record.username, SHORT_TEXT_LENGTH),
  cleanForLog(record.tokenName, SHORT_TEXT_LENGTH),
  cleanForLog(record.model, SHORT_TEXT_LENGTH),
  cost,
  record.promptTokens,
  record.completionTokens,
  record.channelId,
  reservation.request_id,
  Math.round(record.elapsedMs),
  record.isStream,
  record.isSystemPromptReset,
  record.outcome,
  JSON.stringify(record.detail),
]
