import type { MigrationContext } from './table-builder.ts'

export const tokenGroups = {
  name: '0021-token-groups',
  /** Empty in rows from before: such a token is served by the group of its user. */
  async up({ db, engine }: MigrationContext): Promise<void> {
    await engine.addColumn(db, { table: 'tokens', name: 'token_group', type: engine.columns.shortText })
  },
}
