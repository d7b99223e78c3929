import { expect, it } from 'bun:test'
import { LogType } from '@weir/contract/log'
import type { Store } from '../open-store.ts'
import { plainLog } from '../testing/plain-log.ts'
import { describeStore, type FreshDatabase } from '../testing/store-harness.ts'
import type { StatisticsDimension, StatisticsShare } from './statistics.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** A midnight of UTC. */
const START = 1_799_971_200

interface Spent {
  readonly at: number
  readonly user?: string
  readonly userId?: number
  readonly token?: string
  readonly model?: string
  readonly channel?: number
  readonly group?: string | null
  readonly quota?: number
  readonly cost?: number | null
  readonly elapsed?: number
  readonly outcome?: string
  readonly type?: number
}

const rowOf = (spent: Spent) =>
  plainLog({
    user_id: spent.userId ?? 1,
    created_at: spent.at,
    type: spent.type ?? LogType.consume,
    username: spent.user ?? 'ada',
    token_name: spent.token ?? 'laptop',
    model_name: spent.model ?? 'gpt-4o',
    quota: spent.quota ?? 100,
    prompt_tokens: 7,
    completion_tokens: 3,
    channel_id: spent.channel ?? 1,
    elapsed_time: spent.elapsed ?? 1000,
    outcome: spent.outcome ?? 'ok',
    cost: spent.cost ?? null,
    group_name: spent.group === undefined ? 'default' : spent.group,
  })

const quotas = (rows: readonly StatisticsShare[]): Readonly<Record<string, number>> =>
  Object.fromEntries(rows.map(({ id, name, owner, quota }) => [`${owner}${owner && '/'}${name || id}`, quota]))

