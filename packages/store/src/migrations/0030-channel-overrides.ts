import type { MigrationContext } from './table-builder.ts'

/** What a channel changes in the requests it sends, and the proxy they go by; what is secret of it stands sealed beside it. */
export const channelOverrides = {
  name: '0030-channel-overrides',
  async up({ db, engine }: MigrationContext): Promise<void> {
    const { text } = engine.columns
    for (const name of ['header_override', 'param_override', 'proxy', 'overrides_cipher'])
      await engine.addColumn(db, { table: 'channels', name, type: text })
  },
}
