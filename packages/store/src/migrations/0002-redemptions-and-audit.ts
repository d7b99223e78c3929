import { addColumns, addId, startTable, type MigrationContext } from './table-builder.ts'

const addRedemptions = async (context: MigrationContext): Promise<void> => {
  const { columns: c } = context.engine
  await addColumns(addId(startTable(context, 'redemptions'), context.engine), {
    user_id: c.reference,
    secret_id: c.shortText,
    key_cipher: c.text,
    key_hmac: c.shortText,
    status: c.count,
    name: c.shortText,
    quota: c.quota,
    created_time: c.epoch,
    redeemed_time: c.epoch,
    redeemed_by: c.reference,
  })
    .addUniqueConstraint('redemptions_key_hmac', ['key_hmac'])
    .execute()
  await context.engine.createIndex(context.db, { name: 'redemptions_name', table: 'redemptions', columns: ['name'] })
}

const addAudit = async (context: MigrationContext): Promise<void> => {
  const { columns: c } = context.engine
  await addColumns(addId(startTable(context, 'audit_entries'), context.engine), {
    created_at: c.epoch,
    actor_id: c.reference,
    actor_name: c.shortText,
    credential: c.shortText,
    address: c.shortText,
    request_id: c.shortText,
    action: c.shortText,
    object: c.shortText,
    before_text: c.text,
    after_text: c.text,
  }).execute()
  const indexes = [
    ['audit_entries_actor', ['actor_id', 'id']],
    ['audit_entries_action', ['action', 'id']],
    ['audit_entries_time', ['created_at', 'id']],
  ] as const
  for (const [name, columns] of indexes) await context.engine.createIndex(context.db, { name, table: 'audit_entries', columns })
}

export const redemptionsAndAudit = {
  name: '0002-redemptions-and-audit',
  async up(context: MigrationContext): Promise<void> {
    await addRedemptions(context)
    await addAudit(context)
  },
}
