import { expect, it } from 'bun:test'
import { openCalendar } from '@weir/ledger/period'
import { isSlotStart, slotStart } from './ledger-slots.ts'

const at = (text: string): number => Date.parse(`${text}Z`) / 1000

it.each([
  ['2026-11-01T00:00:00', '2026-11-01T00:00:00'],
  ['2026-11-01T11:14:59', '2026-11-01T11:00:00'],
  ['2026-11-01T23:59:59', '2026-11-01T23:45:00'],
  ['2026-11-02T00:00:00', '2026-11-02T00:00:00'],
  ['2026-11-17T13:37:00', '2026-11-02T00:00:00'],
  ['2026-11-29T23:59:59', '2026-11-02T00:00:00'],
  ['2026-11-30T00:00:00', '2026-11-30T00:00:00'],
  ['2026-11-30T18:20:00', '2026-11-30T18:15:00'],
  ['2026-12-31T23:59:59', '2026-12-31T23:45:00'],
  ['2028-02-28T12:00:00', '2028-02-02T00:00:00'],
  ['2028-02-29T12:00:00', '2028-02-29T12:00:00'],
])('%s lies in the slot of %s', (time, start) => {
  expect(slotStart(at(time))).toBe(at(start))
})

it('begins with the month in every zone of the world, and with no other day in any', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  expect(zones.length).toBeGreaterThan(300)
  const cut: string[] = []
  for (const zone of zones) {
    const calendar = openCalendar(zone)
    for (let month = 0; month < 24; month++) {
      const { start, end = 0 } = calendar.spanAt('month', Date.UTC(2024, month, 15, 12))
      if (!isSlotStart(start) || !isSlotStart(end)) cut.push(`${zone} ${month}`)
    }
    if (isSlotStart(calendar.spanAt('day', Date.UTC(2026, 10, 15, 12)).start)) cut.push(`${zone} mid-month`)
  }
  expect(cut).toEqual([])
})
