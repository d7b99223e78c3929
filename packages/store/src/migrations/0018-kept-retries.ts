import type { MigrationContext } from './table-builder.ts'

const NAME = 'RetryTimes'

export const keptRetries = {
  name: '0018-kept-retries',
  /** New installations retry twice. One that is in use never asked for that: what it did without saying so is written down. */
  async up({ db }: MigrationContext): Promise<void> {
    const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
    const option = await db.selectFrom('options').select('name').where('name', '=', NAME).executeTakeFirst()
    if (user === undefined || option !== undefined) return
    await db.insertInto('options').values({ name: NAME, value: '0', is_sealed: false }).execute()
  },
}
