import { expect, it } from 'bun:test'
import { plainLog } from '../testing/plain-log.ts'
import { describeStore } from '../testing/store-harness.ts'

const DAY = 86_400
const HOUR = 3600
const FIRST = 20_000 * DAY
/** So many seconds into a day that it does not matter when it is. */
const NOON = 12 * HOUR

const rowOf = (created_at: number, quota: number) =>
  plainLog({
    created_at,
    quota,
    username: 'alice',
    token_name: 'token',
    model_name: 'gpt-4o',
    channel_id: 3,
    request_id: `request-${created_at}`,
  })

describeStore('rows of the log that are kept for some days', (harness) => {
  /** A row every two hours of three days, at half past, of 1, 10 and 100 units. */
  const threeDays = async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    const rows = [1, 10, 100].flatMap((quota, day) =>
      Array.from({ length: 12 }, (_, at) => rowOf(FIRST + day * DAY + at * 2 * HOUR + HOUR / 2, quota)),
    )
    await harness.raw(({ kysely }) => kysely.insertInto('logs').values(rows).execute(), database)
    const period = { start: FIRST, end: FIRST + 9 * DAY }
    return {
      database,
      store,
      rowsLeft: async () => (await store.logs.list({}, { offset: 0, limit: 100 })).length,
      /** By each way in which figures are read. */
      quotas: async () => [
        (await store.logs.sum({})).quota,
        (await store.logs.sum({ username: 'alice' })).quota,
        (await store.logs.sum({ channelId: 3, startTime: FIRST })).quota,
        (await store.usage.totals(period)).quota,
        ...(await store.statistics.shares(period, 'token')).rows.map(({ quota }) => quota),
        ...(await store.statistics.course(period, 9 * DAY)).rows.map(({ quota }) => quota),
      ],
    }
  }
  const all = (quota: number): number[] => Array.from({ length: 6 }, () => quota)

  it('go when they are older, also when few have come since, and every figure stays', async () => {
    const { store, rowsLeft, quotas } = await threeDays()
    harness.nowMs = (FIRST + 2 * DAY + NOON) * 1000
    expect(await store.logIndex.expireRows(3)).toBe(0)
    expect(await rowsLeft()).toBe(36)

    expect(await store.logIndex.expireRows(1)).toBe(12)
    expect(await rowsLeft()).toBe(24)
    expect(await quotas()).toEqual(all(1332))
    expect((await store.logs.list({ username: 'alice' }, { offset: 20, limit: 100 })).map(({ quota }) => quota)).toEqual(Array(4).fill(10))

    harness.nowMs += DAY * 1000
    expect(await store.logIndex.expireRows(1)).toBe(12)
    expect(await store.logIndex.expireRows(1)).toBe(0)
    expect(await rowsLeft()).toBe(12)
    expect(await quotas()).toEqual(all(1332))
  }, 180_000)

  it('leave figures by the hour and, for one account, by the day, and none is counted twice', async () => {
    const { store } = await threeDays()
    harness.nowMs = (FIRST + 3 * DAY + NOON) * 1000
    expect(await store.logIndex.expireRows(1)).toBe(24)
    const hours = async (from: number, to: number) =>
      (await store.statistics.shares({ start: FIRST + from, end: FIRST + to }, 'user')).rows.map(({ quota }) => quota)
    // Their rows lay at half past: an end within an hour goes back to its beginning, at both ends of both periods.
    expect(await hours(0, 4 * HOUR + 2700)).toEqual([2])
    expect(await hours(4 * HOUR + 2700, DAY)).toEqual([10])
    const ofChannel = async (from: number, to: number) =>
      (await store.logs.sum({ channelId: 3, startTime: FIRST + from, endTime: FIRST + to - 1 })).quota
    expect(await ofChannel(0, 4 * HOUR + 2700)).toBe(2)
    expect(await ofChannel(4 * HOUR + 2700, DAY)).toBe(10)

    const days = async (from: number, to: number) =>
      (await store.logs.sum({ username: 'alice', startTime: FIRST + from, endTime: FIRST + to - 1 })).quota
    expect(await days(0, DAY + 8 * HOUR)).toBe(12)
    expect(await days(DAY + 8 * HOUR, 2 * DAY)).toBe(120)
    // What is still there is counted to the second.
    expect(await days(DAY + 8 * HOUR, 2 * DAY + 4 * HOUR)).toBe(320)
  }, 180_000)

  it('go once with several nodes, and what one booked late for such a day is counted and goes too', async () => {
    const { database, store, rowsLeft, quotas } = await threeDays()
    const other = await harness.open(database, { nodeId: 'node-2' })
    harness.nowMs = (FIRST + 2 * DAY + NOON) * 1000
    const gone = await Promise.all([store, other].map((node) => node.logIndex.expireRows(1)))
    expect(gone.reduce((sum, rows) => sum + rows, 0)).toBe(12)
    expect(await quotas()).toEqual(all(1332))

    await harness.raw(
      ({ kysely }) =>
        kysely
          .insertInto('logs')
          .values([rowOf(FIRST + NOON, 5)])
          .execute(),
      database,
    )
    expect(await quotas()).toEqual(all(1337))
    expect(await other.logIndex.expireRows(1)).toBe(1)
    expect(await quotas()).toEqual(all(1337))
    expect(await rowsLeft()).toBe(24)
  }, 180_000)

  it('come back by no longer time, which keeps the others', async () => {
    const { store, rowsLeft, quotas } = await threeDays()
    harness.nowMs = (FIRST + 3 * DAY + NOON) * 1000
    expect(await store.logIndex.expireRows(2)).toBe(12)
    expect(await store.logIndex.expireRows(30)).toBe(0)
    expect(await rowsLeft()).toBe(24)
    expect(await quotas()).toEqual(all(1332))
  }, 180_000)

  it('go with their figures when somebody clears the log', async () => {
    const { store, quotas } = await threeDays()
    harness.nowMs = (FIRST + 3 * DAY + NOON) * 1000
    expect(await store.logIndex.expireRows(1)).toBe(24)
    expect(await store.logs.deleteBefore(FIRST + DAY)).toBe(0)
    expect(await quotas()).toEqual(all(1320))
    expect(await store.logs.deleteBefore(FIRST + 9 * DAY)).toBe(12)
    expect(await quotas()).toEqual([0, 0, 0, 0])
  }, 180_000)
})
