import { expect, it } from 'bun:test'
import { LogType } from '@weir/contract/log'
import type { Insertable } from 'kysely'
import type { LogsTable } from '../schema.ts'
import { describeStore, type FreshDatabase } from '../testing/store-harness.ts'
import { logChannelModelSums } from './0043-log-channel-model-sums.ts'

/** A midnight of UTC. */
const MIDNIGHT = 1_799_971_200
const DAY = 86_400

const rowAt = (hour: number, quota: number, [channel, model]: readonly [number, string]): Insertable<LogsTable> => ({
  user_id: 1,
  created_at: MIDNIGHT + hour * 3600,
  type: LogType.consume,
  content: '',
  username: 'u',
  token_name: 't',
  model_name: model,
  quota,
  prompt_tokens: 2,
  completion_tokens: 1,
  channel_id: channel,
  request_id: '',
  elapsed_time: 1,
  is_stream: false,
  system_prompt_reset: false,
  outcome: 'ok',
  detail: '',
})

const ROWS = [rowAt(1, 5, [3, 'm']), rowAt(30, 7, [3, 'm']), rowAt(31, 11, [3, 'other']), rowAt(32, 13, [4, 'm'])]

describeStore('a log from before models of a channel had rollups', (harness) => {
  const rollupsOf = (database: FreshDatabase, kind: number) =>
    harness.raw(
      ({ kysely }) =>
        kysely
          .selectFrom('log_sums')
          .select(['subject_id', 'model_name', 'start_at', 'requests', 'quota'])
          .where('kind', '=', kind)
          .orderBy('subject_id')
          .orderBy('model_name')
          .orderBy('start_at')
          .execute(),
      database,
    )

  /** As the version before leaves it: channels by the day, with their watermark. */
  const before = async (): Promise<FreshDatabase> => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    await harness.raw(({ kysely }) => kysely.insertInto('logs').values(ROWS).execute(), database)
    await store.logIndex.advance()
    await harness.raw(async ({ kysely }) => {
      await kysely.deleteFrom('log_sums').where('kind', '=', 15).execute()
      await kysely.deleteFrom('log_sum_state').where('name', '=', 'sums 15').execute()
      await kysely.updateTable('log_sum_state').set({ through_id: 4 }).where('name', '=', 'sums 7').execute()
      const key = { grain: DAY, subject: '', start_at: MIDNIGHT, model_name: '', channel_id: 0, bucket: 0 }
      const sums = { requests: 1, failures: 0, quota: 5, prompt_tokens: 2, completion_tokens: 1, cost: 0, costed_quota: 0 }
      await kysely
        .insertInto('log_sums')
        .values({ kind: 7, subject_id: 3, ...key, ...sums })
        .execute()
      await kysely.deleteFrom('migrations').where('name', '=', logChannelModelSums.name).execute()
    }, database)
    return database
  }

  it('tells the same figures before and after its rows are added, also when the update was cut off half-way', async () => {
    const database = await before()
    expect(await rollupsOf(database, 7)).toHaveLength(1)
    for (const isCutOff of [false, true]) {
      if (isCutOff) {
        await harness.raw(async ({ kysely }) => {
          await kysely.deleteFrom('migrations').where('name', '=', logChannelModelSums.name).execute()
        }, database)
      }
      const store = await harness.open(database)
      const ofBoth = { channelId: 3, modelName: 'm' }
      expect(await store.logs.sum(ofBoth)).toMatchObject({ quota: 12, tokens: 6 })
      expect(await rollupsOf(database, 15)).toHaveLength(isCutOff ? 4 : 0)
      await store.logIndex.advance()
      expect(await rollupsOf(database, 15)).toEqual([
        { subject_id: 3, model_name: 'm', start_at: MIDNIGHT, requests: 1, quota: 5 },
        { subject_id: 3, model_name: 'm', start_at: MIDNIGHT + DAY, requests: 1, quota: 7 },
        { subject_id: 3, model_name: 'other', start_at: MIDNIGHT + DAY, requests: 1, quota: 11 },
        { subject_id: 4, model_name: 'm', start_at: MIDNIGHT + DAY, requests: 1, quota: 13 },
      ])
      expect(await store.logs.sum(ofBoth)).toMatchObject({ quota: 12, tokens: 6 })
      const secondDay = { startTime: MIDNIGHT + DAY, endTime: MIDNIGHT + 2 * DAY - 1 }
      expect(await store.logs.sum({ ...ofBoth, ...secondDay })).toMatchObject({ quota: 7, tokens: 3 })
      expect(await store.logs.sum({ channelId: 4, modelName: 'other' })).toMatchObject({ quota: 0, tokens: 0 })
    }
  }, 180_000)

  it('has no channels by the day any more, and nothing for a node of the version before to add to them', async () => {
    const database = await before()
    const store = await harness.open(database)
    expect(await rollupsOf(database, 7)).toEqual([])
    await harness.raw(({ kysely }) => kysely.insertInto('logs').values(ROWS).execute(), database)
    await store.logIndex.advance()
    expect(await rollupsOf(database, 7)).toEqual([])
    const [mark] = await harness.raw(
      ({ kysely }) => kysely.selectFrom('log_sum_state').select('through_id').where('name', '=', 'sums 7').execute(),
      database,
    )
    expect(mark?.through_id).toBe(9_007_199_254_740_991)
    expect((await store.logs.sum({ channelId: 3 })).quota).toBe(46)
  }, 180_000)
})
