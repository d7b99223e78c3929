import { describe, expect, it } from 'bun:test'
import { TokenStatus, createToken, editToken, replaceTokenKey, tokenStatusAt } from './token.ts'

const NOW = 1000
const token = { status: 1, expired_time: -1, remain_quota: 10, unlimited_quota: false }

describe('what a token is worth at a moment', () => {
  it.each([
    ['enabled while it has quota', {}, 1],
    ['enabled with its last unit', { remain_quota: 1 }, 1],
    ['exhausted without quota', { remain_quota: 0 }, 4],
    ['exhausted below zero', { remain_quota: -5 }, 4],
    ['enabled without quota where there is no limit', { remain_quota: 0, unlimited_quota: true }, 1],
    ['enabled until the second before its end', { expired_time: 1001 }, 1],
    ['expired from its last second on', { expired_time: 1000 }, 3],
    ['expired long after it', { expired_time: 1 }, 3],
    ['expired rather than exhausted', { expired_time: 1, remain_quota: 0 }, 3],
    ['disabled whatever its limits say', { status: 2, expired_time: 1, remain_quota: 0 }, 2],
    ['expired as it was marked, though its time is not over', { status: 3, expired_time: 2000 }, 3],
    ['exhausted as it was marked, though it has quota', { status: 4 }, 4],
  ])('%s', (_, change, status) => {
    expect(tokenStatusAt({ ...token, ...change }, NOW)).toBe(status)
  })

  it('has the numbers of the wire', () => {
    expect(TokenStatus).toEqual({ enabled: 1, disabled: 2, expired: 3, exhausted: 4 })
  })
})

describe('a token as it is sent', () => {
  it('has defaults for all it does not say', () => {
    expect(createToken.input.body.parse({})).toEqual({
      name: '',
      expired_time: -1,
      remain_quota: 0,
      unlimited_quota: false,
      models: '',
      subnet: '',
    })
  })

  it.each([
    [0, -1],
    [-1, -1],
    [1, 1],
  ])('that ends at %d is kept with %d', (sent, kept) => {
    expect(createToken.input.body.parse({ expired_time: sent }).expired_time).toBe(kept)
  })

  it('ends at no time before that', () => {
    expect(createToken.input.body.safeParse({ expired_time: -2 }).success).toBe(false)
  })

  it.each<readonly [unknown, 1 | 2 | undefined]>([
    [1, 1],
    [2, 2],
    [3, undefined],
    [4, undefined],
    ['1', undefined],
  ])('of status %p is set to %p: nobody but time and use ends a token', (sent, kept) => {
    expect(editToken.input.body.parse({ id: 1, status: sent }).status).toBe(kept)
  })

  it('takes the addresses of new-api, one to a line', () => {
    expect(createToken.input.body.parse({ allow_ips: '10.0.0.1\n10.0.0.0/8 \n' }).allow_ips).toBe('10.0.0.1,10.0.0.0/8')
  })

  it.each([
    [0, true],
    [3600, true],
    [86_400, true],
    [604_800, true],
    [1, false],
    [3601, false],
    [604_801, false],
  ])('keeps an old key for %d seconds: %p', (grace_seconds, isAllowed) => {
    expect(replaceTokenKey.input.body.safeParse({ grace_seconds }).success).toBe(isAllowed)
  })
})
