import type { MigrationContext } from './table-builder.ts'

export const replacedKeys = {
  name: '0013-replaced-keys',
  async up({ db, engine }: MigrationContext): Promise<void> {
    await engine.addColumn(db, { table: 'tokens', name: 'old_key_hmac', type: engine.columns.shortText })
    await engine.addColumn(db, { table: 'tokens', name: 'old_key_until', type: engine.columns.epoch })
    await engine.createIndex(db, { name: 'tokens_old_key_hmac', table: 'tokens', columns: ['old_key_hmac'], isUnique: true })
  },
}
