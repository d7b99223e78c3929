import { addColumns, startKeyedTable, type MigrationContext } from './table-builder.ts'

export const storedResponses = {
  name: '0024-stored-responses',
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    await addColumns(startKeyedTable(context, 'stored_responses', 'id'), {
      user_id: c.reference,
      created_at: c.epoch,
      expires_at: c.epoch,
      bytes: c.count,
      content_cipher: c.text,
    }).execute()
    await engine.createIndex(db, { name: 'stored_responses_user', table: 'stored_responses', columns: ['user_id', 'created_at', 'bytes'] })
    await engine.createIndex(db, { name: 'stored_responses_end', table: 'stored_responses', columns: ['expires_at'] })
    await db.deleteFrom('revisions').where('name', '=', 'stored-responses').execute()
    await db.insertInto('revisions').values({ name: 'stored-responses', revision: 0 }).execute()
  },
}
