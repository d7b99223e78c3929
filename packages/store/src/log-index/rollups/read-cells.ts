import { saturated } from '@weir/contract/values/quantity'
import { sql, type RawBuilder } from 'kysely'
import { KINDS } from '../kinds.ts'
import type { LatencyCount } from '../latency.ts'
import { fromWatermark, marksNow, readAtWatermark, WATERMARK_TIME } from './at-watermark.ts'
import { partsAt } from './read-rollups.ts'
import type { RollupRequest, RollupSource } from './rollup-query.ts'

/** What a channel did in one slice of time. */
export interface Cell {
  readonly time: number
  readonly channelId: number
  readonly requests: number
  readonly failures: number
  readonly latencies: readonly LatencyCount[]
}

const readPairs = (text: string): readonly LatencyCount[] =>
  text.split(' ').map((pair) => {
    const [bucket, requests] = pair.split(':')
    return { bucket: Number(bucket), requests: saturated(Number(requests)) }
  })

const together = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...parts], sql` union all `)

/**
 * In no order. The latencies of a cell come as one text, those of each kept hour by themselves: with a row for each, a month of fifty channels
 * would be 23 000 of them.
 */
export const readCells = async (
  source: RollupSource,
  { span, step }: Required<Pick<RollupRequest, 'span' | 'step'>>,
): Promise<readonly Cell[]> => {
  const kind = KINDS.latencies
  const sum = (column: string) => sql.raw(source.engine.sum(column))
  const found = await readAtWatermark(source, kind, (marks) => {
    const { rollups, rows } = partsAt(marks, { kind, match: {}, span, step, by: kind.parts })
    if (rollups.length + rows.length === 0) return undefined
    const counts = rollups.map((part) => sql`select time, channel_id, bucket, requests, failures from (${part}) kept`)
    if (rows.length > 0)
      counts.push(sql`select time, channel_id, bucket, ${sum('requests')} as requests, ${sum('failures')} as failures
        from (${together(rows)}) counted group by time, channel_id, bucket`)
    return sql<Omit<Cell, 'latencies'> & { readonly quota: number; readonly pairs: string }>`
      select time, channel_id as ${sql.ref('channelId')}, ${sum('requests')} as requests, ${sum('failures')} as failures, 0 as quota,
        ${sql.raw(source.engine.pairs('bucket', 'requests'))} as pairs
      from (${together(counts)}) counts group by time, channel_id having sum(requests) > 0
      union all select ${sql.lit(WATERMARK_TIME)}, 0, ${marksNow}, '' ${fromWatermark(kind)}`
  })
  return found.map(({ time, channelId, requests, failures, pairs }) => ({
    time,
    channelId,
    requests,
    failures,
    latencies: readPairs(pairs),
  }))
}
