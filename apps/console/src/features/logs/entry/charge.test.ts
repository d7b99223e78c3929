import { expect, test } from 'bun:test'
import type { LogCharge } from '@weir/contract/log'
import { chargeOf, exactCount } from './charge.ts'

const row = { content: '0.075 × 1 × 4', prompt_tokens: 1000, completion_tokens: 500, quota: 225 }

test('reads the ratios of a row without parts and confirms the sum', () => {
  expect(chargeOf(row)).toMatchObject({
    sum: '(1000 + 500 × 4) × 0.075 × 1',
    exact: 225,
    isWhole: true,
    is_estimate: false,
    is_implausible: false,
    reasoning: 0,
  })
})

test('a fraction is shown with twelve digits, without the tail of binary ones', () => {
  const exactAt = (ratio: string) => chargeOf({ ...row, content: `${ratio} × 1 × 1`, prompt_tokens: 3, completion_tokens: 0 })?.exact
  expect([exactAt('0.1'), exactAt('0.11111111111111')]).toEqual([0.3, 0.333333333333])
})

test('rounding up to the next unit is still the sum', () => {
  expect(chargeOf({ ...row, prompt_tokens: 1, completion_tokens: 0, quota: 1 })).toMatchObject({ exact: 0.075, isWhole: true })
})

test('says so when a row without parts was charged at other prices too', () => {
  expect(chargeOf({ ...row, quota: 150 })?.isWhole).toBe(false)
  // Rounded up, and one unit for the last digit: 1.5 units at most.
  const half = { ...row, content: '0.5 × 1 × 1', prompt_tokens: 1, completion_tokens: 0 }
  expect([2, 3].map((quota) => chargeOf({ ...half, quota })?.isWhole)).toEqual([true, false])
})

test('sums up every class that was charged', () => {
  const parts: LogCharge['parts'] = [
    { kind: 'input', count: 200, ratio: 1 },
    { kind: 'cache_read', count: 700, ratio: 0.1 },
    { kind: 'cache_write', count: 60, ratio: 1.25 },
    { kind: 'cache_write_hour', count: 40, ratio: 2 },
    { kind: 'output', count: 500, ratio: 5 },
  ]
  const charge: LogCharge = {
    model_ratio: 1.5,
    group_ratio: 0.8,
    parts,
    reasoning: 120,
    unit: 'token',
    is_estimate: false,
    is_implausible: false,
  }
  expect(chargeOf({ ...row, quota: 3510, charge })).toMatchObject({
    sum: '(200 + 700 × 0.1 + 60 × 1.25 + 40 × 2 + 500 × 5) × 1.5 × 0.8',
    exact: 3510,
    isWhole: true,
  })
})

test('fees for calls stand beside the tokens', () => {
  const charge: LogCharge = {
    model_ratio: 2,
    group_ratio: 0.5,
    parts: [
      { kind: 'input', count: 10, ratio: 1 },
      { kind: 'audio_output', count: 3, ratio: 8 },
    ],
    fees: [{ kind: 'web_search', count: 2, units: 5000 }],
    reasoning: 0,
    unit: 'token',
    is_estimate: false,
    is_implausible: false,
  }
  expect(chargeOf({ ...row, quota: 5034, charge })).toMatchObject({
    sum: '((10 + 3 × 8) × 2 + 2 × 5000) × 0.5',
    exact: 5034,
    isWhole: true,
  })
})

test('a charge of nothing is a sum of nothing', () => {
  const charge: LogCharge = {
    model_ratio: 1,
    group_ratio: 1,
    parts: [],
    reasoning: 0,
    unit: 'token',
    is_estimate: false,
    is_implausible: false,
  }
  expect(chargeOf({ ...row, quota: 0, charge })).toMatchObject({ sum: '(0) × 1 × 1', exact: 0, isWhole: true })
})

test.each(['', 'overloaded', '0.075 × 1', 'x × 1 × 4'])('%p is no charge', (content) => {
  expect(chargeOf({ ...row, content })).toBeUndefined()
})

test('counts keep every digit', () => {
  expect(exactCount(21_257)).toBe('21,257')
})
