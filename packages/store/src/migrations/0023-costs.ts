import type { MigrationContext } from './table-builder.ts'

export const costs = {
  name: '0023-costs',
  /** Empty in rows from before: what they cost upstream is not known, and neither is the group that was charged. */
  async up({ db, engine }: MigrationContext): Promise<void> {
    const { columns: c } = engine
    await engine.addColumn(db, { table: 'channels', name: 'cost', type: c.text })
    await engine.addColumn(db, { table: 'logs', name: 'cost', type: c.quota })
    await engine.addColumn(db, { table: 'logs', name: 'group_name', type: c.shortText })
    for (const name of ['cost', 'costed_quota']) await engine.addColumn(db, { table: 'log_sums', name, type: c.quota })
    await db.updateTable('log_sums').set({ cost: 0, costed_quota: 0 }).where('cost', 'is', null).execute()
  },
}
