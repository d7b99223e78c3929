import type { MigrationContext } from './table-builder.ts'

const STATE = 'sums 15'
/** By channel and day: since channels are kept by the hour, nobody reads them. */
const UNREAD_KIND = 7
const UNREAD_STATE = 'sums 7'

export const logChannelModelSums = {
  name: '0043-log-channel-model-sums',
  /** Without rollups yet: the rows of the past are added by the same job that adds new ones. */
  async up({ db }: MigrationContext): Promise<void> {
    const known = await db.selectFrom('log_sum_state').select('name').where('name', '=', STATE).execute()
    if (known.length === 0) await db.insertInto('log_sum_state').values({ name: STATE, through_id: 0 }).execute()
    // A node of the version before may still run. It finds every row included already and writes none; without the watermark it would begin
    // with the first row of the log again and again. So the watermark goes first, and stays.
    await db.updateTable('log_sum_state').set({ through_id: Number.MAX_SAFE_INTEGER }).where('name', '=', UNREAD_STATE).execute()
    await db.deleteFrom('log_sums').where('kind', '=', UNREAD_KIND).execute()
  },
}
