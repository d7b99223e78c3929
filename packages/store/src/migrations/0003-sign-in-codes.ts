import { addColumns, startKeyedTable, type MigrationContext } from './table-builder.ts'

export const signInCodes = {
  name: '0003-sign-in-codes',
  async up(context: MigrationContext): Promise<void> {
    const { columns: c } = context.engine
    await addColumns(startKeyedTable(context, 'codes', 'target_hmac'), {
      code_hmac: c.shortText,
      attempts: c.count,
      expires_at: c.epoch,
    }).execute()
    await addColumns(startKeyedTable(context, 'mail_counts', 'target_hmac'), {
      sent_at: c.epoch,
      hour_start: c.epoch,
      hour_count: c.count,
    }).execute()
    await addColumns(startKeyedTable(context, 'oauth_states', 'state_hmac'), {
      visitor_hmac: c.shortText,
      user_id: c.reference,
      provider: c.shortText,
      expires_at: c.epoch,
    }).execute()
  },
}
