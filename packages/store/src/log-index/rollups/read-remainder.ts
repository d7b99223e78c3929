import { addSaturated } from '@weir/contract/values/quantity'
import { breathe } from '../../yield-to-requests.ts'
import { stretchesOf } from '../postings/read-postings.ts'
import { rowsIn } from '../postings/rows-in.ts'
import type { Span } from './split-span.ts'
import { addedUp, ofRows, type SumRequest, type SumRow, type SumSource } from './rollup-query.ts'

const FIGURES = ['requests', 'failures', 'quota', 'promptTokens', 'completionTokens'] as const

const add = (a: SumRow, b: SumRow): SumRow => ({
  ...a,
  ...Object.fromEntries(FIGURES.map((figure) => [figure, addSaturated(a[figure], b[figure])])),
})

const byPlace = (a: SumRow, b: SumRow): number =>
  a.time - b.time || (a.model < b.model ? -1 : Number(a.model > b.model)) || a.channelId - b.channelId || a.bucket - b.bucket

export const mergeSums = (rows: readonly SumRow[]): readonly SumRow[] => {
  const merged = new Map<string, SumRow>()
  for (const row of rows) {
    const key = `${row.time} ${row.channelId} ${row.bucket} ${row.model}`
    const known = merged.get(key)
    merged.set(key, known === undefined ? row : add(known, row))
  }
  return [...merged.values()].toSorted(byPlace)
}

/** Part of a day of one user, token or channel. Their places tell which rows to read: a day of everybody's can be long. */
export const readEdge = async ({ kysely, engine }: SumSource, request: SumRequest, { from, to }: Span): Promise<readonly SumRow[]> => {
  const list = { match: request.match, isConsumption: true, first: from, last: to - 1 }
  const found: SumRow[] = []
  for await (const stretch of stretchesOf(kysely, list)) {
    const rows = rowsIn(stretch, list)
    if (rows === undefined) continue
    found.push(...(await addedUp(engine, request, [ofRows(request, rows)]).execute(kysely)).rows)
    await breathe()
  }
  return found
}
