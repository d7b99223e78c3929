import type { MigrationContext } from './table-builder.ts'

export const keyReferences = {
  name: '0017-key-references',
  async up({ db, engine }: MigrationContext): Promise<void> {
    await engine.addColumn(db, { table: 'channels', name: 'is_key_reference', type: engine.columns.boolean })
  },
}
