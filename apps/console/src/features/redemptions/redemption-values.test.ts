import { expect, test } from 'bun:test'
import { bodyOf, newBodyOf, newRedemptionValues, valuesOf } from './redemption-values.ts'

test('C-392 a new code starts at 100000, one of them', () => {
  expect(newRedemptionValues).toEqual({ name: '', quota: 100_000, count: 1 })
})

test('C-394 C-395 figures are sent as whole numbers', () => {
  expect(newBodyOf({ name: ' gift ', quota: 5000.7, count: 3 })).toEqual({ name: 'gift', quota: 5000, count: 3 })
})

test('an existing code is sent without a count', () => {
  expect(bodyOf({ name: 'gift', quota: 1, count: null })).toEqual({ name: 'gift', quota: 1 })
})

test('an existing code is sent with what it was worth when it was read', () => {
  const code = { id: 4, user_id: 1, key: 'k', status: 1, name: 'gift', quota: 700, created_time: 1, redeemed_time: 0, count: 0 } as const
  expect(valuesOf(code)).toEqual({ name: 'gift', quota: 700, count: null, quotaRead: 700 })
  expect(bodyOf({ ...valuesOf(code), quota: 900 })).toEqual({ name: 'gift', quota: 900, quota_read: 700 })
})

test('figures left empty are none', () => {
  expect(newBodyOf({ name: 'gift', quota: null, count: null })).toEqual({ name: 'gift', quota: 0, count: 0 })
})