describeStore('statistics', (harness) => {
  const add = (database: FreshDatabase, rows: readonly Spent[]) =>
    harness.raw(async ({ kysely }) => {
      await kysely.insertInto('logs').values(rows.map(rowOf)).execute()
    }, database)

  const quotasBy = async (store: Store, by: StatisticsDimension, period: { readonly start: number; readonly end: number }) =>
    quotas((await store.statistics.shares(period, by)).rows)

  const ROWS: readonly Spent[] = [
    { at: START - 1, quota: 1_000_000 },
    { at: START, quota: 1 },
    { at: START + 90 * 60, quota: 20, token: 'phone', model: 'o3', channel: 2, group: 'vip' },
    { at: START + DAY + 5, quota: 300, user: 'bob', userId: 2, group: null },
    { at: START + 2 * DAY + 7, quota: 4000, user: 'bob', userId: 2, channel: 3, model: 'o3' },
    { at: START + 2 * DAY + HOUR, quota: 50_000, outcome: 'failed' },
    { at: START + 2 * DAY + HOUR, quota: 999, type: LogType.topUp },
    { at: START + 3 * DAY, quota: 1_000_000 },
  ]
  const PERIOD = { start: START, end: START + 3 * DAY }

  const expectAll = async (store: Store): Promise<void> => {
    expect(await quotasBy(store, 'user', PERIOD)).toEqual({ ada: 50_021, bob: 4300 })
    expect(await quotasBy(store, 'token', PERIOD)).toEqual({ 'ada/laptop': 50_001, 'ada/phone': 20, 'bob/laptop': 4300 })
    expect(await quotasBy(store, 'model', PERIOD)).toEqual({ 'gpt-4o': 50_301, o3: 4020 })
    expect(await quotasBy(store, 'channel', PERIOD)).toEqual({ 1: 50_301, 2: 20, 3: 4000 })
    expect(await quotasBy(store, 'group', PERIOD)).toEqual({ default: 54_001, vip: 20, 0: 300 })
    const uneven = { start: START + 90 * 60, end: START + 2 * DAY + 7 }
    expect(await quotasBy(store, 'user', uneven)).toEqual({ ada: 20, bob: 300 })
    expect(await quotasBy(store, 'user', { start: START + 4 * DAY, end: START + 5 * DAY })).toEqual({})
    expect(await quotasBy(store, 'user', { start: START + DAY, end: START })).toEqual({})
  }

  it('tell what each user, token, model, channel and group came to, before rows are indexed, after and between', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    await add(database, ROWS.slice(0, 5))
    await store.logIndex.advance()
    await add(database, ROWS.slice(5))
    await expectAll(store)
    await store.logIndex.advance()
    await expectAll(store)
  }, 180_000)

  it('lose the rows that are deleted', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    await add(database, ROWS)
    await store.logIndex.advance()
    await store.logs.deleteBefore(START + DAY)
    expect(await quotasBy(store, 'user', PERIOD)).toEqual({ ada: 50_000, bob: 4300 })
    expect(await quotasBy(store, 'token', PERIOD)).toEqual({ 'ada/laptop': 50_000, 'bob/laptop': 4300 })
    const oldest = await harness.raw(
      ({ kysely }) =>
        kysely
          .selectFrom('log_slot_sums')
          .select(({ fn }) => [fn.min('start_at').as('at'), fn.min('elapsed_time').as('elapsed')])
          .executeTakeFirstOrThrow(),
      database,
    )
    expect([Number(oldest.at), Number(oldest.elapsed)]).toEqual([START + DAY, 1000])
  }, 180_000)

  it('add up requests, failures, tokens, cost and time', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    const rows: readonly Spent[] = [
      { at: START, quota: 100, cost: 60, elapsed: 500 },
      { at: START + 1, quota: 200, cost: null, elapsed: 1500, outcome: 'failed' },
      { at: START + 2, quota: 300, cost: 310, elapsed: 4000, outcome: 'cut' },
    ]
    const figures = { requests: 3, failures: 1, quota: 600, tokens: 30, cost: 370, costedQuota: 400, elapsedMs: 6000 }
    await add(database, rows)
    for (let round = 0; round < 2; round++) {
      for (const by of ['user', 'token', 'model', 'channel', 'group'] as const)
        expect((await store.statistics.shares(PERIOD, by)).rows).toMatchObject([figures])
      await store.logIndex.advance()
    }
  }, 180_000)

  it('of one user are the own rows alone, by token under every name that the user had, and by model', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    await add(database, [
      { at: START + 5, quota: 1, token: 'a' },
      { at: START + DAY + 5, quota: 20, token: 'a', user: 'ada-lovelace' },
      { at: START + DAY + HOUR, quota: 300, token: 'b', model: 'o3' },
      { at: START + DAY + HOUR, quota: 9000, token: 'a', userId: 2, user: 'bob' },
    ])
    for (let round = 0; round < 2; round++) {
      const own = { ...PERIOD, userId: 1 }
      expect(quotas((await store.statistics.shares(own, 'token')).rows)).toEqual({ a: 21, b: 300 })
      const models = (await store.statistics.shares(own, 'model')).rows
      expect(quotas(models)).toEqual({ 'gpt-4o': 21, o3: 300 })
      expect(models.map(({ elapsedMs }) => elapsedMs)).toEqual([undefined, undefined])
      expect((await store.statistics.course(own, DAY)).rows).toMatchObject([
        { time: START, quota: 1 },
        { time: START + DAY, quota: 320 },
      ])
      await store.logIndex.advance()
    }
  }, 180_000)

  it('are cut into slices from the hour that the period begins in', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    // A day east of Greenwich by eight hours begins at 16:00 UTC.
    const midnight = START - 8 * HOUR
    await add(database, [
      { at: midnight - 1, quota: 9000 },
      { at: midnight, quota: 1 },
      { at: midnight + DAY - 1, quota: 20 },
      { at: midnight + DAY, quota: 300 },
    ])
    for (let round = 0; round < 2; round++) {
      const period = { start: midnight, end: midnight + 2 * DAY }
      expect((await store.statistics.course(period, DAY)).rows).toMatchObject([
        { time: midnight, quota: 21 },
        { time: midnight + DAY, quota: 300 },
      ])
      const { rows } = await store.statistics.course({ ...period, start: midnight + 100 }, HOUR)
      expect(rows).toMatchObject([
        { time: midnight + 23 * HOUR, quota: 20 },
        { time: midnight + 24 * HOUR, quota: 300 },
      ])
      expect((await store.statistics.course(period, 7 * DAY)).rows).toMatchObject([{ time: START - DAY, quota: 321 }])
      await store.logIndex.advance()
    }
  }, 180_000)

  it('leave out rows that are too many to be read at once, and say how many', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    await add(database, [{ at: START, quota: 1 }])
    await store.logIndex.advance()
    await harness.raw(async ({ kysely }) => {
      await kysely
        .insertInto('logs')
        .values({ ...rowOf({ at: START + 1, quota: 20 }), id: 300_000 })
        .execute()
    }, database)
    const { rows, uncounted } = await store.statistics.shares(PERIOD, 'user')
    expect([quotas(rows), uncounted]).toEqual([{ ada: 1 }, 299_999])
    expect((await store.statistics.course(PERIOD, DAY)).uncounted).toBe(299_999)
    expect(await store.logs.sum({ groupName: 'default' })).toMatchObject({ quota: 21 })
    await store.logIndex.advance()
    expect(await quotasBy(store, 'user', PERIOD)).toEqual({ ada: 21 })
  }, 180_000)
})
