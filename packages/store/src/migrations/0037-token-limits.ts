import type { MigrationContext } from './table-builder.ts'

export const tokenLimits = {
  name: '0037-token-limits',
  /** Empty in rows whose limit nobody has set since. */
  async up({ db, engine }: MigrationContext): Promise<void> {
    await engine.addColumn(db, { table: 'tokens', name: 'limit_revision', type: engine.columns.count })
  },
}
