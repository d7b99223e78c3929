import { addColumns, startCompositeTable, type MigrationContext } from './table-builder.ts'

export const rootKeys = {
  name: '0016-root-keys',
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    await addColumns(startCompositeTable(context, 'root_keys'), {
      generation: c.count,
      key_id: c.shortText,
      state: c.shortText,
      lookup_keys: c.text,
    })
      .addPrimaryKeyConstraint('root_keys_key', ['generation'])
      .execute()
    await engine.addColumn(db, { table: 'nodes', name: 'key_state', type: c.shortText })
    await engine.addColumn(db, { table: 'tokens', name: 'old_key_cipher', type: c.text })
  },
}
