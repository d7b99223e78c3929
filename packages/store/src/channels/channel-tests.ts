import { isBasicProbe, isProbe, isTestReason, type TestOutcome } from '@weir/contract/channels/channel-test'
import type { Kysely, Selectable } from 'kysely'
import type { ChannelTestsTable } from '../tables/channel-test-tables.ts'
import type { StoreContext } from '../context.ts'
import { SHORT_TEXT_LENGTH } from '../dialect/column-types.ts'
import { cleanForLog } from '../rows.ts'
import type { Schema } from '../schema.ts'
import type { ChannelsTable } from '../tables/channel-tables.ts'
import { inTransaction } from '../transaction.ts'

/** Longer ones are no explanation any more. */
const MESSAGE_LENGTH = 512

export interface RecordedTest {
  readonly channelId: number
  readonly outcome: TestOutcome
  /** What `response_time` of the channel becomes: clients read 0 as "untested". */
  readonly shownTimeMs: number
}

export interface ChannelTests {
  /** Keeps the outcome in the place of the one before. Nothing is kept of a channel that is gone. */
  record(test: RecordedTest): Promise<void>
  /** The last outcome of every probe with this model. */
  of(channelId: number, model: string): Promise<readonly TestOutcome[]>
}

const modelKey = (model: string): string => cleanForLog(model, SHORT_TEXT_LENGTH)

/** A name that a newer version wrote is not understood by this one. */
const reasonFrom = (name: string | null): TestOutcome['reason'] => (name !== null && isTestReason(name) ? name : 'unknown')

const toOutcome = (row: Selectable<ChannelTestsTable>): readonly TestOutcome[] => {
  if (!isProbe(row.probe)) return []
  return [
    {
      probe: row.probe,
      model: row.model,
      success: row.is_passed,
      reason: reasonFrom(row.reason),
      message: row.message,
      response_time: row.elapsed_ms,
      test_time: row.tested_at,
    },
  ]
}

export const lastTestOf = (row: Selectable<ChannelsTable>): TestOutcome | null => {
  if (row.test_success === null) return null
  return {
    probe: row.test_probe !== null && isProbe(row.test_probe) ? row.test_probe : 'text',
    model: row.test_model ?? '',
    success: row.test_success,
    reason: reasonFrom(row.test_reason),
    message: row.test_message ?? '',
    response_time: row.test_ms ?? 0,
    test_time: row.test_time,
  }
}

/** The outcomes of channels that are gone. */
export const forgetTests = async (db: Kysely<Schema>): Promise<void> => {
  await db
    .deleteFrom('channel_tests')
    .where('channel_id', 'not in', (from) => from.selectFrom('channels').select('id'))
    .execute()
}

export const createChannelTests = ({ kysely }: StoreContext): ChannelTests => ({
  record: ({ channelId, outcome, shownTimeMs }) =>
    inTransaction(kysely, async (db) => {
      const model = modelKey(outcome.model)
      const message = cleanForLog(outcome.message, MESSAGE_LENGTH)
      const { probe, success, reason, response_time: elapsed, test_time: testedAt } = outcome
      // Written first, for its lock: a deletion waits for the end, and of two tests at once the second replaces the first.
      const channel = db.updateTable('channels').where('id', '=', channelId)
      if (isBasicProbe(probe))
        await channel
          .set({
            test_time: testedAt,
            response_time: shownTimeMs,
            test_success: success,
            test_reason: reason,
            test_message: message,
            test_model: model,
            test_probe: probe,
            test_ms: elapsed,
          })
          .execute()
      else await channel.set((eb) => ({ test_time: eb.ref('test_time') })).execute()
      const found = await db.selectFrom('channels').select('id').where('id', '=', channelId).executeTakeFirst()
      if (found === undefined) return
      await db
        .deleteFrom('channel_tests')
        .where('channel_id', '=', channelId)
        .where('model', '=', model)
        .where('probe', '=', probe)
        .execute()
      const row = { channel_id: channelId, model, probe, is_passed: success, reason, message, elapsed_ms: elapsed, tested_at: testedAt }
      await db.insertInto('channel_tests').values(row).execute()
    }),
  async of(channelId, model) {
    const query = kysely.selectFrom('channel_tests').selectAll()
    const rows = await query.where('channel_id', '=', channelId).where('model', '=', modelKey(model)).execute()
    return rows.flatMap(toOutcome)
  },
})
