import { expect, it } from 'bun:test'
import { joinBytes } from './bytes.ts'

it('joins parts in their order, and copies nothing where there is one', () => {
  const one = Uint8Array.of(1, 2)
  expect(joinBytes([one])).toBe(one)
  expect(joinBytes([]).length).toBe(0)
  expect([...joinBytes([one, Uint8Array.of(), Uint8Array.of(3), one])]).toEqual([1, 2, 3, 1, 2])
})
