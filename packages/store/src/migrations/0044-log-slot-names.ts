import type { MigrationContext } from './table-builder.ts'

export const logSlotNames = {
  name: '0044-log-slot-names',
  /** A token is its user's. Taken for independent, there would be as many pairs as rows, and PostgreSQL would sort them instead of hashing. */
  up: ({ db, engine }: MigrationContext): Promise<void> =>
    engine.createColumnStatistics(db, { name: 'log_slot_names', table: 'log_slot_sums', columns: ['subject', 'token_name'] }),
}
