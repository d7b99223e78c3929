import { openCalendar } from '@weir/ledger/period'
import type { StatisticsSlice } from '@weir/store/statistics/statistics'
import { totalOf } from './rank-shares.ts'

const HALF_HOUR = 1800

interface Period {
  readonly start: number
  readonly end: number
}

/**
 * Where each day of a zone begins that a period reaches into, and where the last one ends: a day on which clocks are changed has 23 or 25 hours.
 * Undefined for a zone that does not exist.
 */
export const dayBounds = (zone: string, { start, end }: Period): readonly number[] | undefined => {
  try {
    const calendar = openCalendar(zone)
    const first = calendar.spanAt('day', start * 1000)
    const bounds = [first.start]
    for (let next = first.end; next !== undefined; next = next < end ? calendar.spanAt('day', next * 1000).end : undefined)
      bounds.push(next)
    return bounds
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Of slices of an hour each: where days begin between two hours of UTC, an hour belongs to the day that has its middle. */
export const sumByDay = (hours: readonly StatisticsSlice[], bounds: readonly number[]): readonly StatisticsSlice[] => {
  const dayOf = ({ time }: StatisticsSlice): number => bounds.findLast((bound) => bound <= time + HALF_HOUR) ?? time
  return [...Map.groupBy(hours, dayOf)].map(([time, ofDay]) => ({ time, ...totalOf(ofDay) }))
}
