import { describe, expect, it } from 'bun:test'
import { openCalendar, type Period } from './period.ts'

const spanOf = (zone: string, period: Period, moment: string): readonly [string, string] => {
  const { start, end = 0 } = openCalendar(zone).spanAt(period, Date.parse(moment))
  return [new Date(start * 1000).toISOString(), new Date(end * 1000).toISOString()]
}

describe('periods', () => {
  it.each([
    ['UTC', 'minute', '2026-11-16T14:33:59.999Z', '2026-11-16T14:33:00.000Z', '2026-11-16T14:34:00.000Z'],
    ['Asia/Kolkata', 'hour', '2026-11-16T14:33:00Z', '2026-11-16T14:30:00.000Z', '2026-11-16T15:30:00.000Z'],
    ['Asia/Shanghai', 'day', '2026-11-16T15:59:59Z', '2026-11-15T16:00:00.000Z', '2026-11-16T16:00:00.000Z'],
    ['Asia/Shanghai', 'day', '2026-11-16T16:00:00Z', '2026-11-16T16:00:00.000Z', '2026-11-17T16:00:00.000Z'],
    ['UTC', 'week', '2026-11-15T23:59:59Z', '2026-11-09T00:00:00.000Z', '2026-11-16T00:00:00.000Z'],
    ['UTC', 'month', '2026-12-31T23:59:59Z', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['UTC', 'month', '2028-02-29T12:00:00Z', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    ['Asia/Shanghai', 'month', '2026-11-30T16:00:00Z', '2026-11-30T16:00:00.000Z', '2026-12-31T16:00:00.000Z'],
  ] as const)('in %s a %s at %s runs from %s to %s', (...[zone, period, moment, start, end]) => {
    expect(spanOf(zone, period, moment)).toEqual([start, end])
  })

  it('makes the days on which clocks change an hour shorter or longer', () => {
    expect(spanOf('Europe/Berlin', 'day', '2026-03-29T10:00:00Z')).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
    expect(spanOf('Europe/Berlin', 'day', '2026-10-25T10:00:00Z')).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
    expect(spanOf('Europe/Berlin', 'month', '2026-10-30T10:00:00Z')).toEqual(['2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'])
  })

  it('begins a day at one where clocks are put forward at midnight', () => {
    expect(spanOf('America/Sao_Paulo', 'day', '2018-11-04T12:00:00Z')).toEqual(['2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'])
    expect(spanOf('America/Sao_Paulo', 'day', '2018-11-04T02:59:59Z')).toEqual(['2018-11-03T03:00:00.000Z', '2018-11-04T03:00:00.000Z'])
  })

  it('leaves no moment out: every span begins where the one before it ended', () => {
    const calendar = openCalendar('America/New_York')
    for (const period of ['day', 'week', 'month'] as const) {
      let { end = 0 } = calendar.spanAt(period, Date.parse('2026-01-01T12:00:00Z'))
      for (let count = 0; count < 400; count++) {
        const next = calendar.spanAt(period, end * 1000)
        expect(next.start).toBe(end)
        expect(calendar.spanAt(period, (next.end ?? 0) * 1000 - 1)).toBe(next)
        end = next.end ?? 0
      }
    }
  })

  it('has one period for all time, and none in a zone that does not exist', () => {
    expect(openCalendar('UTC').spanAt('total', 5)).toEqual({ start: 0, end: undefined })
    expect(() => openCalendar('Mars/Olympus')).toThrow(RangeError)
  })

  it.each([
    ['UTC', '2026-11-01T00:00:00Z'],
    ['Asia/Shanghai', '2026-10-31T16:00:00Z'],
    ['Pacific/Kiritimati', '2026-10-31T10:00:00Z'],
    ['America/New_York', '2026-11-01T04:00:00Z'],
  ])('begins the day of 1 November in %s at %s', (zone, start) => {
    expect(openCalendar(zone).startOfDay({ year: 2026, month: 11, day: 1 }) * 1000).toBe(Date.parse(start))
  })

  it('follows a clock that was put back', () => {
    const calendar = openCalendar('UTC')
    expect(calendar.spanAt('minute', 120_000).start).toBe(120)
    expect(calendar.spanAt('minute', 61_000).start).toBe(60)
  })
})
