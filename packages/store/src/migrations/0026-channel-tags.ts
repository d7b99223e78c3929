import type { MigrationContext } from './table-builder.ts'

export const channelTags = {
  name: '0026-channel-tags',
  async up({ db, engine }: MigrationContext): Promise<void> {
    await engine.addColumn(db, { table: 'channels', name: 'tag', type: engine.columns.text })
  },
}
