import { addColumns, startCompositeTable, type MigrationContext } from './table-builder.ts'

export const corrections = {
  name: '0022-corrections',
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    const table = 'corrections'
    await addColumns(startCompositeTable(context, table), {
      request_id: c.shortText,
      ordinal: c.count,
      user_id: c.reference,
      token_id: c.reference,
      channel_id: c.reference,
      model_name: c.shortText,
      charged_before: c.quota,
      charged_after: c.quota,
      detail: c.text,
      created_at: c.epoch,
    })
      .addPrimaryKeyConstraint('corrections_key', ['request_id', 'ordinal'])
      .execute()
    await engine.createIndex(db, { name: 'corrections_user', table, columns: ['user_id', 'created_at'] })
  },
}
