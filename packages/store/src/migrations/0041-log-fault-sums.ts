import type { MigrationContext } from './table-builder.ts'

const STATE = 'sums 14'

export const logFaultSums = {
  name: '0041-log-fault-sums',
  /** Without rollups yet: the rows of the past are added by the same job that adds new ones. */
  async up({ db }: MigrationContext): Promise<void> {
    const known = await db.selectFrom('log_sum_state').select('name').where('name', '=', STATE).execute()
    if (known.length === 0) await db.insertInto('log_sum_state').values({ name: STATE, through_id: 0 }).execute()
  },
}
