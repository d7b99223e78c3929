import { startKeyedTable, type MigrationContext } from './table-builder.ts'

export const onceIds = {
  name: '0038-once-ids',
  /** Empty: the ids of the past stand in the lines of the ledger, where they are looked for as well. */
  async up(context: MigrationContext): Promise<void> {
    await startKeyedTable(context, 'once_ids', 'once_id').execute()
  },
}
