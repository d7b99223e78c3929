import type { MigrationContext } from './table-builder.ts'

const DELETIONS = { name: 'deletions', through_id: 0 }

export const lighterCharges = {
  name: '0010-lighter-charges',
  /**
   * A charge is booked once because the reservation that goes with it can be deleted once, in the same transaction. To keep every charge in
   * two more orders, by user and by request, cost each of them a write to other pages than those of its neighbours.
   */
  async up({ db, engine }: MigrationContext): Promise<void> {
    const table = 'ledger_entries'
    const where = "kind <> 'consume'"
    await engine.dropUnique(db, { name: 'ledger_entries_request', table })
    await engine.createIndex(db, { name: 'ledger_entries_once', table, columns: ['request_id', 'kind'], where, isUnique: true })
    await engine.createIndex(db, { name: 'ledger_entries_credits', table, columns: ['user_id', 'id'], where })
    await engine.dropIndex(db, { name: 'ledger_entries_user', table })
    await db.deleteFrom('log_sum_state').where('name', '=', DELETIONS.name).execute()
    await db.insertInto('log_sum_state').values(DELETIONS).execute()
  },
}
