import { addColumns, startCompositeTable, type MigrationContext } from './table-builder.ts'

const STATE = 'ledger'

export const ledgerSums = {
  name: '0034-ledger-sums',
  /** Empty: the charges of the past are added by the same job that adds new ones, and counted by the readers until then. */
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    await addColumns(startCompositeTable(context, 'ledger_sums'), { user_id: c.reference, start_at: c.epoch, amount: c.quota })
      .addPrimaryKeyConstraint('ledger_sums_key', ['user_id', 'start_at'])
      .execute()
    const known = await db.selectFrom('log_sum_state').select('name').where('name', '=', STATE).execute()
    if (known.length === 0) await db.insertInto('log_sum_state').values({ name: STATE, through_id: 0 }).execute()
  },
}
