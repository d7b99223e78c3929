import { addColumns, addId, addNullableColumns, startCompositeTable, startTable, type MigrationContext } from './table-builder.ts'

export const budgets = {
  name: '0020-budgets',
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    const table = addColumns(addId(startTable(context, 'budgets'), engine), {
      scope: c.shortText,
      scope_key: c.shortText,
      model: c.shortText,
      unit: c.shortText,
      period: c.shortText,
      amount_limit: c.quota,
      is_hard: c.boolean,
      series: c.count,
      created_at: c.epoch,
    })
    await addNullableColumns(table, {
      warned_start: c.epoch,
      warned_percent: c.count,
      warned_at: c.epoch,
      warning_until: c.epoch,
      warning_tries: c.count,
    }).execute()
    await addColumns(startCompositeTable(context, 'budget_counters'), {
      budget_id: c.reference,
      series: c.count,
      period_start: c.epoch,
      used: c.quota,
      reserved: c.quota,
      has_refused: c.boolean,
    })
      .addPrimaryKeyConstraint('budget_counters_key', ['budget_id', 'series', 'period_start'])
      .execute()
    await engine.addColumn(db, { table: 'reservations', name: 'budget_shares', type: c.text })
    await db.deleteFrom('revisions').where('name', '=', 'budgets').execute()
    await db.insertInto('revisions').values({ name: 'budgets', revision: 0 }).execute()
  },
}
