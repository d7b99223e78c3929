import { expect, test } from 'bun:test'
import { chargeOf } from './charge.ts'

const row = { content: '0.075 × 1 × 4', prompt_tokens: 1000, completion_tokens: 500, quota: 225 }

test('reads the ratios and confirms the sum', () => {
  expect(chargeOf(row)).toEqual({ modelRatio: 0.075, groupRatio: 1, completionRatio: 4, quota: 225, isWhole: true })
})

test('rounding up to the next unit is still the sum', () => {
  expect(chargeOf({ ...row, prompt_tokens: 1, completion_tokens: 0, quota: 1 })?.isWhole).toBe(true)
})

test('says so when other prices took part', () => {
  expect(chargeOf({ ...row, quota: 150 })?.isWhole).toBe(false)
})

test.each(['', 'overloaded', '0.075 × 1', 'x × 1 × 4'])('%p is no charge', (content) => {
  expect(chargeOf({ ...row, content })).toBeUndefined()
})
