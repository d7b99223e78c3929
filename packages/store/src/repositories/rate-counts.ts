import { createHash } from 'node:crypto'
import type { RateCounter } from '../cache/rate-counter.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import { isInserted } from '../rows.ts'

/** Counters that all nodes and workers share without anything but the database: for calls that are rare and must not be guessed at. */
export interface RateCounts extends RateCounter {
  /** The window that has begun ends so many seconds from now. */
  prolong(key: string, seconds: number): Promise<void>
  deleteExpired(): Promise<void>
}

/** Keys hold what people typed, of any length. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

export const createRateCounts = ({ kysely, clock }: StoreContext): RateCounts => {
  const changed = ({ numUpdatedRows }: { readonly numUpdatedRows: bigint }): boolean => numUpdatedRows > 0n

  const isCounted = async (hash: string, now: number, { max, seconds }: Parameters<RateCounter['take']>[1]): Promise<boolean> => {
    const row = kysely.updateTable('rate_counts').where('key_hash', '=', hash)
    const running = row
      .set((eb) => ({ calls: eb('calls', '+', 1) }))
      .where('ends_at', '>', now)
      .where('calls', '<', max)
    if (changed(await running.executeTakeFirstOrThrow())) return true
    const over = row.set({ calls: 1, ends_at: now + seconds }).where('ends_at', '<=', now)
    if (changed(await over.executeTakeFirstOrThrow())) return true
    const first = kysely.insertInto('rate_counts').values({ key_hash: hash, calls: 1, ends_at: now + seconds })
    return await isInserted(() => first.execute())
  }

  return {
    async take(key, window) {
      const hash = hashOf(key)
      for (;;) {
        const now = nowSeconds(clock)
        if (await isCounted(hash, now, window)) return 0
        const row = await kysely.selectFrom('rate_counts').selectAll().where('key_hash', '=', hash).executeTakeFirst()
        // Otherwise another call began the window between the two statements, and there is room in it.
        if (row !== undefined && row.ends_at > now && row.calls >= window.max) return row.ends_at - now
      }
    },
    async giveBack(key) {
      await kysely
        .updateTable('rate_counts')
        .set((eb) => ({ calls: eb('calls', '-', 1) }))
        .where('key_hash', '=', hashOf(key))
        .where('calls', '>', 0)
        .execute()
    },
    async prolong(key, seconds) {
      await kysely
        .updateTable('rate_counts')
        .set({ ends_at: nowSeconds(clock) + seconds })
        .where('key_hash', '=', hashOf(key))
        .execute()
    },
    async deleteExpired() {
      await kysely.deleteFrom('rate_counts').where('ends_at', '<=', nowSeconds(clock)).execute()
    },
  }
}
