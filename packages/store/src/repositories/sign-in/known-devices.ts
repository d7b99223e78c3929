import { nowSeconds, type StoreContext } from '../../context.ts'
import { isHitAmong, isInserted } from '../../rows.ts'

export interface KnownDevices {
  /** Remembers the device. `new` once for each device of a user who has signed in on another one before. */
  recall(userId: number, device: string): Promise<'known' | 'first' | 'new'>
}

export const createKnownDevices = ({ kysely, vault, clock }: StoreContext): KnownDevices => ({
  async recall(userId, device) {
    const now = nowSeconds(clock)
    const text = `${userId}|${device}`
    const isKnown = await isHitAmong(vault.lookups('device-hmac', text), async (lookup) => {
      const seen = kysely.updateTable('known_devices').set({ seen_at: now }).where('device_hmac', '=', lookup)
      return (await seen.executeTakeFirstOrThrow()).numUpdatedRows
    })
    if (isKnown) return 'known'
    const other = await kysely.selectFrom('known_devices').select('device_hmac').where('user_id', '=', userId).limit(1).executeTakeFirst()
    const insert = kysely
      .insertInto('known_devices')
      .values({ device_hmac: vault.lookup('device-hmac', text), user_id: userId, seen_at: now })
    if (!(await isInserted(() => insert.execute()))) return 'known'
    return other === undefined ? 'first' : 'new'
  },
})
