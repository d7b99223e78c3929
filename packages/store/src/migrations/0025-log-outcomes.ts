import type { MigrationContext } from './table-builder.ts'

/** Rows and posting lists of before stay as they are: readers scan what has no list by outcome yet, and the index pass makes up for it. */
export const logOutcomes = {
  name: '0025-log-outcomes',
  async up({ db, engine }: MigrationContext): Promise<void> {
    await engine.addColumn(db, { table: 'logs', name: 'attempts', type: engine.columns.count })
    await engine.addColumn(db, { table: 'log_blocks', name: 'has_outcomes', type: engine.columns.boolean })
  },
}
