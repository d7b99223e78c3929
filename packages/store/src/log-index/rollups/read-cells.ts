import { saturated } from '@weir/contract/values/quantity'
import { sql, type RawBuilder } from 'kysely'
import { DAY, KINDS, SLOT_KINDS } from '../kinds.ts'
import type { LatencyCount } from '../latency.ts'
import { fromWatermark, marksNow, readAtWatermark, WATERMARK_TIME } from './at-watermark.ts'
import { partsAt, readParts } from './read-rollups.ts'
import type { RollupRequest, RollupSource } from './rollup-query.ts'

/** What a channel did in one slice of time. */
export interface Cell {
  readonly time: number
  readonly channelId: number
  readonly requests: number
  readonly failures: number
  readonly latencies: readonly LatencyCount[]
}

export interface Cells {
  /** In no order. */
  readonly cells: readonly Cell[]
  /** Of all of them. */
  readonly latencies: readonly LatencyCount[]
}

const readPairs = (text: string): readonly LatencyCount[] =>
  text.split(' ').map((pair) => {
    const [bucket, requests] = pair.split(':')
    return { bucket: Number(bucket), requests: saturated(Number(requests)) }
  })

const together = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...parts], sql` union all `)

/**
 * The latencies of a cell come as one text, those of each kept hour by themselves: with a row for each, a month of fifty channels
 * would be 23 000 of them.
 */
export const readCells = async (source: RollupSource, { span, step }: Required<Pick<RollupRequest, 'span' | 'step'>>): Promise<Cells> => {
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
  const cells = found.map(({ time, channelId, requests, failures, pairs }): Cell => {
    const latencies = readPairs(pairs)
    return { time, channelId, requests, failures, latencies }
  })
  return { cells, latencies: cells.flatMap((cell) => cell.latencies) }
}

/** The day of UTC that has most of a day first, then the other. */
const daysUnder = (start: number): readonly number[] => {
  const day = start - (start % DAY)
  return start - day < DAY / 2 ? [day, day + DAY] : [day + DAY, day]
}

/**
 * By days that are none of UTC. Requests and failures are kept by the hour for each channel; its latencies by the hour would be twenty times as
 * many, so those of the day of UTC that has most of the day stand for them.
 */
export const readZoneCells = async (
  source: RollupSource,
  { span, starts }: Required<Pick<RollupRequest, 'span' | 'starts'>>,
): Promise<Cells> => {
  const [counts, days] = await Promise.all([
    readParts(source, { kind: SLOT_KINDS.channelSlots, match: {}, span, starts, by: ['channel_id'] }, 'with-rollups'),
    readCells(source, { span, step: DAY }),
  ])
  const known = new Map(days.cells.map((cell) => [`${cell.channelId} ${cell.time}`, cell.latencies]))
  const cells = counts.map(({ time, channelId, requests, failures }) => {
    const [most = 0, other = 0] = daysUnder(time)
    const latencies = known.get(`${channelId} ${most}`) ?? known.get(`${channelId} ${other}`) ?? []
    return { time, channelId, requests, failures, latencies }
  })
  return { cells, latencies: days.latencies }
}
