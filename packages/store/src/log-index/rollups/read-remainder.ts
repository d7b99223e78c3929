import { addSaturated } from '@weir/contract/values/quantity'
import { sql } from 'kysely'
import { yieldToRequests } from '../../yield-to-requests.ts'
import { rowsOfList } from '../postings/rows-of-list.ts'
import { summed, fromRows, type RollupRequest, type RollupRow, type RollupSource } from './rollup-query.ts'

const FIGURES = ['requests', 'failures', 'quota', 'promptTokens', 'completionTokens', 'cost', 'costedQuota'] as const

type Sums = { -readonly [Key in keyof RollupRow]: RollupRow[Key] }

const addTo = (sums: Sums, row: RollupRow): void => {
  for (const figure of FIGURES) sums[figure] = addSaturated(sums[figure], row[figure])
}

export const byKey = (a: RollupRow, b: RollupRow): number =>
  a.time - b.time || (a.model < b.model ? -1 : Number(a.model > b.model)) || a.channelId - b.channelId || a.bucket - b.bucket

/** Told apart by these alone, and by their time. */
export const mergeRollups = (rows: readonly RollupRow[], by: RollupRequest['by']): readonly RollupRow[] => {
  const merged = new Map<string, Sums>()
  const [hasModel, hasChannel, hasBucket] = [by.includes('model_name'), by.includes('channel_id'), by.includes('bucket')]
  for (const row of rows) {
    const model = hasModel ? row.model : ''
    const channelId = hasChannel ? row.channelId : 0
    const bucket = hasBucket ? row.bucket : 0
    const key = `${row.time} ${channelId} ${bucket} ${model}`
    const known = merged.get(key)
    if (known === undefined) merged.set(key, { ...row, model, channelId, bucket })
    else addTo(known, row)
  }
  return [...merged.values()].toSorted(byKey)
}

interface ListedRow extends RollupRow {
  /** Which list it is of. */
  readonly place: number
}

/**
 * Part of a day of one user or token, or of an hour of one channel, outcome or fault. Their postings tell which rows to read: a whole day of the
 * log can be long. Rows are read once for several lists, each of which tells something else apart; told apart by all of it, hardly two of them
 * would be alike.
 */
export const readRemainder = async (
  { kysely, engine }: RollupSource,
  request: RollupRequest,
  lists: readonly RollupRequest['by'][],
): Promise<readonly (readonly RollupRow[])[]> => {
  const list = { match: request.match, isConsumption: true, first: request.span.from, last: request.span.to - 1 }
  const whole = { ...request, by: lists.flat() }
  const sums = lists.map(
    (by, place) => sql`select ${sql.lit(place)} as place, listed.* from (${summed(engine, { by }, [sql`select * from found`])}) listed`,
  )
  const found: RollupRow[][] = lists.map(() => [])
  for await (const rows of rowsOfList({ kysely, engine }, list)) {
    const statement = sql<ListedRow>`with found as (${fromRows(whole, rows)}) ${sql.join(sums, sql` union all `)}`
    for (const row of (await statement.execute(kysely)).rows) found[row.place]?.push(row)
    await yieldToRequests()
  }
  return found
}
