import { expect, it } from 'bun:test'
import { nowSeconds } from './context.ts'

it('rows carry whole seconds, cut off and not rounded', () => {
  expect(nowSeconds(() => 1_800_000_000_000)).toBe(1_800_000_000)
  expect(nowSeconds(() => 1_800_000_000_999)).toBe(1_800_000_000)
})
