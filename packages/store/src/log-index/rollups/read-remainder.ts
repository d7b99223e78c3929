import { addSaturated } from '@weir/contract/values/quantity'
import { yieldToRequests } from '../../yield-to-requests.ts'
import { rowsOfList } from '../postings/rows-of-list.ts'
import type { Span } from './split-span.ts'
import { summed, fromRows, type RollupRequest, type RollupRow, type RollupSource } from './rollup-query.ts'

const FIGURES = ['requests', 'failures', 'quota', 'promptTokens', 'completionTokens', 'cost', 'costedQuota'] as const

const add = (a: RollupRow, b: RollupRow): RollupRow => ({
  ...a,
  ...Object.fromEntries(FIGURES.map((figure) => [figure, addSaturated(a[figure], b[figure])])),
})

const byKey = (a: RollupRow, b: RollupRow): number =>
  a.time - b.time || (a.model < b.model ? -1 : Number(a.model > b.model)) || a.channelId - b.channelId || a.bucket - b.bucket

export const mergeRollups = (rows: readonly RollupRow[]): readonly RollupRow[] => {
  const merged = new Map<string, RollupRow>()
  for (const row of rows) {
    const key = `${row.time} ${row.channelId} ${row.bucket} ${row.model}`
    const known = merged.get(key)
    merged.set(key, known === undefined ? row : add(known, row))
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
  for await (const rows of rowsOfList(kysely, list)) {
    found.push(...(await summed(engine, request, [fromRows(request, rows)]).execute(kysely)).rows)
    await yieldToRequests()
  }
  return found
}
