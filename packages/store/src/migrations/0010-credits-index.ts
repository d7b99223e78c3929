import type { MigrationContext } from './table-builder.ts'

export const creditsIndex = {
  name: '0010-credits-index',
  /** Nothing looks for the charges of one user: to keep them in order cost every request a write to another page for every user. */
  async up({ db, engine }: MigrationContext): Promise<void> {
    const table = 'ledger_entries'
    await engine.createIndex(db, { name: 'ledger_entries_credits', table, columns: ['user_id', 'id'], where: "kind <> 'consume'" })
    await engine.dropIndex(db, { name: 'ledger_entries_user', table })
  },
}
