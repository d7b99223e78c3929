import { expect, it } from 'bun:test'
import { counterRef, isHeld, readShares, writeShares, type BudgetCounter } from './budget.ts'

const ref = { budgetId: 7, series: 2, periodStart: 86_400, unit: 'tokens' } as const

it('names a counter by all that tells it apart', () => {
  expect(counterRef(ref)).toEqual({ ...ref, key: '7.2.86400.tokens' })
})

it('writes what was taken and reads it back', () => {
  const counters = (['requests', 'tokens', 'quota'] as const).map((unit) => counterRef({ ...ref, unit }) as BudgetCounter)
  const text = writeShares(counters.map((counter, at) => ({ counter, amount: at + 1 })))
  expect(text).toBe('7.2.86400.requests=1 7.2.86400.tokens=2 7.2.86400.quota=3')
  expect(readShares(text)).toEqual(counters.map((counter, at) => ({ counter, amount: at + 1 })))
  expect([readShares(''), writeShares([])]).toEqual([[], ''])
})

it.each(['7.2.86400.hours=1', '7.2.86400=1', 'x7.2.86400.tokens=1', '7.2.86400.tokens=1x', '7.2.86400.tokens'])(
  'does not guess at %s',
  (text) => {
    expect(() => readShares(text)).toThrow(new Error(`a reservation names a budget that cannot be read: ${text}`))
  },
)

it('is held where nothing refused', () => {
  const refusedBy = counterRef(ref) as BudgetCounter
  expect([isHeld('held'), isHeld('user-short'), isHeld(undefined)]).toEqual([true, false, false])
  expect([isHeld({ left: [], refusedBy: undefined }), isHeld({ left: [], refusedBy })]).toEqual([true, false])
})
