import type { MigrationContext } from './table-builder.ts'

const PROVIDERS = ['github', 'wechat', 'lark', 'oidc'] as const

/** The role of the account that the audit trail names last for the option. */
const lastRole = async (db: MigrationContext['db'], name: string): Promise<number | undefined> => {
  const entry = await db
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'audit_entries.actor_id')
    .select('users.role')
    .where('audit_entries.action', '=', 'option.set')
    .where('audit_entries.object', '=', `option ${name}`)
    .orderBy('audit_entries.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry?.role ?? undefined
}

export const savedBy = {
  name: '0011-saved-by',
  /** What the trail does not name stays unknown, which counts as not saved by root. */
  async up({ db, engine }: MigrationContext): Promise<void> {
    const { columns: c } = engine
    await engine.addColumn(db, { table: 'options', name: 'saved_role', type: c.count })
    await engine.addColumn(db, { table: 'options', name: 'saved_by', type: c.reference })
    await engine.addColumn(db, { table: 'options', name: 'saved_at', type: c.epoch })
    await engine.addColumn(db, { table: 'options', name: 'is_withheld', type: c.boolean })
    for (const provider of PROVIDERS) await engine.addColumn(db, { table: 'users', name: `${provider}_unconfirmed`, type: c.boolean })
    for (const { name } of await db.selectFrom('options').select('name').execute()) {
      const role = await lastRole(db, name)
      if (role !== undefined) await db.updateTable('options').set({ saved_role: role }).where('name', '=', name).execute()
    }
  },
}
