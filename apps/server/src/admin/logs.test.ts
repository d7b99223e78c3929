import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { DashboardData } from '@weir/contract/dashboard'
import type { LogObject } from '@weir/contract/log'
import { Role } from '@weir/contract/user'
import type { UsageRecord } from '@weir/relay/ports'
import { charge } from '../testing/charge.ts'
import { openServerHarness, type Answer, type Member, type ServerHarness } from '../testing/server-harness.ts'

const NOW = 1_800_000_000
const DAY = 86_400

let harness: ServerHarness
let admin: Member
let alice: Member
let bob: Member

const dataOf = <T>(answer: Answer): T => answer.json?.['data'] as T

interface Spent {
  readonly cost?: number
  readonly at?: number
  readonly model?: string
  readonly outcome?: 'ok' | 'failed'
  readonly channelId?: number
  readonly elapsedMs?: number
  readonly detail?: UsageRecord['detail']
}

const spend = (member: Member, { cost = 10, at = NOW, ...rest }: Spent = {}): Promise<void> => {
  const over = { createdAt: at, username: member.username, channelId: 1, elapsedMs: 800, isStream: false, ...rest }
  return charge(harness.store.ledger, { userId: member.id, cost }, over)
}

beforeAll(async () => {
  harness = await openServerHarness({ clock: () => NOW * 1000 })
  admin = await harness.member(Role.admin, 'admin')
  alice = await harness.member(Role.user, 'alice')
  bob = await harness.member(Role.user, 'bob')
  for (const cost of [10, 20, 30]) await spend(alice, { cost })
  await spend(bob, { cost: 5, model: 'o3', channelId: 2 })
})

afterAll(() => harness.close())

const get = (path: string, by: Member) => harness.call('GET', path, { cookie: by.cookie })

