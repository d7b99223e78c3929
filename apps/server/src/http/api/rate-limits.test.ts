import { describe, expect, it } from 'bun:test'
import { Refusal } from '@weir/contract/errors'
import type { RateCounter } from '@weir/store/cache/rate-counter'
import { createMemoryCounter } from '../../testing/counter.ts'
import { createRateLimits, type CallOutcome, type LimitedCaller, type RateLimits } from './rate-limits.ts'

const HOUR_MS = 3_600_000

const harness = (sizes = { api: 480, web: 240, critical: 20 }) => {
  const clock = { now: 1_800_000_000_000 }
  const counter: RateCounter = createMemoryCounter(() => clock.now)
  return { clock, limits: createRateLimits({ frequent: counter, strict: counter }, sizes) }
}

type Attempt = LimitedCaller & { readonly outcome?: CallOutcome }

const waitOf = async (limits: RateLimits, name: Parameters<RateLimits['admit']>[0], { outcome = 'done', ...caller }: Attempt) => {
  try {
    await (await limits.admit(name, caller)).end(outcome)
    return 0
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too-many-requests') return Number(error.params['seconds'])
    throw error
  }
}

describe('limits', () => {
  it('count a whole IPv6 household as one caller and IPv4 written as IPv6 as itself', async () => {
    const { limits } = harness({ api: 1, web: 0, critical: 0 })
    expect(await waitOf(limits, 'api', { address: '2001:db8:1:2::1' })).toBe(0)
    expect(await waitOf(limits, 'api', { address: '2001:db8:1:2:ffff::9' })).toBe(180)
    expect(await waitOf(limits, 'api', { address: '2001:db8:1:3::1' })).toBe(0)
    expect(await waitOf(limits, 'api', { address: '::ffff:192.0.2.1' })).toBe(0)
    expect(await waitOf(limits, 'api', { address: '192.0.2.1' })).toBe(180)
  })

  it('AN-03 end guessing at one account from many addresses, leave the next account alone and never lock for good', async () => {
    const { limits, clock } = harness()
    const waits: number[] = []
    for (let peer = 1; peer <= 60; peer++)
      waits.push(await waitOf(limits, 'login', { address: `192.0.2.${peer}`, username: 'U1', outcome: 'refused' }))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
    expect(waits[10]).toBe(900)
    expect(await waitOf(limits, 'login', { address: '198.51.100.1', username: ' u1 ' })).toBe(900)
    expect(await waitOf(limits, 'login', { address: '198.51.100.1', username: 'u2' })).toBe(0)
    clock.now += 900_000
    expect(await waitOf(limits, 'login', { address: '198.51.100.1', username: 'u1' })).toBe(0)
  })

  it('do not count sign-ins that succeed or that we broke', async () => {
    const { limits } = harness()
    for (let call = 0; call < 100; call++) {
      expect(await waitOf(limits, 'login', { address: '192.0.2.1', username: 'u1', outcome: call % 2 === 0 ? 'done' : 'broken' })).toBe(0)
    }
  })

  it('count guesses that run at the same time', async () => {
    const { limits } = harness({ api: 0, web: 0, critical: 0 })
    const admissions = await Promise.allSettled(Array.from({ length: 30 }, () => limits.admit('login', { address: 'x', username: 'u1' })))
    expect(admissions.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  it('AN-17 let one address ask for twenty mails an hour', async () => {
    const { limits, clock } = harness({ api: 0, web: 0, critical: 1000 })
    for (let mail = 0; mail < 20; mail++) expect(await waitOf(limits, 'mail', { address: '192.0.2.1' })).toBe(0)
    expect(await waitOf(limits, 'mail', { address: '192.0.2.1' })).toBe(3600)
    clock.now += HOUR_MS
    expect(await waitOf(limits, 'mail', { address: '192.0.2.1' })).toBe(0)
  })

  it('share one counter over everything critical, which a refused call does not use up', async () => {
    const { limits } = harness({ api: 0, web: 0, critical: 6 })
    for (let call = 0; call < 5; call++) expect(await waitOf(limits, 'register', { address: '192.0.2.1' })).toBe(0)
    expect(await waitOf(limits, 'register', { address: '192.0.2.1' })).toBe(3600)
    expect(await waitOf(limits, 'code', { address: '192.0.2.1' })).toBe(0)
    expect(await waitOf(limits, 'critical', { address: '192.0.2.1' })).toBe(1200)
    expect(await waitOf(limits, 'oauth-state', { address: '192.0.2.1' })).toBe(0)
  })

  it('count failed redemptions by account', async () => {
    const { limits } = harness()
    for (let call = 0; call < 10; call++)
      expect(await waitOf(limits, 'redeem', { address: `192.0.2.${call}`, userId: 7, outcome: 'refused' })).toBe(0)
    expect(await waitOf(limits, 'redeem', { address: '192.0.2.1', userId: 7 })).toBe(3600)
    expect(await waitOf(limits, 'redeem', { address: '192.0.2.1', userId: 8 })).toBe(0)
  })

  it('are off at 0, but for those of an account', async () => {
    const { limits } = harness({ api: 0, web: 0, critical: 0 })
    for (let call = 0; call < 600; call++) {
      for (const name of ['api', 'web', 'mail', 'register', 'code', 'critical'] as const) {
        expect(await waitOf(limits, name, { address: '192.0.2.1' })).toBe(0)
      }
    }
    for (let call = 0; call < 10; call++) await waitOf(limits, 'login', { address: 'x', username: 'u1', outcome: 'refused' })
    expect(await waitOf(limits, 'login', { address: 'x', username: 'u1' })).toBe(900)
  })
})
