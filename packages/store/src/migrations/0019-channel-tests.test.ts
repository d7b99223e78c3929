import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'
import { channelTests } from './0019-channel-tests.ts'

const COLUMNS = ['test_success', 'test_reason', 'test_message', 'test_model', 'test_probe', 'test_ms'] as const

describeStore('channels from before the outcomes of tests were kept', (harness) => {
  it('have failed where a test left no time, and are unknown otherwise', async () => {
    const database = await harness.fresh()
    const old = await harness.open(database)
    const fields = { type: 1, weight: 0, priority: 0, baseUrl: '', other: '', models: 'm', group: 'default', modelMapping: '' }
    const names = ['never', 'failed', 'timed']
    const [never = 0, failed = 0, timed = 0] = await old.channels.createMany(
      names.map((name) => ({ ...fields, name, config: '', systemPrompt: '', key: name })),
    )
    await harness.raw(async ({ kysely }) => {
      const tested = (id: number, ms: number) =>
        kysely.updateTable('channels').set({ test_time: 1_700_000_000, response_time: ms }).where('id', '=', id).execute()
      await tested(failed, 0)
      await tested(timed, 50)
      for (const column of COLUMNS) await kysely.schema.alterTable('channels').dropColumn(column).execute()
      await kysely.schema.dropTable('channel_tests').execute()
      await kysely.deleteFrom('migrations').where('name', '=', channelTests.name).execute()
    }, database)
    const store = await harness.open(database)
    expect((await store.channels.get(never))?.last_test).toBeNull()
    expect((await store.channels.get(timed))?.last_test).toBeNull()
    expect((await store.channels.get(failed))?.last_test).toMatchObject({ success: false, reason: 'unknown', test_time: 1_700_000_000 })
    expect(await store.channels.get(timed)).toMatchObject({ response_time: 50, test_time: 1_700_000_000 })
  })
})
