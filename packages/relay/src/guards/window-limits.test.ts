import { describe, expect, it } from 'bun:test'
import { remainingIn, type LimitLevel } from './window-limits.ts'

const level = (requestsPerMinute: number, requests: number, resetSeconds: number): LimitLevel => ({
  figures: { requestsPerMinute, tokensPerMinute: 10 * requestsPerMinute, parallel: 0 },
  requests,
  tokens: 10 * requests,
  resetSeconds,
})

describe('what is left of two limits', () => {
  it('is told of the one that will refuse first, whichever stands first', () => {
    const [loose, tight] = [level(10, 2, 30), level(7, 5, 40)]
    const expected = { requests: { limit: 7, remaining: 2, resetSeconds: 40 }, tokens: { limit: 70, remaining: 20, resetSeconds: 40 } }
    expect(remainingIn([loose, tight])).toEqual(expected)
    expect(remainingIn([tight, loose])).toEqual(expected)
  })

  it('is never below nothing, and a limit of 0 is none', () => {
    expect(remainingIn([level(0, 5, 30), level(3, 9, 20)]).requests).toEqual({ limit: 3, remaining: 0, resetSeconds: 20 })
    expect(remainingIn([level(0, 5, 30)])).toEqual({ requests: undefined, tokens: undefined })
  })
})
