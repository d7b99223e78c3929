import type { Hold, UsageRecord } from '@weir/relay/ports'
import { saturated } from '@weir/contract/values/quantity'
import { SHORT_TEXT_LENGTH } from '../dialect/column-types.ts'
import type { Value } from '../dialect/engine.ts'
import { cleanForLog } from '../rows.ts'

interface Logged {
  readonly hold: Omit<Hold, 'budgets'>
  readonly record: UsageRecord
  readonly cost: number
}

const CONTENT_LENGTH = 20_000

/** Upstreams report these: what is no number or too large for one must not undo the booking beside it. */
export const counted = (count: number): number => (Number.isNaN(count) ? 0 : saturated(Math.round(count)))

/** In the order of the columns that are written. Names come from callers and are cut here: a row that does not fit would undo the booking beside it. */
export const addLogRow = (values: Value[], { hold, record, cost }: Logged): void =>
  void values.push(
    hold.userId,
    record.createdAt,
    cleanForLog(record.content, CONTENT_LENGTH),
    cleanForLog(record.username, SHORT_TEXT_LENGTH),
    cleanForLog(record.tokenName, SHORT_TEXT_LENGTH),
    cleanForLog(record.model, SHORT_TEXT_LENGTH),
    cost,
    counted(record.promptTokens),
    counted(record.completionTokens),
    record.channelId,
    hold.requestId,
    counted(record.elapsedMs),
    record.isStream,
    record.isSystemPromptReset,
    record.outcome,
    record.attempts ?? null,
    JSON.stringify(record.detail),
    record.cost === undefined ? null : counted(record.cost),
    record.group === undefined ? null : cleanForLog(record.group, SHORT_TEXT_LENGTH),
  )
