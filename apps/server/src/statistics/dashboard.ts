import type { ChannelObject } from '@weir/contract/channel'
import type { DashboardData } from '@weir/contract/dashboard'
import { addSaturated } from '@weir/contract/values/quantity'
import type { ChannelCell, UsagePeriod, UsageTotals } from '@weir/store/repositories/usage'

const HOUR = 3600
const DAY = 24 * HOUR
const MAX_DAYS = 92

export interface Period {
  readonly start: number
  readonly end: number
  /** Seconds per slice. */
  readonly step: number
}

const stepFor = (seconds: number): number => {
  if (seconds <= 3 * HOUR) return 300
  return seconds <= 2 * DAY ? HOUR : DAY
}

/** The last day unless asked otherwise; never so long that a chart could not show it. */
export const periodFrom = (asked: { readonly start: number; readonly end: number }, now: number): Period => {
  // The running second belongs to it.
  const end = asked.end > 0 ? Math.min(asked.end, now + HOUR) : now + 1
  const start = asked.start > 0 && asked.start < end ? Math.max(asked.start, end - MAX_DAYS * DAY) : end - DAY
  return { start, end, step: stepFor(end - start) }
}

/** The period of the same length before. */
export const periodBefore = ({ start, end, step }: Period): Period => ({ start: start - (end - start), end: start, step })

const SUMMED = ['requests', 'failures', 'quota', 'tokens'] as const

export const figuresOf = ({ slices, medianMs }: UsagePeriod): DashboardData['current'] => {
  const total = { requests: 0, failures: 0, quota: 0, tokens: 0, median_latency: medianMs }
  for (const slice of slices) {
    for (const figure of SUMMED) total[figure] = addSaturated(total[figure], slice[figure])
  }
  return total
}

export const toFigures = ({ medianMs, ...totals }: UsageTotals): DashboardData['current'] => ({ ...totals, median_latency: medianMs })

export const channelHealth = (
  channels: readonly Pick<ChannelObject, 'id' | 'name' | 'status'>[],
  cells: readonly ChannelCell[],
): DashboardData['channels'] => {
  const byChannel = Map.groupBy(cells, (cell) => cell.channelId)
  return channels.map(({ id, name, status }) => ({
    id,
    name,
    status,
    cells: (byChannel.get(id) ?? [])
      .toSorted((a, b) => a.time - b.time)
      .map(({ time, requests, failures, medianMs }) => ({ time, requests, failures, median_latency: medianMs })),
  }))
}
