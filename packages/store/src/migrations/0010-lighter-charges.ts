import type { MigrationContext } from './table-builder.ts'

const DELETIONS = { name: 'deletions', through_id: 0 }

export const lighterCharges = {
  name: '0010-lighter-charges',
  async up({ db, engine }: MigrationContext): Promise<void> {
    // Nothing looks for the charges of one user: to keep them in order cost every request a write to a page of that user's own.
    const table = 'ledger_entries'
    await engine.createIndex(db, { name: 'ledger_entries_credits', table, columns: ['user_id', 'id'], where: "kind <> 'consume'" })
    await engine.dropIndex(db, { name: 'ledger_entries_user', table })
    await db.deleteFrom('log_sum_state').where('name', '=', DELETIONS.name).execute()
    await db.insertInto('log_sum_state').values(DELETIONS).execute()
  },
}
