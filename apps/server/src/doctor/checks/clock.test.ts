import { describe, expect, it } from 'bun:test'
import { checkClock, readingFromDate } from './clock.ts'

const NOW = Date.UTC(2026, 10, 16, 12)
const look = (aheadMs: number) => checkClock(NOW, [{ source: 'the database server', aheadMs }])[0]

describe('the clock', () => {
  it('is a warning from 10 s and a fault from a minute, in either direction', () => {
    expect([0, 10_000, 10_001, 60_000, 60_001, -60_001].map((aheadMs) => look(aheadMs)?.status)).toEqual([
      'ok',
      'ok',
      'warning',
      'warning',
      'fault',
      'fault',
    ])
  })

  it('says how far it is off', () => {
    expect(look(90_000)?.seen).toBe('this machine is 90 s behind the database server')
    expect(look(-90_000)?.seen).toBe('this machine is 90 s ahead of the database server')
  })

  it('is only shown when there is nothing to compare it with', () => {
    expect(checkClock(NOW, [])).toMatchObject([{ status: 'ok', seen: '2026-11-16T12:00:00.000Z; there is nothing to compare it with' }])
  })

  it('is read from the date of a reply', () => {
    expect(readingFromDate('api.example', 'Mon, 16 Nov 2026 12:01:30 GMT', NOW)).toEqual({ source: 'api.example', aheadMs: 90_000 })
    expect(readingFromDate('api.example', null, NOW)).toBeUndefined()
    expect(readingFromDate('api.example', 'soon', NOW)).toBeUndefined()
  })
})
