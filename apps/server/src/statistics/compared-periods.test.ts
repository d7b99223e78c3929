import { describe, expect, it } from 'bun:test'
import { comparedPeriods, type AskedPeriods } from './compared-periods.ts'

const NOW = 1_800_000_000
const DAY = 86_400

const periods = (asked: Partial<AskedPeriods>) =>
  comparedPeriods({ start_timestamp: 0, end_timestamp: 0, before_start_timestamp: 0, before_end_timestamp: 0, ...asked }, NOW)

describe('the periods of statistics', () => {
  it('are the last day and the one before unless asked otherwise', () => {
    expect(periods({})).toEqual({
      current: { start: NOW + 1 - DAY, end: NOW + 1 },
      before: { start: NOW + 1 - 2 * DAY, end: NOW + 1 - DAY },
      step: 3600,
    })
  })

  it('end with the running second, also when the month has days to come', () => {
    const month = periods({ start_timestamp: NOW - 10 * DAY, end_timestamp: NOW + 20 * DAY })
    expect(month.current).toEqual({ start: NOW - 10 * DAY, end: NOW + 1 })
    expect(month.before).toEqual({ start: NOW - 20 * DAY - 1, end: NOW - 10 * DAY })
  })

  it('are compared with the one that is asked for, if it lies in the past', () => {
    const asked = {
      start_timestamp: NOW - DAY,
      end_timestamp: NOW,
      before_start_timestamp: NOW - 9 * DAY,
      before_end_timestamp: NOW - 5 * DAY,
    }
    expect(periods(asked).before).toEqual({ start: NOW - 9 * DAY, end: NOW - 5 * DAY })
    const usual = { start: NOW - 2 * DAY, end: NOW - DAY }
    expect(periods({ ...asked, before_end_timestamp: NOW + DAY }).before).toEqual(usual)
    expect(periods({ ...asked, before_end_timestamp: NOW - 10 * DAY }).before).toEqual(usual)
  })

  it('are no longer than 366 days and never begin before there was time', () => {
    const long = periods({ start_timestamp: 1, end_timestamp: NOW, before_start_timestamp: 1, before_end_timestamp: NOW - DAY })
    expect(long.current).toEqual({ start: NOW - 366 * DAY, end: NOW })
    expect(long.before).toEqual({ start: NOW - 367 * DAY, end: NOW - DAY })
    expect(periods({ start_timestamp: 1, end_timestamp: 10 })).toMatchObject({
      current: { start: 1, end: 10 },
      before: { start: 0, end: 1 },
    })
    expect(periods({ start_timestamp: 10, end_timestamp: 10 }).current).toEqual({ start: 0, end: 10 })
  })

  it.each([
    [2, 3600],
    [3, DAY],
    [92, DAY],
    [93, 7 * DAY],
  ])('of %p days are cut into slices of %p seconds', (days, step) => {
    expect(periods({ start_timestamp: NOW - days * DAY, end_timestamp: NOW }).step).toBe(step)
  })
})
