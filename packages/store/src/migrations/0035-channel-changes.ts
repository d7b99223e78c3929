import { addColumns, startCompositeTable, type MigrationContext } from './table-builder.ts'

export const channelChanges = {
  name: '0035-channel-changes',
  /** Empty: whoever has read no channels yet reads them all. */
  async up(context: MigrationContext): Promise<void> {
    const { columns: c } = context.engine
    await addColumns(startCompositeTable(context, 'channel_changes'), { channel_id: c.reference, revision: c.count })
      .addPrimaryKeyConstraint('channel_changes_key', ['channel_id'])
      .execute()
  },
}
