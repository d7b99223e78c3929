import { describe, expect, it } from 'bun:test'
import { createWindowLimits, remainingIn, type LimitLevel } from './window-limits.ts'

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

describe('tokens under a limit', () => {
  const open = () => {
    const time = { now: 5000 }
    const limits = createWindowLimits(() => time.now)
    const figures = { requestsPerMinute: 0, tokensPerMinute: 100, parallel: 0 }
    const take = (tokens: number) => {
      const decision = limits.take({ tokenId: 1, userId: 1, tokens, perToken: figures, perUser: { ...figures, tokensPerMinute: 0 } })
      return decision.ok ? decision.ticket : undefined
    }
    /** What is left after a request that is known to need nothing. */
    const left = () => take(0)?.remaining.tokens?.remaining
    return { time, take, left }
  }

  it('are counted as estimated until they are known, and once', () => {
    const { take, left } = open()
    const ticket = take(30)
    expect(left()).toBe(70)
    ticket?.release(10)
    ticket?.release(99)
    expect(left()).toBe(90)
  })

  it('of an earlier minute change nothing in this one', () => {
    const { time, take, left } = open()
    const ticket = take(30)
    time.now += 60_000
    expect(left()).toBe(100)
    ticket?.release(10)
    expect(left()).toBe(100)
  })
})
