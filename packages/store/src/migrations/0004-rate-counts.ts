import { addColumns, startKeyedTable, type MigrationContext } from './table-builder.ts'

export const rateCounts = {
  name: '0004-rate-counts',
  async up(context: MigrationContext): Promise<void> {
    const { columns: c } = context.engine
    await addColumns(startKeyedTable(context, 'rate_counts', 'key_hash'), { calls: c.count, ends_at: c.epoch }).execute()
  },
}
