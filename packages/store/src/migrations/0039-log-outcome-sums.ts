import type { MigrationContext } from './table-builder.ts'

const STATES = ['sums 12', 'sums 13']

export const logOutcomeSums = {
  name: '0039-log-outcome-sums',
  /** Without rollups yet: the rows of the past are added by the same job that adds new ones. */
  async up({ db }: MigrationContext): Promise<void> {
    const known = await db.selectFrom('log_sum_state').select('name').where('name', 'in', STATES).execute()
    const missing = STATES.filter((state) => !known.some(({ name }) => name === state))
    for (const name of missing) await db.insertInto('log_sum_state').values({ name, through_id: 0 }).execute()
  },
}
