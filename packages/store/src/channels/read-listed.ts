import { splitList } from '@weir/contract/values/quantity'
import type { StoreContext } from '../context.ts'
import { nullToEmpty } from '../rows.ts'
import type { ListedChannel } from './match-channels.ts'

/** All channels as far as a list looks at them. Lists inside a text are told apart here, so that every database finds the same. */
export const readListed = async ({ kysely, vault }: StoreContext, keyword: string): Promise<readonly ListedChannel[]> => {
  const columns = ['id', 'name', 'type', 'status', 'group_list', 'models', 'tag', 'key_hmac'] as const
  const rows = await kysely.selectFrom('channels').select(columns).orderBy('id', 'desc').execute()
  const keys = keyword === '' ? [] : vault.lookups('channel-lookup', keyword)
  const further =
    keys.length === 0 ? [] : await kysely.selectFrom('channel_keys').select('channel_id').where('key_hmac', 'in', keys).execute()
  const holders = new Set(further.map(({ channel_id }) => channel_id))
  return rows.map(({ group_list, models, tag, key_hmac, ...fields }) => ({
    ...fields,
    group: splitList(group_list),
    model: splitList(models),
    tag: splitList(nullToEmpty(tag)),
    hasKey: keys.includes(key_hmac) || holders.has(fields.id),
  }))
}
