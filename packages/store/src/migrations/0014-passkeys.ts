import { addColumns, startKeyedTable, type MigrationContext } from './table-builder.ts'

export const passkeys = {
  name: '0014-passkeys',
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    await addColumns(startKeyedTable(context, 'passkeys', 'id_hash'), {
      user_id: c.reference,
      credential_id: c.text,
      public_key: c.text,
      counter: c.count,
      transports: c.shortText,
      name: c.text,
      created_at: c.epoch,
      used_at: c.epoch,
    }).execute()
    await engine.createIndex(db, { name: 'passkeys_user', table: 'passkeys', columns: ['user_id'] })
    await addColumns(startKeyedTable(context, 'passkey_challenges', 'challenge_hmac'), {
      holder_hmac: c.shortText,
      user_id: c.reference,
      expires_at: c.epoch,
    }).execute()
    await engine.createIndex(db, { name: 'passkey_challenges_holder', table: 'passkey_challenges', columns: ['holder_hmac'] })
  },
}
