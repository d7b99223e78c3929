import { addColumns, startCompositeTable, type MigrationContext } from './table-builder.ts'

const STATES = ['sums 8', 'sums 9', 'sums 10', 'sums 11']

export const logSlots = {
  name: '0029-log-slots',
  /** Empty: the rows of the past are added by the same job that adds new ones. Posting lists of before do not tell groups. */
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    await addColumns(startCompositeTable(context, 'log_slot_sums'), {
      kind: c.count,
      grain: c.count,
      start_at: c.epoch,
      subject_id: c.reference,
      subject: c.shortText,
      token_name: c.shortText,
      requests: c.count,
      failures: c.count,
      quota: c.quota,
      prompt_tokens: c.count,
      completion_tokens: c.count,
      cost: c.quota,
      costed_quota: c.quota,
      elapsed_time: c.count,
    })
      .addPrimaryKeyConstraint('log_slot_sums_key', ['kind', 'grain', 'start_at', 'subject_id', 'subject', 'token_name'])
      .execute()
    await engine.addColumn(db, { table: 'log_blocks', name: 'has_groups', type: c.boolean })
    const known = await db.selectFrom('log_sum_state').select('name').where('name', 'in', STATES).execute()
    const missing = STATES.filter((state) => !known.some(({ name }) => name === state))
    for (const name of missing) await db.insertInto('log_sum_state').values({ name, through_id: 0 }).execute()
  },
}
