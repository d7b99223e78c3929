import { addColumns, addId, startTable, type MigrationContext } from './table-builder.ts'

/** A channel keeps its first key where it always was; those beside it are rows of their own, each with its own state. */
export const channelKeys = {
  name: '0027-channel-keys',
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    await addColumns(addId(startTable(context, 'channel_keys'), engine), {
      channel_id: c.reference,
      secret_id: c.shortText,
      key_cipher: c.text,
      key_hmac: c.shortText,
      is_key_reference: c.boolean,
      status: c.count,
      reason: c.text,
      changed_at: c.epoch,
    }).execute()
    await engine.createIndex(db, { name: 'channel_keys_channel', table: 'channel_keys', columns: ['channel_id'] })
    await engine.addColumn(db, { table: 'channels', name: 'key_status', type: c.count })
    await engine.addColumn(db, { table: 'channels', name: 'key_reason', type: c.text })
    await engine.addColumn(db, { table: 'channels', name: 'key_changed_at', type: c.epoch })
    await engine.addColumn(db, { table: 'channels', name: 'key_mode', type: c.text })
  },
}
