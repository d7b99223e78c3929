import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { StatisticsData } from '@weir/contract/statistics'
import { Role } from '@weir/contract/user'
import type { UsageRecord } from '@weir/relay/ports'
import { charge } from '../testing/charge.ts'
import { openServerHarness, type Member, type ServerHarness } from '../testing/server-harness.ts'

const NOW = 1_800_000_000
const DAY = 86_400

let harness: ServerHarness
let admin: Member
let ada: Member
let bob: Member

interface Spent extends Partial<UsageRecord> {
  readonly charged: number
}

const spend = (member: Member, { charged, ...rest }: Spent): Promise<void> => {
  const names = { username: member.username, tokenName: 'laptop', channelId: 1, group: 'default' }
  return charge(
    harness.store.ledger,
    { userId: member.id, cost: charged },
    { createdAt: NOW, elapsedMs: 800, isStream: false, ...names, ...rest },
  )
}

beforeAll(async () => {
  harness = await openServerHarness({ clock: () => NOW * 1000 })
  admin = await harness.member(Role.admin, 'admin')
  ada = await harness.member(Role.user, 'ada')
  bob = await harness.member(Role.user, 'bob')
  await harness.call('POST', '/api/channel/', { cookie: admin.cookie, body: { type: 1, name: 'paris', key: 'sk-x', models: 'gpt-4o' } })
  await spend(ada, { charged: 30, elapsedMs: 1200, cost: 12 })
  await spend(ada, { charged: 5, tokenName: 'phone', model: 'o3', group: 'vip', channelId: 99 })
  await spend(bob, { charged: 20, createdAt: NOW - 100 })
  await spend(bob, { charged: 7, createdAt: NOW - DAY - 5 })
})

afterAll(() => harness.close())

const ask = async (path: string, by: Member): Promise<StatisticsData> =>
  (await harness.call('GET', path, { cookie: by.cookie })).json?.['data'] as StatisticsData

const quotas = ({ rows }: StatisticsData) => rows.map(({ owner, name, id, current }) => [owner, name, id, current.quota])

describe('statistics', () => {
  it('tell an administrator who spent most, and what the same came to before', async () => {
    const data = await ask('/api/statistics/', admin)
    expect(data).toMatchObject({
      start: NOW + 1 - DAY,
      end: NOW + 1,
      before_start: NOW + 1 - 2 * DAY,
      before_end: NOW + 1 - DAY,
      step: 3600,
      uncounted: 0,
    })
    expect(data.rows).toMatchObject([
      { name: 'ada', current: { quota: 35, requests: 2, tokens: 14, latency: 1000, cost: 12, margin: 18 }, before: { quota: 0 } },
      { name: 'bob', current: { quota: 20, cost: null, margin: null }, before: { quota: 7 } },
    ])
    expect(data.total).toMatchObject({ current: { quota: 55 }, before: { quota: 7 } })
    // 08:00 begins with NOW.
    expect(data.slices).toMatchObject([
      { time: NOW - 3600, quota: 20 },
      { time: NOW, quota: 35 },
    ])
  })

  it.each([
    [
      'token',
      [
        ['ada', 'laptop', 0, 30],
        ['bob', 'laptop', 0, 20],
        ['ada', 'phone', 0, 5],
      ],
    ],
    [
      'model',
      [
        ['', 'gpt-4o', 0, 50],
        ['', 'o3', 0, 5],
      ],
    ],
    [
      'channel',
      [
        ['', 'paris', 1, 50],
        ['', '', 99, 5],
      ],
    ],
    [
      'group',
      [
        ['', 'default', 0, 50],
        ['', 'vip', 0, 5],
      ],
    ],
  ])('tell the same by %s', async (by, rows) => {
    expect(quotas(await ask(`/api/statistics/?by=${by}`, admin))).toEqual(rows)
  })

  it('put all but the first together', async () => {
    const { rows, rest } = await ask('/api/statistics/?by=token&sort=requests&limit=1', admin)
    expect([rows.length, rest]).toMatchObject([1, { count: 2, current: { requests: 2 } }])
  })

  it('show a user the own requests alone, without cost, whatever the query asks for', async () => {
    const data = await ask(`/api/statistics/self?username=bob&user_id=${bob.id}`, ada)
    expect(quotas(data)).toEqual([
      ['', 'laptop', 0, 30],
      ['', 'phone', 0, 5],
    ])
    expect(data.total.current).toEqual({ quota: 35, requests: 2, tokens: 14, failures: 0, latency: 1000 })
    expect(JSON.stringify(data)).not.toContain('cost')
    expect(quotas(await ask('/api/statistics/self?by=model', ada))).toEqual([
      ['', 'gpt-4o', 0, 30],
      ['', 'o3', 0, 5],
    ])
    for (const query of ['?by=user', '?by=channel', '?sort=margin']) {
      const { json } = await harness.call('GET', `/api/statistics/self${query}`, { cookie: ada.cookie })
      expect(json).toMatchObject({ success: false })
    }
  })

  it.each([
    ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T04:30:00Z', 25],
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T21:30:00Z', 23],
    ['Asia/Kathmandu', '2026-06-09T18:15:00Z', '2026-06-10T17:59:00Z', 24],
  ])('cut days where the clocks of %s begin them', async (...[zone, begin, late, hours]) => {
    const at = (time: string, hour = 0) => Date.parse(time) / 1000 + hour * 3600
    const start = at(begin)
    const name = `clocks-${hours}`
    const own = { username: name, tokenName: name }
    await spend(bob, { ...own, charged: 1, createdAt: start + 10 })
    await spend(bob, { ...own, charged: 2, createdAt: at(late) })
    await spend(bob, { ...own, charged: 4, createdAt: at(begin, hours) + 3600 })
    const days = `start_timestamp=${start}&end_timestamp=${at(begin, hours + 48)}`
    const data = await ask(`/api/statistics/?${days}&time_zone=${encodeURIComponent(zone)}`, admin)
    expect(data.bounds).toEqual([start, ...[0, 24, 48].map((more) => at(begin, hours + more))])
    expect(data.slices.map(({ time, quota, requests, latency }) => [time, quota, requests, latency])).toEqual([
      [start, 3, 2, 800],
      [at(begin, hours), 4, 1, 800],
    ])
    const unknown = await ask(`/api/statistics/?${days}&time_zone=Nowhere/City`, admin)
    expect([unknown.bounds, unknown.step, unknown.slices.reduce((sum, { quota }) => sum + quota, 0)]).toEqual([undefined, DAY, 7])
  })

  it('lead to the rows of a group', async () => {
    const { json } = await harness.call('GET', '/api/log/?group=vip', { cookie: admin.cookie })
    expect(json?.['data']).toMatchObject([{ quota: 5, group: 'vip' }])
    const own = await harness.call('GET', '/api/log/self/?group=vip', { cookie: ada.cookie })
    expect(own.json?.['data']).toHaveLength(2)
  })
})
