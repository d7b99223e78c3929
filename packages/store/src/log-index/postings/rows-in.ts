import { sql, type RawBuilder } from 'kysely'
import { padded } from '../../padded.ts'
import { conditionsOf } from '../conditions.ts'
import type { LogList, RowRange } from './read-postings.ts'

/** From so many in a block on, it is faster to scan the whole block. */
const MAX_IDS = 512

/** The condition that selects the rows of a list in a range, whatever their type. The time is wrapped to keep planners from its index. Undefined: there are none. */
export const rowsIn = ({ from, to, ids }: RowRange, { match, first, last }: LogList): RawBuilder<boolean> | undefined => {
  const known = ids?.()
  if (known?.length === 0) return undefined
  if (known !== undefined && known.length <= MAX_IDS) return sql`id in (${sql.join([...padded(known)])})`
  const time = sql`coalesce(created_at, 0)`
  return sql`${sql.join([sql`id >= ${from}`, sql`id < ${to}`, sql`${time} >= ${first}`, sql`${time} <= ${last}`, ...conditionsOf(match)], sql` and `)}`
}
