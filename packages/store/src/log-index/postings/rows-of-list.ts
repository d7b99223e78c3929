import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../database.ts'
import type { Engine } from '../../dialect/engine.ts'
import { padded } from '../../padded.ts'
import { conditionsOf } from '../conditions.ts'
import { rowRangesOf, type LogList, type RowRange } from './read-postings.ts'

/** From so many in a block on, it is faster to scan the whole block. */
const MAX_IDS = 512

/** Where the rows of a range are that have to be looked at. */
export const placesIn = ({ from, to, candidates }: RowRange): RawBuilder<boolean> =>
  candidates !== undefined && candidates.length <= MAX_IDS
    ? sql`id in (${sql.join([...padded(candidates)])})`
    : sql`id >= ${from} and id < ${to}`

/** The time is wrapped to keep planners from its index. */
const listedAt = (places: RawBuilder<boolean>, { match, first, last }: LogList): RawBuilder<boolean> => {
  const time = sql`coalesce(created_at, 0)`
  return sql`${sql.join([places, sql`${time} >= ${first}`, sql`${time} <= ${last}`, ...conditionsOf(match)], sql` and `)}`
}

/** Conditions that together select the rows of a list, whatever their type, each row once. Requests wait for one of them at a time. */
export async function* rowsOfList(
  { kysely, engine }: Pick<Database, 'kysely'> & { readonly engine: Pick<Engine, 'hasIdAmong' | 'idsAtOnce'> },
  list: LogList,
): AsyncGenerator<RawBuilder<boolean>> {
  let gathered: number[] = []
  for await (const range of rowRangesOf(kysely, list)) {
    const ids = range.ids?.()
    if (ids === undefined || ids.length > MAX_IDS) {
      yield listedAt(placesIn(range), list)
      continue
    }
    if (gathered.length + ids.length > engine.idsAtOnce) {
      yield engine.hasIdAmong(gathered)
      gathered = []
    }
    gathered.push(...ids)
  }
  if (gathered.length > 0) yield engine.hasIdAmong(gathered)
}
