import { describe, expect, it } from 'bun:test'
import { CONFIRMED_SECONDS, activateTotp, isFactorRequired } from './second-factor.ts'

describe('the second factor', () => {
  it.each([
    ['none', []],
    ['root', [100, 101]],
    ['admin', [10, 99, 100, 101]],
    ['all', [1, 9, 10, 99, 100, 101]],
    ['anything else', []],
  ])('that is required for %s is asked of the roles %p', (requiredFor, asked) => {
    expect([0, 1, 9, 10, 99, 100, 101].filter((role) => isFactorRequired(requiredFor, role))).toEqual(asked)
  })

  it.each([
    ['123 456', '123456'],
    ['１２３　４５６', '123456'],
    ['ABCD-efgh', 'abcdefgh'],
  ])('takes the code %p as %p', (typed, code) => {
    expect(activateTotp.input.body.parse({ code: typed }).code).toBe(code)
  })

  it.each(['', ' - '])('takes no code that says nothing: %p', (typed) => {
    expect(activateTotp.input.body.safeParse({ code: typed }).success).toBe(false)
  })

  it('vouches for a session for ten minutes', () => {
    expect(CONFIRMED_SECONDS).toBe(600)
  })
})
