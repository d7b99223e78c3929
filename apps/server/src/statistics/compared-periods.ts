import { MAX_STATISTICS_DAYS } from '@weir/contract/statistics'

const HOUR = 3600
const DAY = 24 * HOUR
const MAX_HOUR_SLICES = 2 * DAY
const MAX_DAY_SLICES = 92 * DAY

export interface AskedPeriods {
  readonly start_timestamp: number
  readonly end_timestamp: number
  readonly before_start_timestamp: number
  readonly before_end_timestamp: number
}

/** Epoch seconds; an end is not part of its period. */
interface Period {
  readonly start: number
  readonly end: number
}

export interface ComparedPeriods {
  readonly current: Period
  readonly before: Period
  /** Seconds per slice. */
  readonly step: number
}

const stepFor = ({ start, end }: Period): number => {
  if (end - start <= MAX_HOUR_SLICES) return HOUR
  return end - start <= MAX_DAY_SLICES ? DAY : 7 * DAY
}

/** The last day unless asked otherwise; no longer than a year, counted from its end. */
const bounded = ({ start, end }: Period): Period => ({
  start: Math.max(start > 0 && start < end ? start : end - DAY, end - MAX_STATISTICS_DAYS * DAY, 0),
  end,
})

export const comparedPeriods = (asked: AskedPeriods, now: number): ComparedPeriods => {
  // The running second belongs to it.
  const end = asked.end_timestamp > 0 ? Math.min(asked.end_timestamp, now + 1) : now + 1
  const current = bounded({ start: asked.start_timestamp, end })
  const { before_start_timestamp: from, before_end_timestamp: to } = asked
  const isAsked = from > 0 && to > from && to <= now + 1
  const before = isAsked
    ? bounded({ start: from, end: to })
    : { start: Math.max(0, current.start - (current.end - current.start)), end: current.start }
  return { current, before, step: stepFor(current) }
}
