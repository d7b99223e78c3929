import { expect, it } from 'bun:test'
import { LogType } from '@weir/contract/log'
import { sql } from 'kysely'
import { describeStore, type FreshDatabase } from '../testing/store-harness.ts'
import { logPlaces } from './0009-log-places.ts'
import { logSlots } from './0029-log-slots.ts'
import { logOutcomeSums } from './0039-log-outcome-sums.ts'
import { logFaultSums } from './0041-log-fault-sums.ts'

const row = {
  user_id: 1,
  created_at: 1000,
  type: LogType.consume,
  content: '',
  username: 'x',
  token_name: '',
  model_name: '',
  prompt_tokens: 0,
  completion_tokens: 0,
  channel_id: 0,
  request_id: '',
  elapsed_time: 0,
  is_stream: false,
  system_prompt_reset: false,
  outcome: 'ok',
  detail: '',
}

const INDEXES = {
  SQLite: sql<{ name: string }>`select name from sqlite_master where type = 'index' and tbl_name = 'logs'`,
  PostgreSQL: sql<{ name: string }>`select indexname as name from pg_indexes where tablename = 'logs' and schemaname = current_schema()`,
  MySQL: sql<{ name: string }>`select distinct index_name as name from information_schema.statistics
    where table_name = 'logs' and table_schema = database()`,
}

describeStore('a log from before there were postings', (harness) => {
  const add = (database: FreshDatabase, quota: number) =>
    harness.raw(
      ({ kysely }) =>
        kysely
          .insertInto('logs')
          .values({ ...row, quota })
          .execute(),
      database,
    )

  const forgetMigration = (database: FreshDatabase, commonState?: number) =>
    harness.raw(async ({ kysely }) => {
      await kysely
        .deleteFrom('migrations')
        .where('name', 'in', [logPlaces.name, logSlots.name, logOutcomeSums.name, logFaultSums.name])
        .execute()
      if (commonState !== undefined) await kysely.insertInto('log_sum_state').values({ name: 'logs', through_id: commonState }).execute()
    }, database)

  it('keeps its rollups and loses its indexes, also when the change was cut off half-way', async () => {
    const database = await harness.fresh()
    const old = await harness.open(database)
    await add(database, 1)
    await old.logIndex.advance()
    await add(database, 2)
    await harness.raw(async ({ kysely, engine }) => {
      for (const table of ['log_blocks', 'log_places', 'log_slot_sums']) await kysely.schema.dropTable(table).execute()
      await kysely.deleteFrom('log_sum_state').execute()
      await engine.createIndex(kysely, { name: 'logs_user', table: 'logs', columns: ['user_id', 'created_at', 'id'] })
    }, database)
    for (const commonState of [1, 1, undefined]) {
      await forgetMigration(database, commonState)
      const store = await harness.open(database)
      expect(await store.logs.sum({})).toMatchObject({ quota: 3, tokens: 0 })
      expect(await store.logs.listOwn(1, {}, { offset: 0, limit: 10 })).toHaveLength(2)
    }
    const store = await harness.open(database)
    // Kinds of rollups that came later include none of the rows yet.
    expect(await store.logIndex.advance()).toBe(2)
    expect(await store.logs.sum({})).toMatchObject({ quota: 3, tokens: 0 })
    const { rows } = await harness.raw(({ kysely }) => INDEXES[harness.name].execute(kysely), database)
    expect(
      rows
        .map(({ name }) => name)
        .filter((name) => name.startsWith('logs_') && name !== 'logs_pkey')
        .toSorted(),
    ).toEqual(['logs_created', 'logs_rare'])
  }, 180_000)
})
