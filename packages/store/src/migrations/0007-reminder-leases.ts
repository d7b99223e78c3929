import type { MigrationContext } from './table-builder.ts'

export const reminderLeases = {
  name: '0007-reminder-leases',
  async up({ db, engine }: MigrationContext): Promise<void> {
    const { columns: c } = engine
    await engine.addColumn(db, { table: 'users', name: 'reminding_until', type: c.epoch })
    await engine.addColumn(db, { table: 'users', name: 'reminder_tries', type: c.count })
  },
}
