import { expect, it } from 'bun:test'
import { CloseCode, passedCode } from './socket.ts'

it('names the codes of an end as the protocol does', () => {
  expect(CloseCode).toEqual({ normal: 1000, goingAway: 1001, policy: 1008, internal: 1011 })
})

it.each([
  [1000, 1000],
  [1001, 1011],
  [1006, 1011],
  [1008, 1008],
  [1011, 1011],
  [2999, 1011],
  [3000, 3000],
  [4000, 4000],
  [4999, 4999],
  [5000, 1011],
])('tells the end %i as %i', (code, passed) => {
  expect(passedCode(code)).toBe(passed)
})
