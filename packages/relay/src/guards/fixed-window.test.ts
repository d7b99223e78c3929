import { expect, it } from 'bun:test'
import { hasEnded, secondsLeft, secondsUntil } from './fixed-window.ts'

it('ends sixty seconds after its first call', () => {
  expect([hasEnded(1000, 60_999), hasEnded(1000, 61_000)]).toEqual([false, true])
})

it('has ended when the clock was set back before its beginning', () => {
  expect([hasEnded(601_000, 600_999), hasEnded(601_000, 601_000)]).toEqual([true, false])
})

it('says how long it still runs in whole seconds, and never none', () => {
  expect([secondsLeft(1000, 1000), secondsLeft(1000, 1001), secondsLeft(1000, 60_500), secondsLeft(1000, 61_000)]).toEqual([60, 60, 1, 1])
  expect(secondsUntil(5000, 2500)).toBe(3)
})
