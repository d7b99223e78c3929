import { addColumns, startCompositeTable, type MigrationContext } from './table-builder.ts'

/** Each of them cost every request a write to a page of its own. */
const TOO_DEAR = ['logs_time', 'logs_user', 'logs_model', 'logs_username', 'logs_token', 'logs_channel', 'logs_rare_types']

const COMMON_STATE = 'logs'
const SUM_STATES = ['sums 1', 'sums 2', 'sums 3', 'sums 4', 'sums 5', 'sums 6', 'sums 7']

/** The common state goes last: as long as it is there, this was not finished. */
const splitState = async ({ db }: MigrationContext): Promise<void> => {
  const common = await db.selectFrom('log_sum_state').select('through_id').where('name', '=', COMMON_STATE).executeTakeFirst()
  if (common === undefined) return
  await db.deleteFrom('log_sum_state').where('name', '<>', COMMON_STATE).execute()
  const states = SUM_STATES.map((name) => ({ name, through_id: common.through_id }))
  await db
    .insertInto('log_sum_state')
    .values([...states, { name: 'places', through_id: 0 }])
    .execute()
  await db.deleteFrom('log_sum_state').where('name', '=', COMMON_STATE).execute()
}

export const logPlaces = {
  name: '0009-log-places',
  /** Empty: the places of old rows are noted by the same job that notes new ones, and lists look at the rows themselves until then. */
  async up(context: MigrationContext): Promise<void> {
    const { db, engine } = context
    const { columns: c } = engine
    await addColumns(startCompositeTable(context, 'log_blocks'), {
      block: c.reference,
      consumed: c.count,
      others: c.count,
      first_at: c.epoch,
      last_at: c.epoch,
      is_stale: c.boolean,
    })
      .addPrimaryKeyConstraint('log_blocks_key', ['block'])
      .execute()
    await addColumns(startCompositeTable(context, 'log_places'), {
      block: c.reference,
      subject: c.shortText,
      consumed: c.text,
      others: c.text,
    })
      .addPrimaryKeyConstraint('log_places_key', ['block', 'subject'])
      .execute()
    await engine.createIndex(db, { name: 'logs_created', table: 'logs', columns: ['created_at'] })
    // Everything but consumption: rare rows that a list of their type would have to look for among all others.
    await engine.createIndex(db, { name: 'logs_rare', table: 'logs', columns: ['type', 'id'], where: 'type <> 2' })
    await splitState(context)
    for (const name of TOO_DEAR) await engine.dropIndex(db, { name, table: 'logs' })
  },
}
