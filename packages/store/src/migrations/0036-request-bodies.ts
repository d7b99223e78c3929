import { addColumns, startKeyedTable, type MigrationContext } from './table-builder.ts'

export const requestBodies = {
  name: '0036-request-bodies',
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    await addColumns(startKeyedTable(context, 'request_bodies', 'request_id'), {
      user_id: c.reference,
      created_at: c.epoch,
      content_cipher: c.text,
    }).execute()
    await engine.createIndex(db, { name: 'request_bodies_created', table: 'request_bodies', columns: ['created_at'] })
    await engine.createIndex(db, { name: 'request_bodies_user', table: 'request_bodies', columns: ['user_id'] })
  },
}
