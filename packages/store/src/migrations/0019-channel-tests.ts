import { addColumns, startCompositeTable, type MigrationContext } from './table-builder.ts'

export const channelTests = {
  name: '0019-channel-tests',
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    const added = {
      test_success: c.boolean,
      test_reason: c.shortText,
      test_message: c.text,
      test_model: c.shortText,
      test_probe: c.shortText,
      test_ms: c.count,
    }
    for (const [name, type] of Object.entries(added)) await engine.addColumn(db, { table: 'channels', name, type })
    await addColumns(startCompositeTable(context, 'channel_tests'), {
      channel_id: c.reference,
      model: c.shortText,
      probe: c.shortText,
      is_passed: c.boolean,
      reason: c.shortText,
      message: c.text,
      elapsed_ms: c.count,
      tested_at: c.epoch,
    })
      .addPrimaryKeyConstraint('channel_tests_key', ['channel_id', 'model', 'probe'])
      .execute()
    // A test without a time had failed; of one with a time it is not known, since a run over all channels kept the time of failures.
    await db
      .updateTable('channels')
      .set({ test_success: false, test_reason: 'unknown', test_message: '', test_model: '', test_probe: 'text', test_ms: 0 })
      .where('test_time', '>', 0)
      .where('response_time', '=', 0)
      .where('test_success', 'is', null)
      .execute()
  },
}
