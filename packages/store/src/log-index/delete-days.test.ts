import { expect, it } from 'bun:test'
import { plainLog } from '../testing/plain-log.ts'
import { describeStore } from '../testing/store-harness.ts'
import { writeFloor } from './floor.ts'

const DAY = 86_400
const FIRST = 20_000 * DAY
const QUOTAS = [1, 10, 100]

const rowOf = (created_at: number, quota: number) =>
  plainLog({ created_at, quota, username: 'alice', token_name: 'token', model_name: 'gpt-4o', channel_id: 3 })

describeStore('days of the log that are deleted', (harness) => {
  /** Ten rows on each of three days, of 1, 10 and 100 units each. */
  const threeDays = async () => {
    const database = await harness.fresh()
    const store = await harness.open(database)
    const rows = QUOTAS.flatMap((quota, day) => Array.from({ length: 10 }, (_, at) => rowOf(FIRST + day * DAY + at * 7000, quota)))
    await harness.raw(({ kysely }) => kysely.insertInto('logs').values(rows).execute(), database)
    const period = { start: FIRST, end: FIRST + 9 * DAY }
    const quotas = async () => [
      (await store.logs.sum({})).quota,
      (await store.logs.sum({ startTime: FIRST + 7000 })).quota,
      (await store.logs.sum({ username: 'alice' })).quota,
      (await store.logs.sum({ channelId: 3, startTime: FIRST + 1 })).quota,
      (await store.usage.totals(period)).quota,
      ...(await store.statistics.shares(period, 'token')).rows.map(({ quota }) => quota),
      ...(await store.statistics.course(period, 9 * DAY)).rows.map(({ quota }) => quota),
    ]
    /** Rows, rollups and rollups by time that are left of the first day. */
    const leftOfFirstDay = () =>
      harness.raw(async ({ kysely }) => {
        const rows = await kysely
          .selectFrom('logs')
          .select('id')
          .where('created_at', '<', FIRST + DAY)
          .execute()
        const sums = await kysely
          .selectFrom('log_sums')
          .select('kind')
          .where('start_at', '<', FIRST + DAY)
          .execute()
        const slots = await kysely
          .selectFrom('log_slot_sums')
          .select('kind')
          .where('start_at', '<', FIRST + DAY)
          .execute()
        return [rows.length, sums.length, slots.length]
      }, database)
    return { database, store, quotas, leftOfFirstDay }
  }
  const all = (quota: number): number[] => Array.from({ length: 7 }, () => quota)

  it('count no longer from the first moment, and a process that dies then leaves the rest to another', async () => {
    const { database, store, quotas, leftOfFirstDay } = await threeDays()
    await store.logIndex.advance()
    expect(await quotas()).toEqual([1110, 1109, 1110, 1109, ...all(1110).slice(4)])
    await harness.raw(({ kysely }) => writeFloor(kysely, FIRST + DAY), database)
    expect(await quotas()).toEqual(all(1100))

    await store.logIndex.advanceWhenCalm()
    expect(await leftOfFirstDay()).toEqual([0, 0, 0])
    expect(await quotas()).toEqual(all(1100))
    expect(await store.logs.list({}, { offset: 0, limit: 100 })).toHaveLength(20)

    // What is booked for such a day once it is over counts as ever.
    await harness.raw(
      ({ kysely }) =>
        kysely
          .insertInto('logs')
          .values(rowOf(FIRST + 60_000, 5))
          .execute(),
      database,
    )
    expect(await quotas()).toEqual(all(1105))
    await store.logIndex.advance()
    expect(await quotas()).toEqual(all(1105))
  }, 180_000)

  it('go with what has not been indexed, and the day that stays loses its beginning alone', async () => {
    const { store, quotas, leftOfFirstDay } = await threeDays()
    expect(await store.logs.deleteBefore(FIRST + DAY + 2 * 7000)).toBe(12)
    expect(await quotas()).toEqual(all(1080))
    await store.logIndex.advance()
    expect(await quotas()).toEqual(all(1080))
    expect(await store.logs.deleteBefore(FIRST + 9 * DAY)).toBe(18)
    expect(await quotas()).toEqual([0, 0, 0, 0, 0])
    expect(await leftOfFirstDay()).toEqual([0, 0, 0])
  }, 180_000)
})
