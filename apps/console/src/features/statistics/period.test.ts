import { expect, test } from 'bun:test'
import { askedPeriods, parsePeriod, slotLabel, slotsOf, type Preset } from './period.ts'

const seconds = (month: number, day: number, hour = 0) => new Date(2026, month, day, hour).getTime() / 1000
const now = new Date(2026, 10, 16, 12)
const asked = (preset: Preset) => askedPeriods({ preset, start: 0, end: 0 }, now)

test.each([
  ['today', [seconds(10, 16), 0, seconds(10, 15), seconds(10, 15, 12) + 1]],
  ['yesterday', [seconds(10, 15), seconds(10, 16), seconds(10, 14), seconds(10, 15)]],
  ['week', [seconds(10, 10), 0, seconds(10, 3), seconds(10, 9, 12) + 1]],
  ['month', [seconds(10, 1), 0, seconds(9, 1), seconds(9, 16, 12) + 1]],
  ['lastMonth', [seconds(9, 1), seconds(10, 1), seconds(8, 1), seconds(9, 1)]],
] as const)('%s is compared with as much of the one before', (preset, times) => {
  expect(Object.values(asked(preset))).toEqual([...times])
})

test('a month is compared with no more than the whole month before', () => {
  const end = askedPeriods({ preset: 'month', start: 0, end: 0 }, new Date(2026, 2, 31, 12))
  expect([end.before_start_timestamp, end.before_end_timestamp]).toEqual([seconds(1, 1), seconds(2, 1)])
})

test('the address names a preset or times; nonsense is the running month', () => {
  const parse = (search: string) => parsePeriod(new URLSearchParams(search))
  expect(parse('')).toEqual({ preset: 'month', start: 0, end: 0 })
  expect(parse('period=today')).toMatchObject({ preset: 'today' })
  expect(parse('period=custom&start=10&end=20')).toEqual({ preset: 'custom', start: 10, end: 20 })
  expect(parse('period=century&start=x&end=-4')).toEqual({ preset: 'month', start: 0, end: 0 })
  expect(askedPeriods({ preset: 'custom', start: 10, end: 20 }, now)).toMatchObject({ start_timestamp: 10, end_timestamp: 20 })
})

test('slices cover the period, and the last is partial while it runs', () => {
  const start = 1_800_000_000
  expect(slotsOf({ start, end: start + 2 * 3600 + 60, step: 3600 })).toEqual([
    { time: start, first: start, last: start + 3599, isPartial: false },
    { time: start + 3600, first: start + 3600, last: start + 7199, isPartial: false },
    { time: start + 7200, first: start + 7200, last: start + 7259, isPartial: true },
  ])
  expect(slotsOf({ start: start + 100, end: start + 3600, step: 3600 })).toEqual([
    { time: start, first: start + 100, last: start + 3599, isPartial: false },
  ])
  // Weeks begin with a day of UTC.
  expect(slotsOf({ start, end: start + 7 * 86_400, step: 7 * 86_400 })[0]?.time).toBe(start - (start % 86_400))
})

/** Runs in another zone than the tests around it. */
const inZone = <T>(zone: string, work: () => T): T => {
  const before = process.env.TZ
  process.env.TZ = zone
  try {
    return work()
  } finally {
    process.env.TZ = before ?? ''
    if (before === undefined) delete process.env.TZ
  }
}

const timeOf = ([year, month, day, hour]: readonly [number, number, number, number]) => new Date(year, month, day, hour)

test.each([
  // 25 hours on the first of November there, 23 on the 29th of March here.
  ['America/New_York', 'today', [2026, 10, 1, 12], [2026, 9, 31, 12]],
  ['America/New_York', 'month', [2026, 10, 5, 12], [2026, 9, 5, 12]],
  ['Europe/Berlin', 'today', [2026, 2, 29, 12], [2026, 2, 28, 12]],
  ['Europe/Berlin', 'week', [2026, 2, 31, 8], [2026, 2, 24, 8]],
] as const)('%s: %s is compared until the same time where clocks were changed', (...[zone, preset, now, until]) => {
  inZone(zone, () => {
    const asked = askedPeriods({ preset, start: 0, end: 0 }, timeOf(now))
    expect(asked.before_end_timestamp).toBe(timeOf(until).getTime() / 1000 + 1)
  })
})

test('a month with a day of 25 hours has a bar for each of its days and no more', () => {
  inZone('America/New_York', () => {
    const bounds = Array.from({ length: 31 }, (_, day) => new Date(2026, 10, day + 1).getTime() / 1000)
    const slots = slotsOf({ start: bounds[0] ?? 0, end: bounds[30] ?? 0, step: 86_400, bounds })
    expect(slots.map(({ time }) => slotLabel(time, 86_400))).toEqual(
      Array.from({ length: 30 }, (_, day) => `11-${String(day + 1).padStart(2, '0')}`),
    )
    expect(slots.some(({ isPartial }) => isPartial)).toBe(false)
    expect(slots[0]).toEqual({ time: 1_793_505_600, first: 1_793_505_600, last: 1_793_595_599, isPartial: false })
  })
})

test('a slice is called by its hour or its day', () => {
  expect([slotLabel(seconds(10, 16, 9), 3600), slotLabel(seconds(10, 16), 86_400)]).toEqual(['09:00', '11-16'])
})
