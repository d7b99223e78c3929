import { expect, test } from 'bun:test'
import { isRunning, DAY, HOUR, parseSpan, slotLabel, slotsOf, slotWindow, startOf } from './period.ts'

const NOW = 1_772_368_200 // 2026-03-01T12:30:00Z

test('the last day has 24 hours, the running one included', () => {
  const slots = slotsOf({ start: startOf(1, NOW), end: NOW + 1, step: HOUR })
  expect(slots).toHaveLength(24)
  expect(slots.at(-1)).toBe(1_772_366_400)
})

test('a week has seven days, today included', () => {
  const slots = slotsOf({ start: startOf(7, NOW), end: NOW + 1, step: DAY })
  expect(slots.map((slot) => slotLabel(slot, DAY))).toEqual(['02-23', '02-24', '02-25', '02-26', '02-27', '02-28', '03-01'])
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
  expect(slotWindow(3600, HOUR)).toEqual({ start: 3600, end: 7199 })
})

test('slices begin at whole steps, the first one before the start, the last one before the end', () => {
  expect(slotsOf({ start: 150, end: 400, step: 100 })).toEqual([100, 200, 300])
  expect(slotsOf({ start: 100, end: 401, step: 100 })).toEqual([100, 200, 300, 400])
  expect(slotsOf({ start: 500, end: 400, step: 100 })).toEqual([])
})

test('thirty days begin at midnight of the first', () => {
  expect([startOf(30, NOW), startOf(1, NOW)]).toEqual([1_769_817_600, 1_772_283_600])
})

test('a slice runs until its end has come', () => {
  expect([isRunning({ time: 100 }, 50, 149), isRunning({ time: 100 }, 50, 150), isRunning(undefined, 50, 0)]).toEqual([true, false, false])
})
