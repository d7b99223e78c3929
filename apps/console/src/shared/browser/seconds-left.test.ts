import { expect, test } from 'bun:test'
import { secondsLeft } from './seconds-left.ts'

test.each([
  ['at the start', 0, 30],
  ['within the first second', 400, 30],
  ['just before the end', 29_001, 1],
  ['at the end', 30_000, 0],
  ['long after it', 90_000, 0],
])('%s', (_, now, left) => {
  expect(secondsLeft(30_000, now)).toBe(left)
})