describe('logs', () => {
  it('C-642 AZ-04 show a user the own rows alone, whatever the query asks for', async () => {
    for (const query of ['?p=0&type=0', `?username=bob&channel=2&user_id=${bob.id}`, '?start_timestamp=0&end_timestamp=9999999999']) {
      const rows = dataOf<LogObject[]>(await get(`/api/log/self/${query}`, alice))
      expect(rows.map(({ user_id: owner }) => owner)).toEqual([alice.id, alice.id, alice.id])
    }
    expect(dataOf<object>(await get('/api/log/self/stat?username=bob', alice))).toEqual({ quota: 60, token: 21 })
    expect(dataOf<LogObject[]>(await get('/api/log/self/search?keyword=2', alice))).toHaveLength(3)
    expect(dataOf<LogObject[]>(await get('/api/log/self/search?keyword=gpt', alice))).toEqual([])
  })

  it('are filtered by saved filters, which are each user’s own', async () => {
    const filter = '/api/log/filter'
    const save = (name: string, query: string, by: Member) => harness.call('PUT', filter, { cookie: by.cookie, body: { name, query } })
    await save('Slow', 'model_name=o3', alice)
    await save(' Errors of o3 ', 'outcome=failed&model_name=o3', alice)
    await save('Slow', 'model_name=gpt-4o', alice)
    expect(dataOf<object>(await get(filter, alice))).toEqual([
      { name: 'Errors of o3', query: 'outcome=failed&model_name=o3' },
      { name: 'Slow', query: 'model_name=gpt-4o' },
    ])
    expect(dataOf<object>(await get(filter, bob))).toEqual([])
    const remove = (by: Member) => harness.call('DELETE', `${filter}?name=Slow`, { cookie: by.cookie })
    expect((await remove(bob)).json?.['success']).toBe(false)
    expect((await remove(alice)).json?.['success']).toBe(true)
    expect(dataOf<readonly object[]>(await get(filter, alice))).toHaveLength(1)
    expect((await save('  ', '', alice)).json?.['success']).toBe(false)
    for (let count = 0; count < 30; count++) await save(`n${count}`, '', bob)
    expect((await save('n30', '', bob)).json).toMatchObject({ success: false, message: '最多保存 30 个筛选，请先删除' })
    expect((await save('n29', 'type=2', bob)).json?.['success']).toBe(true)
  })

  it('H-66 sum up by account: a name taken over brings no figures along', async () => {
    const first = await harness.member(Role.user, 'famous')
    await spend(first, { cost: 99 })
    await harness.store.users.updateProfile(first.id, { username: 'renamed' })
    const second = await harness.member(Role.user, 'famous')
    expect(dataOf<object>(await get('/api/log/self/stat', second))).toEqual({ quota: 0, token: 0 })
    expect(dataOf<object>(await get('/api/log/self/stat', first))).toEqual({ quota: 99, token: 7 })
  })

  it('tell what a charge is made of, and nothing else of the trace', async () => {
    const thrifty = await harness.member(Role.user, 'thrifty')
    const price = {
      version: 'v1',
      isListed: true,
      model: 1.5,
      group: 2,
      completion: 5,
      cacheRead: 0.1,
      cacheWrite: 1.25,
      cacheWriteHour: 2,
    }
    const usage = { input: 7, cacheRead: 100, cacheWrite: 50, cacheWriteHour: 20, output: 9, reasoning: 4, source: 'upstream' }
    await spend(thrifty, { detail: { price, usage, attempts: [{ channelId: 77, fault: 'overloaded' }] } })
    const answer = await get('/api/log/self/', thrifty)
    expect(answer.text).not.toContain('overloaded')
    expect(dataOf<LogObject[]>(answer)[0]?.charge).toEqual({
      model_ratio: 1.5,
      group_ratio: 2,
      parts: [
        { kind: 'input', count: 7, ratio: 1 },
        { kind: 'cache_read', count: 100, ratio: 0.1 },
        { kind: 'cache_write', count: 30, ratio: 1.25 },
        { kind: 'cache_write_hour', count: 20, ratio: 2 },
        { kind: 'output', count: 9, ratio: 5 },
      ],
      reasoning: 4,
      unit: 'token',
      is_estimate: false,
      is_implausible: false,
    })
    expect(dataOf<LogObject[]>(await get('/api/log/self/', alice))[0]).not.toHaveProperty('charge')
    await spend(thrifty, { detail: { price, usage: { ...usage, implausible: 'for-any-request' } } })
    expect(dataOf<LogObject[]>(await get('/api/log/self/', thrifty))[0]?.charge).toMatchObject({ is_implausible: true })
  })

  it('tell the model that was asked for where a substitute answered', async () => {
    const patient = await harness.member(Role.user, 'patient')
    await spend(patient, { detail: { attempts: [], substituteFor: 'gpt-asked' } })
    await spend(patient, { detail: { attempts: [] } })
    const [plain, substituted] = dataOf<LogObject[]>(await get('/api/log/self/', patient))
    expect([substituted?.substitute_for, plain && 'substitute_for' in plain]).toEqual(['gpt-asked', false])
  })

  it('C-643 filter exactly for administrators, in list and sum alike', async () => {
    const names = async (query: string) => dataOf<LogObject[]>(await get(`/api/log/?${query}`, admin)).map(({ username }) => username)
    expect(await names('username=bob')).toEqual(['bob'])
    expect(await names('channel=2')).toEqual(['bob'])
    expect(await names('model_name=o3')).toEqual(['bob'])
    expect(await names('username=b%25')).toEqual([])
    expect(await names(`username=alice&end_timestamp=${NOW - 1}`)).toEqual([])
    expect(dataOf<object>(await get('/api/log/stat?username=alice&type=1', admin))).toEqual({ quota: 60, token: 21, cost: 0, margin: 0 })
    expect(dataOf<object>(await get('/api/log/stat?model_name=o3', admin))).toMatchObject({ quota: 5, token: 7 })
  })

  it('IN-11 take an odd page, type or time for none', async () => {
    for (const query of [
      'p=-1',
      'p=1e18',
      'p=a',
      'type=99',
      'start_timestamp=x',
      'start_timestamp=9&end_timestamp=1',
      'order=quota;drop',
    ]) {
      const answer = await get(`/api/log/?${query}`, admin)
      expect([query, answer.status, answer.json?.['success']]).toEqual([query, 200, true])
    }
  })

  it('search content literally', async () => {
    await harness.store.logs.add({ userId: bob.id, username: 'bob', type: 3, content: '100% sure' })
    await harness.store.logs.add({ userId: bob.id, username: 'bob', type: 3, content: '100x sure' })
    const found = async (keyword: string) =>
      dataOf<LogObject[]>(await get(`/api/log/search?keyword=${encodeURIComponent(keyword)}`, admin)).map(({ content }) => content)
    expect(await found('100%')).toEqual(['100% sure'])
    expect(await found('3')).toEqual(['100x sure', '100% sure'])
  })

  it('AZ-18 C-644 are deleted up to a moment in the past, counted, with the ledger untouched', async () => {
    const remove = (query: string) => harness.call('DELETE', `/api/log/${query}`, { cookie: admin.cookie })
    for (const query of ['', '?target_timestamp=0', '?target_timestamp=-5', '?target_timestamp=x', `?target_timestamp=${NOW + 10}`]) {
      expect([query, (await remove(query)).json?.['success']]).toEqual([query, false])
    }
    expect(dataOf<number>(await remove('?target_timestamp=1'))).toBe(0)
    for (let row = 0; row < 3; row++) await spend(bob, { at: NOW - 90 * DAY })
    const [deleted] = await Promise.all([
      remove(`?target_timestamp=${NOW - 30 * DAY}`),
      ...Array.from({ length: 20 }, () => spend(bob, { cost: 1 })),
    ])
    expect(dataOf<number>(deleted)).toBe(3)
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
    const [entry] = await harness.store.audit.list(
      { actorId: admin.id, action: 'log.delete', startTime: 0, endTime: 0 },
      { offset: 0, limit: 1 },
    )
    expect(JSON.parse(entry?.after ?? '')).toEqual({ older_than: NOW - 30 * DAY, deleted: 3 })
  })
})

