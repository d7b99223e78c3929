import { addColumns, startCompositeTable, type MigrationContext } from './table-builder.ts'

/** Rows and posting lists of before stay as they are: readers scan what has no list by outcome yet, and the index pass makes up for it. */
export const logOutcomes = {
  name: '0025-log-outcomes',
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    await engine.addColumn(db, { table: 'logs', name: 'attempts', type: engine.columns.count })
    await engine.addColumn(db, { table: 'log_blocks', name: 'has_outcomes', type: engine.columns.boolean })
    await addColumns(startCompositeTable(context, 'log_filters'), {
      user_id: c.reference,
      name: c.shortText,
      address_query: c.text,
      saved_at: c.epoch,
    })
      .addPrimaryKeyConstraint('log_filters_key', ['user_id', 'name'])
      .execute()
  },
}
