import { addColumns, startCompositeTable, startKeyedTable, type MigrationContext } from './table-builder.ts'

export const logSums = {
  name: '0006-log-sums',
  /** Empty: the rows of the past are added by the same job that adds new ones, and counted by the readers until then. */
  async up(context: MigrationContext): Promise<void> {
    const { columns: c } = context.engine
    await addColumns(startCompositeTable(context, 'log_sums'), {
      kind: c.count,
      grain: c.count,
      subject_id: c.reference,
      subject: c.shortText,
      start_at: c.epoch,
      model_name: c.shortText,
      channel_id: c.reference,
      bucket: c.count,
      requests: c.count,
      failures: c.count,
      quota: c.quota,
      prompt_tokens: c.count,
      completion_tokens: c.count,
    })
      .addPrimaryKeyConstraint('log_sums_key', ['kind', 'grain', 'subject_id', 'subject', 'start_at', 'model_name', 'channel_id', 'bucket'])
      .execute()
    await addColumns(startKeyedTable(context, 'log_sum_state', 'name'), { through_id: c.reference }).execute()
    // Everything but consumption: rare rows that a list of their type would have to look for among all others.
    const rare = { name: 'logs_rare_types', table: 'logs', columns: ['type', 'created_at', 'id'], where: 'type <> 2' }
    await context.engine.createIndex(context.db, rare)
    await context.db.deleteFrom('log_sums').execute()
    await context.db.deleteFrom('log_sum_state').execute()
    await context.db.insertInto('log_sum_state').values({ name: 'logs', through_id: 0 }).execute()
  },
}
