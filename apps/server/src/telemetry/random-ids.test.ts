import { expect, it } from 'bun:test'
import { randomFillSync } from 'node:crypto'
import { createRandomIds } from './random-ids.ts'

it('are as long as asked for and never twice the same', () => {
  const randomId = createRandomIds(randomFillSync)
  const ids = Array.from({ length: 2000 }, (_, index) => randomId(index % 2 === 0 ? 16 : 8))
  expect([ids[0]?.length, ids[1]?.length]).toEqual([32, 16])
  expect(new Set(ids).size).toBe(2000)
})

it('take each byte once, and draw again when they are used up', () => {
  let draws = 0
  const randomId = createRandomIds((pool) => pool.forEach((_, index) => (pool[index] = (draws + index) % 256)) ?? draws++)
  expect([randomId(2), randomId(2)]).toEqual(['0001', '0203'])
  for (let index = 0; index < 2046; index++) randomId(2)
  expect([draws, randomId(2), draws]).toEqual([1, '0102', 2])
})
