import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { DAY, HOUR, parseSpan, runningSlot, slotLabel, slotsOf, slotWindow, startOf } from './period.ts'

process.env.TZ = 'UTC'

const NOW = 1_772_368_200 // 2026-03-01T12:30:00Z

test('the last day has 24 hours, the running one included', () => {
  const slots = slotsOf({ start: startOf(1, NOW), end: NOW + 1, step: HOUR })
  expect(slots).toHaveLength(24)
  expect(slots.at(-1)).toBe(1_772_366_400)
})

test('a week has seven days, today included', () => {
  const slots = slotsOf({ start: startOf(7, NOW), end: NOW + 1, step: DAY })
  expect(slots.map((slot) => slotLabel(slot, { step: DAY }))).toEqual(['02-23', '02-24', '02-25', '02-26', '02-27', '02-28', '03-01'])
})

test.each([
  ['1', 1],
  ['7', 7],
  ['90', 90],
  ['30', 30],
  ['', 7],
  ['5', 7],
  ['x', 7],
] as const)('%p in the address means %d days', (text, span) => {
  expect(parseSpan(text)).toBe(span)
})

test('the window of a slice ends before the next one begins', () => {
  const course = { start: 1800, end: 9000, step: HOUR }
  expect([0, 3600, 7200].map((time) => slotWindow(time, course))).toEqual([
    { start: 1800, end: 3599 },
    { start: 3600, end: 7199 },
    { start: 7200, end: 10_799 },
  ])
})

test('slices begin at whole steps, the first one before the start, the last one before the end', () => {
  expect(slotsOf({ start: 150, end: 400, step: 100 })).toEqual([100, 200, 300])
  expect(slotsOf({ start: 100, end: 401, step: 100 })).toEqual([100, 200, 300, 400])
  expect(slotsOf({ start: 500, end: 400, step: 100 })).toEqual([])
})

test('thirty days begin at midnight of the first', () => {
  expect([startOf(30, NOW), startOf(1, NOW)]).toEqual([1_769_817_600, 1_772_283_600])
})

test('the slice that is not over yet is known, and a whole one is none', () => {
  expect(runningSlot({ start: 0, end: 250, step: 100 })).toBe(200)
  expect(runningSlot({ start: 0, end: 300, step: 100 })).toBeUndefined()
  expect(runningSlot({ start: 0, end: 0, step: 100 })).toBeUndefined()
})

describe('where clocks are set back on the first of November', () => {
  beforeEach(() => {
    process.env.TZ = 'America/New_York'
  })
  afterAll(() => {
    process.env.TZ = 'UTC'
  })
  const at = (time: string): number => Date.parse(time) / 1000
  const bounds = ['2026-10-31T04:00Z', '2026-11-01T04:00Z', '2026-11-02T05:00Z', '2026-11-03T05:00Z'].map(at)
  const course = { start: bounds[0] ?? 0, end: at('2026-11-02T18:00Z'), step: DAY, bounds }

  test('a week begins at midnight of the reader', () => {
    expect(startOf(7, at('2026-11-03T04:30Z'))).toBe(at('2026-10-27T04:00Z'))
    expect(startOf(7, at('2026-11-03T05:30Z'))).toBe(at('2026-10-28T04:00Z'))
  })

  test('a day may have 25 hours, and each carries its own date', () => {
    expect(slotsOf(course).map((slot) => slotLabel(slot, course))).toEqual(['10-31', '11-01', '11-02'])
    expect(slotWindow(bounds[1] ?? 0, course)).toEqual({ start: at('2026-11-01T04:00Z'), end: at('2026-11-02T05:00Z') - 1 })
    expect(runningSlot(course)).toBe(bounds[2])
    expect(runningSlot({ ...course, end: bounds[3] ?? 0 })).toBeUndefined()
  })

  test('days that the server cuts by UTC carry the date of UTC', () => {
    const cut = { ...course, bounds: undefined }
    expect(slotsOf(cut).map((slot) => slotLabel(slot, cut))).toEqual(['10-31', '11-01', '11-02'])
  })
})
