import { expect, it } from 'bun:test'
import { LogType } from '@weir/contract/log'
import type { Insertable } from 'kysely'
import type { LogsTable } from '../schema.ts'
import { describeStore, type FreshDatabase } from '../testing/store-harness.ts'
import { logFaultSums } from './0041-log-fault-sums.ts'

/** A midnight of UTC. */
const MIDNIGHT = 1_799_971_200

const rowAt = (hour: number, quota: number, ending: Pick<Insertable<LogsTable>, 'outcome' | 'content'>): Insertable<LogsTable> => ({
  user_id: 1,
  created_at: MIDNIGHT + hour * 3600,
  type: LogType.consume,
  username: 'u',
  token_name: 't',
  model_name: 'm',
  quota,
  prompt_tokens: 2,
  completion_tokens: 1,
  channel_id: 1,
  request_id: '',
  elapsed_time: 1,
  is_stream: false,
  system_prompt_reset: false,
  detail: '',
  ...ending,
})

describeStore('a log from before faults had rollups', (harness) => {
  const before = async (): Promise<FreshDatabase> => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    await harness.raw(async ({ kysely }) => {
      const rows = [
        rowAt(1, 5, { outcome: 'failed', content: 'overloaded' }),
        rowAt(30, 7, { outcome: 'failed', content: 'overloaded' }),
        rowAt(31, 11, { outcome: 'failed', content: 'unreachable' }),
        rowAt(32, 13, { outcome: 'ok', content: 'overloaded' }),
      ]
      await kysely.insertInto('logs').values(rows).execute()
    }, database)
    await store.logIndex.advance()
    await harness.raw(async ({ kysely }) => {
      await kysely.deleteFrom('log_sums').where('kind', '=', 14).execute()
      await kysely.deleteFrom('log_sum_state').where('name', '=', 'sums 14').execute()
      await kysely.deleteFrom('migrations').where('name', '=', logFaultSums.name).execute()
    }, database)
    return database
  }

  const keptDays = (database: FreshDatabase) =>
    harness.raw(
      ({ kysely }) =>
        kysely
          .selectFrom('log_sums')
          .select(['subject', 'start_at', 'requests', 'quota'])
          .where('kind', '=', 14)
          .where('grain', '=', 86_400)
          .where('subject', '<>', '')
          .orderBy('subject')
          .orderBy('start_at')
          .execute(),
      database,
    )

  it('tells the same figures before and after its rows are added, also when the update was cut off half-way', async () => {
    const database = await before()
    for (const isCutOff of [false, true]) {
      if (isCutOff) {
        await harness.raw(async ({ kysely }) => {
          await kysely.deleteFrom('migrations').where('name', '=', logFaultSums.name).execute()
        }, database)
      }
      const store = await harness.open(database)
      const overloaded = () => store.logs.sum({ fault: 'overloaded' })
      expect(await overloaded()).toMatchObject({ quota: 12, tokens: 6 })
      expect(await keptDays(database)).toHaveLength(isCutOff ? 3 : 0)
      await store.logIndex.advance()
      expect(await keptDays(database)).toEqual([
        { subject: 'overloaded', start_at: MIDNIGHT, requests: 1, quota: 5 },
        { subject: 'overloaded', start_at: MIDNIGHT + 86_400, requests: 1, quota: 7 },
        { subject: 'unreachable', start_at: MIDNIGHT + 86_400, requests: 1, quota: 11 },
      ])
      expect(await overloaded()).toMatchObject({ quota: 12, tokens: 6 })
      const secondDay = { startTime: MIDNIGHT + 86_400, endTime: MIDNIGHT + 2 * 86_400 - 1, fault: 'overloaded' }
      expect(await store.logs.sum(secondDay)).toMatchObject({ quota: 7, tokens: 3 })
      expect(await store.logs.sum({ fault: 'absent' })).toMatchObject({ quota: 0, tokens: 0 })
    }
  }, 180_000)
})
