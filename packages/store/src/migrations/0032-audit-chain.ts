import { CHAIN_HEAD } from '../audit/append.ts'
import { CHAIN_START, entryHash } from '../audit/entry-hash.ts'
import { addColumns, startKeyedTable, type MigrationContext } from './table-builder.ts'

const CHAINED_AT_ONCE = 500

/** Where a migration that was cut off had come to, or the beginning. */
const lastChained = async (db: MigrationContext['db']): Promise<{ readonly ordinal: number; readonly hash: string }> => {
  const row = await db
    .selectFrom('audit_entries')
    .select(['ordinal', 'entry_hash'])
    .where('ordinal', 'is not', null)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ordinal: row?.ordinal ?? 0, hash: row?.entry_hash ?? CHAIN_START }
}

export const auditChain = {
  name: '0032-audit-chain',
  /** Entries of before are chained as they are found: what was done to them earlier cannot be told any more. */
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    await engine.addColumn(db, { table: 'audit_entries', name: 'ordinal', type: c.count })
    await engine.addColumn(db, { table: 'audit_entries', name: 'entry_hash', type: c.shortText })
    await engine.createIndex(db, { name: 'audit_entries_ordinal', table: 'audit_entries', columns: ['ordinal'], isUnique: true })
    await engine.createIndex(db, { name: 'audit_entries_object', table: 'audit_entries', columns: ['object', 'id'] })
    await addColumns(startKeyedTable(context, 'audit_chain', 'name'), { entry_count: c.count, head_hash: c.shortText }).execute()
    let { ordinal, hash } = await lastChained(db)
    const open = () => db.selectFrom('audit_entries').selectAll().where('ordinal', 'is', null).orderBy('id').limit(CHAINED_AT_ONCE)
    for (let rows = await open().execute(); rows.length > 0; rows = await open().execute()) {
      for (const row of rows) {
        ordinal += 1
        hash = entryHash(hash, ordinal, row)
        await db.updateTable('audit_entries').set({ ordinal, entry_hash: hash }).where('id', '=', row.id).execute()
      }
    }
    await db.deleteFrom('audit_chain').execute()
    await db.insertInto('audit_chain').values({ name: CHAIN_HEAD, entry_count: ordinal, head_hash: hash }).execute()
  },
}
