import { addColumns, startCompositeTable, startKeyedTable, type MigrationContext } from './table-builder.ts'

export const secondFactors = {
  name: '0012-second-factors',
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    await engine.addColumn(db, { table: 'sessions', name: 'awaits_factor', type: c.boolean })
    await engine.addColumn(db, { table: 'sessions', name: 'confirmed_at', type: c.epoch })
    await addColumns(startCompositeTable(context, 'totp_secrets'), {
      user_id: c.reference,
      secret_cipher: c.text,
      is_active: c.boolean,
      last_step: c.epoch,
      created_at: c.epoch,
    })
      .addPrimaryKeyConstraint('totp_secrets_key', ['user_id'])
      .execute()
    await addColumns(startKeyedTable(context, 'recovery_codes', 'code_hmac'), { user_id: c.reference }).execute()
    await engine.createIndex(db, { name: 'recovery_codes_user', table: 'recovery_codes', columns: ['user_id'] })
    await addColumns(startKeyedTable(context, 'known_devices', 'device_hmac'), { user_id: c.reference, seen_at: c.epoch }).execute()
    await engine.createIndex(db, { name: 'known_devices_user', table: 'known_devices', columns: ['user_id'] })
  },
}
