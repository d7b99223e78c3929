import { lockUser } from '../../rows.ts'
import { MAX_LOG_FILTERS, type SavedLogFilter } from '@weir/contract/log'
import { nowSeconds, type StoreContext } from '../../context.ts'
import { inTransaction } from '../../transaction.ts'

/** Filters of the log that a user has given a name. */
export interface SavedFilters {
  /** Oldest first. */
  list(userId: number): Promise<readonly SavedLogFilter[]>
  /** One of the same name is replaced. */
  save(userId: number, filter: SavedLogFilter): Promise<'saved' | 'too-many'>
  /** False when there is none of this name. */
  remove(userId: number, name: string): Promise<boolean>
}

export const createSavedFilters = ({ kysely, engine, clock }: StoreContext): SavedFilters => ({
  list: (userId) =>
    kysely
      .selectFrom('log_filters')
      .select(['name', 'address_query as query'])
      .where('user_id', '=', userId)
      .orderBy('saved_at')
      .orderBy('name')
      .execute(),
  save: (userId, { name, query }) =>
    inTransaction(kysely, async (db) => {
      // Held until the commit: two at once would both find room for one more.
      await lockUser(db, engine, userId)
      const names = (await db.selectFrom('log_filters').select('name').where('user_id', '=', userId).execute()).map((row) => row.name)
      const isKnown = names.includes(name)
      if (!isKnown && names.length >= MAX_LOG_FILTERS) return 'too-many'
      if (isKnown)
        await db.updateTable('log_filters').set({ address_query: query }).where('user_id', '=', userId).where('name', '=', name).execute()
      else
        await db
          .insertInto('log_filters')
          .values({ user_id: userId, name, address_query: query, saved_at: nowSeconds(clock) })
          .execute()
      return 'saved'
    }),
  async remove(userId, name) {
    const own = kysely.deleteFrom('log_filters').where('user_id', '=', userId).where('name', '=', name)
    return (await own.executeTakeFirstOrThrow()).numDeletedRows > 0n
  },
})
