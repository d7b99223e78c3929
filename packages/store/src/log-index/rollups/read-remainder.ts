import { addSaturated } from '@weir/contract/values/quantity'
import { yieldToRequests } from '../../yield-to-requests.ts'
import { rowsOfList } from '../postings/rows-of-list.ts'
import type { Span } from './split-span.ts'
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

/** Part of a day of one user or token, or of an hour of one channel, outcome or fault. Their postings tell which rows to read: a whole day of the log can be long. */
export const readRemainder = async (
  { kysely, engine }: RollupSource,
  request: RollupRequest,
  { from, to }: Span,
): Promise<readonly RollupRow[]> => {
  const list = { match: request.match, isConsumption: true, first: from, last: to - 1 }
  const found: RollupRow[] = []
  for await (const rows of rowsOfList({ kysely, engine }, list)) {
    found.push(...(await summed(engine, request, [fromRows(request, rows)]).execute(kysely)).rows)
    await yieldToRequests()
  }
  return found
}