describe('dashboards', () => {
  it('give a user seven days by day and model', async () => {
    const carol = await harness.member(Role.user, 'carol')
    await spend(carol, { at: NOW - 6 * DAY, model: 'a', cost: 1 })
    await spend(carol, { at: NOW - 8 * DAY, model: 'a', cost: 1 })
    await spend(carol, { model: 'b', cost: 2 })
    await spend(carol, { model: 'b', cost: 3 })
    expect(dataOf<object[]>(await get('/api/user/dashboard', carol))).toEqual([
      { Day: '2027-01-09', ModelName: 'a', RequestCount: 1, Quota: 1, PromptTokens: 3, CompletionTokens: 4 },
      { Day: '2027-01-15', ModelName: 'b', RequestCount: 2, Quota: 5, PromptTokens: 6, CompletionTokens: 8 },
    ])
  })

  it('compare a period with the one before, for oneself or for everyone', async () => {
    const dave = await harness.member(Role.user, 'dave')
    await spend(dave, { at: NOW - 30, cost: 7, elapsedMs: 900 })
    await spend(dave, { at: NOW - 20, cost: 0, outcome: 'failed', elapsedMs: 900 })
    await spend(dave, { at: NOW - DAY - 30, cost: 3 })
    const own = dataOf<DashboardData>(await get('/api/dashboard', dave))
    expect(own).toMatchObject({ start: NOW + 1 - DAY, end: NOW + 1, step: 3600, channels: [] })
    expect(own.current).toMatchObject({ requests: 2, failures: 1, quota: 7, tokens: 14 })
    expect(own.current.median_latency).toBeWithin(650, 1001)
    expect(own.previous).toMatchObject({ requests: 1, quota: 3 })
    expect(own.slices).toEqual([{ time: NOW - 3600, model: 'gpt-4o', requests: 2, failures: 1, quota: 7, tokens: 14 }])
    const all = dataOf<DashboardData>(await get('/api/dashboard', admin))
    expect(all.current.requests).toBeGreaterThan(own.current.requests)
  })

  it('have the days of the zone that is asked for, and of UTC where there is no such zone', async () => {
    const fay = await harness.member(Role.user, 'fay')
    const midnight = NOW - (NOW % DAY)
    await spend(fay, { at: midnight - 8 * 3600 - 1, cost: 1 })
    await spend(fay, { at: midnight - 8 * 3600, cost: 10 })
    await spend(fay, { at: midnight, cost: 100 })
    const asked = `/api/dashboard?start_timestamp=${midnight - 3 * DAY - 8 * 3600}`
    const daysOf = ({ slices, bounds }: DashboardData) => [bounds, ...slices.map(({ time, quota }) => [time - midnight, quota])]
    const bounds = [-3, -2, -1, 0, 1].map((day) => midnight + day * DAY - 8 * 3600)
    expect(daysOf(dataOf(await get(`${asked}&time_zone=Asia%2FShanghai`, fay)))).toEqual([bounds, [-DAY - 8 * 3600, 1], [-8 * 3600, 110]])
    for (const zone of ['', '&time_zone=Nowhere%2FAtAll'])
      expect(daysOf(dataOf(await get(`${asked}${zone}`, fay)))).toEqual([undefined, [-DAY, 11], [0, 100]])
    const everyones = dataOf<DashboardData>(await get(`${asked}&time_zone=Asia%2FShanghai`, admin))
    expect(everyones.bounds).toEqual(bounds)
  })

  it('name what needs attention', async () => {
    const erin = await harness.member(Role.user, 'erin')
    const token = await harness.token(erin, { name: 'old', expired_time: NOW - 5 })
    await harness.store.balances.setQuota({
      userId: erin.id,
      quota: 5,
      roleBelow: 10,
      requestId: 'r-erin',
      describe: () => ({ type: 3, content: '' }),
    })
    expect(dataOf<DashboardData>(await get('/api/dashboard', erin)).attention).toEqual([
      { kind: 'low-balance', id: erin.id, name: 'erin', value: 5 },
      { kind: 'token-expired', id: token.id, name: 'old', value: NOW - 5 },
    ])
    const channel = { type: 1, name: 'c', key: 'sk-x', models: 'gpt-4o-mini,without-price' }
    await harness.call('POST', '/api/channel/', { cookie: admin.cookie, body: channel })
    await harness.call('POST', '/api/channel/', { cookie: admin.cookie, body: { ...channel, name: 'broken', models: 'gpt-4o-mini' } })
    const [broken] = await harness.store.channels.all()
    await harness.store.channels.changeStatus(broken?.id ?? 0, 1, 3)
    const { attention, channels } = dataOf<DashboardData>(await get('/api/dashboard', admin))
    expect(attention).toContainEqual({ kind: 'channel-auto-disabled', id: broken?.id ?? 0, name: 'broken', value: 0 })
    expect(attention.filter(({ kind }) => kind === 'model-without-price').map(({ name }) => name)).toEqual(['without-price'])
    expect(channels.map(({ name, status }) => [name, status])).toEqual([
      ['broken', 3],
      ['c', 1],
    ])
  })
})

describe('channels', () => {
  it('C-631 C-632 are found by id, name and exact key, and the disabled ones go together', async () => {
    const body = { type: 1, name: '50%_find', key: 'sk-find-me-exactly', models: 'gpt-4o' }
    await harness.call('POST', '/api/channel/', { cookie: admin.cookie, body })
    const search = async (keyword: string) => {
      const answer = await get(`/api/channel/search?keyword=${encodeURIComponent(keyword)}`, admin)
      expect(answer.text).not.toContain('sk-find-me')
      return dataOf<{ id: number; name: string }[]>(answer)
    }
    const [found] = await search('50%_')
    expect(found?.name).toBe('50%_find')
    expect((await search(String(found?.id))).map(({ name }) => name)).toContain('50%_find')
    expect((await search('sk-find-me-exactly')).map(({ name }) => name)).toEqual(['50%_find'])
    expect(await search('sk-find-me-exactl')).toEqual([])
    await harness.call('PUT', '/api/channel/', { cookie: admin.cookie, body: { id: found?.id, status: 2 } })
    const removed = await harness.call('DELETE', '/api/channel/disabled', { cookie: admin.cookie })
    expect(dataOf<number>(removed)).toBe(2)
    expect(await search('50%_')).toEqual([])
  })
})
