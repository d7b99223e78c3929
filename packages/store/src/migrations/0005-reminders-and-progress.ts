import type { MigrationContext } from './table-builder.ts'

export const remindersAndProgress = {
  name: '0005-reminders-and-progress',
  async up({ db, engine }: MigrationContext): Promise<void> {
    const { columns: c } = engine
    await engine.addColumn(db, { table: 'users', name: 'reminded_below', type: c.quota })
    await engine.addColumn(db, { table: 'users', name: 'reminded_empty', type: c.boolean })
    await engine.addColumn(db, { table: 'reservations', name: 'progress_cost', type: c.quota })
    await engine.addColumn(db, { table: 'reservations', name: 'progress_record', type: c.text })
  },
}
