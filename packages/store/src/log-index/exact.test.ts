import { expect, it } from 'bun:test'
import { addExactly, type Exact } from './exact.ts'

const MOST = 9_007_199_254_740_991
const LIMIT = 4_611_686_018_427_387_903n

it.each<readonly [Exact, Exact, Exact]>([
  [1, 2, 3],
  [MOST, 0, MOST],
  [MOST, 1, 9_007_199_254_740_992n],
  [-MOST, -1, -9_007_199_254_740_992n],
  [1n, 2, 3n],
  [LIMIT, 0, LIMIT],
  [LIMIT, 1, LIMIT],
  [-LIMIT, -1, -LIMIT],
  [-LIMIT, 1, -LIMIT + 1n],
])('%p and %p are %p', (a, b, sum) => {
  expect(addExactly(a, b)).toBe(sum)
})
