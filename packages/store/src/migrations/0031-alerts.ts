import { addColumns, addId, addNullableColumns, startTable, type MigrationContext } from './table-builder.ts'

export const alerts = {
  name: '0031-alerts',
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    await addColumns(addId(startTable(context, 'alert_targets'), engine), {
      name: c.shortText,
      kind: c.shortText,
      is_enabled: c.boolean,
      language: c.shortText,
      recipient: c.text,
      secret_id: c.shortText,
      settings_cipher: c.text,
      created_at: c.epoch,
    }).execute()
    const rules = addColumns(addId(startTable(context, 'alert_rules'), engine), {
      name: c.shortText,
      kind: c.shortText,
      is_enabled: c.boolean,
      threshold: c.real,
      window_minutes: c.count,
      scope_id: c.reference,
      target_ids: c.text,
      revision: c.count,
      checked_at: c.epoch,
      created_at: c.epoch,
    })
    await addNullableColumns(rules, { quiet_from: c.shortText, quiet_to: c.shortText }).execute()
    const list = addColumns(addId(startTable(context, 'alerts'), engine), {
      rule_id: c.reference,
      kind: c.shortText,
      subject: c.shortText,
      subject_name: c.text,
      value: c.real,
      threshold: c.real,
      opened_at: c.epoch,
    })
    await addNullableColumns(list, { resolved_at: c.epoch, open_mark: c.shortText }).execute()
    await engine.createIndex(db, { name: 'alerts_open', table: 'alerts', columns: ['open_mark'], isUnique: true })
    await engine.createIndex(db, { name: 'alerts_rule', table: 'alerts', columns: ['rule_id', 'resolved_at'] })
    const deliveries = addColumns(addId(startTable(context, 'alert_deliveries'), engine), {
      alert_id: c.reference,
      target_id: c.reference,
      event: c.shortText,
      state: c.shortText,
      due_at: c.epoch,
      tries: c.count,
    })
    await addNullableColumns(deliveries, { sent_at: c.epoch, problem: c.text }).execute()
    await engine.createIndex(db, {
      name: 'alert_deliveries_once',
      table: 'alert_deliveries',
      columns: ['alert_id', 'target_id', 'event'],
      isUnique: true,
    })
    await engine.createIndex(db, { name: 'alert_deliveries_due', table: 'alert_deliveries', columns: ['state', 'due_at'] })
    await engine.addColumn(db, { table: 'users', name: 'muted_mails', type: c.text })
    await db.deleteFrom('revisions').where('name', '=', 'alerts').execute()
    await db.insertInto('revisions').values({ name: 'alerts', revision: 0 }).execute()
  },
}
