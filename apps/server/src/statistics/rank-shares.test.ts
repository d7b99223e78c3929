import { describe, expect, it } from 'bun:test'
import type { StatisticsShare } from '@weir/store/statistics/statistics'
import { rankShares } from './rank-shares.ts'

const share = (name: string, over: Partial<StatisticsShare> = {}): StatisticsShare => ({
  id: 0,
  name,
  owner: '',
  requests: 4,
  failures: 1,
  quota: 100,
  tokens: 50,
  cost: 0,
  costedQuota: 0,
  elapsedMs: 4000,
  ...over,
})

const options = { sort: 'quota', limit: 2, isForAdmin: true } as const

describe('ranking', () => {
  const current = [
    share('a', { quota: 10, requests: 90, failures: 3, tokens: 1, elapsedMs: 90_000, cost: 2, costedQuota: 10 }),
    share('b', { quota: 30, requests: 10, failures: 2, tokens: 2, elapsedMs: 20_000, cost: 29, costedQuota: 30 }),
    share('c', { quota: 20, requests: 20, failures: 1, tokens: 3, elapsedMs: 60_000 }),
  ]

  it.each([
    ['quota', ['b', 'c', 'a']],
    ['cost', ['b', 'a', 'c']],
    ['margin', ['a', 'b', 'c']],
    ['requests', ['a', 'c', 'b']],
    ['tokens', ['c', 'b', 'a']],
    ['failures', ['a', 'b', 'c']],
    ['latency', ['c', 'b', 'a']],
  ] as const)('by %s puts the most first', (sort, names) => {
    expect(rankShares(current, [], { ...options, sort, limit: 3 }).rows.map(({ name }) => name)).toEqual([...names])
  })

  it('shows the first, each beside what it came to before, and all others together', () => {
    const before = [share('c', { quota: 5 }), share('gone', { quota: 7 }), share('a', { quota: 1 })]
    const { total, rows, rest } = rankShares(current, before, options)
    expect(total).toMatchObject({ current: { quota: 60, requests: 120, failures: 6 }, before: { quota: 13 } })
    expect(rows).toMatchObject([
      { name: 'b', current: { quota: 30, latency: 2000, cost: 29, margin: 1 }, before: { quota: 0, requests: 0, latency: null } },
      { name: 'c', current: { quota: 20, latency: 3000, cost: null, margin: null }, before: { quota: 5, latency: 1000 } },
    ])
    expect(rest).toMatchObject({ count: 1, current: { quota: 10, latency: 1000, cost: 2, margin: 8 }, before: { quota: 8 } })
  })

  it('tells a user nothing of costs, and no time where none is kept', () => {
    const { total, rows } = rankShares([share('m', { elapsedMs: undefined, cost: 5, costedQuota: 9 })], [], {
      ...options,
      isForAdmin: false,
    })
    expect(rows[0]?.current).toEqual({ quota: 100, requests: 4, tokens: 50, failures: 1, latency: null })
    expect(Object.keys(total.current)).not.toContain('cost')
  })

  it('takes tokens of one name for the same only where they have the same owner', () => {
    const mine = share('laptop', { owner: 'ada', quota: 9 })
    const { rows } = rankShares([mine, share('laptop', { owner: 'bob', quota: 8 })], [share('laptop', { owner: 'bob', quota: 3 })], options)
    expect(rows.map(({ owner, before }) => [owner, before.quota])).toEqual([
      ['ada', 0],
      ['bob', 3],
    ])
  })
})
