import { expect, it } from 'bun:test'
import { plainLog } from '../testing/plain-log.ts'
import { describeStore } from '../testing/store-harness.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const at = (time: string): number => Date.parse(time) / 1000

/** Of New York: clocks are set back on the first of November. */
const NEW_YORK = ['2026-10-31T04:00Z', '2026-11-01T04:00Z', '2026-11-02T05:00Z', '2026-11-03T05:00Z'].map(at)
const [FIRST = 0, LONG = 0, THIRD = 0, END = 0] = NEW_YORK
const scope = { start: FIRST, end: END, step: DAY, bounds: NEW_YORK }
const USER = 7

const rowOf = (created_at: number, quota: number) =>
  plainLog({ created_at, quota, user_id: USER, username: 'alice', model_name: 'gpt-4o', channel_id: 3, request_id: `r-${created_at}` })

describeStore('use by the days of a zone', (harness) => {
  const withRows = async (rows: readonly (readonly [number, number])[]) => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    const add = (added: typeof rows) =>
      harness.raw(
        ({ kysely }) =>
          kysely
            .insertInto('logs')
            .values(added.map(([time, quota]) => rowOf(time, quota)))
            .execute(),
        database,
      )
    await add(rows)
    return { store, add }
  }
  const ROWS = [
    [FIRST - 1, 5000],
    [FIRST, 1],
    [LONG - 1, 2],
    [LONG, 10],
    [THIRD - 1, 20],
    [THIRD, 100],
    [END - 1, 200],
    [END, 5000],
  ] as const

  it('has a day of 25 hours, for everyone and for one user, before rows are indexed, after and between', async () => {
    const { store, add } = await withRows(ROWS.slice(0, 4))
    const expectAll = async () => {
      for (const userId of [undefined, USER]) {
        const { slices, cells, bounds } = await store.usage.period({ ...scope, userId })
        expect(slices.map(({ time, quota, requests }) => [time, quota, requests])).toEqual([
          [FIRST, 3, 2],
          [LONG, 30, 2],
          [THIRD, 300, 2],
        ])
        expect(bounds).toEqual(NEW_YORK)
        expect(cells.map(({ channelId, time, requests }) => [channelId, time, requests])).toEqual(
          userId === undefined ? [FIRST, LONG, THIRD].map((time) => [3, time, 2]) : [],
        )
      }
    }
    await store.logIndex.advance()
    await add(ROWS.slice(4))
    await expectAll()
    await store.logIndex.advance()
    await expectAll()
  }, 180_000)

  it('tells of a channel how long requests took on the day of UTC that has most of its day', async () => {
    // Days of Shanghai begin at 16:00 of UTC.
    const bounds = ['2026-11-01T16:00Z', '2026-11-02T16:00Z', '2026-11-03T16:00Z'].map(at)
    const [first = 0, second = 0, end = 0] = bounds
    const database = await harness.migrated()
    const store = await harness.open(database)
    const rows = [
      { ...rowOf(at('2026-11-01T20:00Z'), 1), elapsed_time: 2900 },
      { ...rowOf(at('2026-11-02T03:00Z'), 1), elapsed_time: 90 },
      { ...rowOf(at('2026-11-02T04:00Z'), 1), elapsed_time: 90, outcome: 'failed' },
      { ...rowOf(at('2026-11-02T20:00Z'), 1), elapsed_time: 90 },
      { ...rowOf(at('2026-11-03T05:00Z'), 1), elapsed_time: 2900 },
    ]
    await harness.raw(({ kysely }) => kysely.insertInto('logs').values(rows).execute(), database)
    for (const pass of ['new rows', 'indexed rows']) {
      const { cells, medianMs } = await store.usage.period({ start: first, end, step: DAY, bounds })
      // Three of the second of November lie between 50 and 100 ms; of all five, the middle one is 2.5 requests into these three.
      expect([pass, medianMs, ...cells]).toEqual([
        pass,
        92,
        { channelId: 3, time: first, requests: 3, failures: 1, medianMs: 75 },
        { channelId: 3, time: second, requests: 2, failures: 0, medianMs: 2500 },
      ])
      await store.logIndex.advance()
    }
  }, 180_000)

  it('counts an hour to the day that has its middle', async () => {
    const bounds = ['2026-11-01T18:30Z', '2026-11-02T18:30Z', '2026-11-03T18:30Z'].map(at)
    const [first = 0, second = 0, end = 0] = bounds
    const { store } = await withRows([
      [first - 1, 5000],
      [first, 1],
      [second - HOUR / 2 - 1, 2],
      [second - HOUR / 2, 10],
      [end - 1, 20],
      [end, 5000],
    ])
    for (const pass of ['new rows', 'indexed rows']) {
      const { slices } = await store.usage.period({ start: first, end, step: DAY, bounds })
      expect([pass, ...slices.map(({ time, quota }) => [time, quota])]).toEqual([pass, [first, 3], [second, 30]])
      await store.logIndex.advance()
    }
  }, 180_000)

  it('is told by days of UTC where the rows of one user are gone, and loses nothing', async () => {
    const { store } = await withRows(ROWS)
    await store.logIndex.advance()
    await store.logIndex.expireRows(1)
    const { slices, bounds } = await store.usage.period({ ...scope, userId: USER })
    expect([bounds, ...slices.map(({ time, quota }) => [time, quota])]).toEqual([
      undefined,
      [at('2026-10-31T00:00Z'), 5001],
      [at('2026-11-01T00:00Z'), 12],
      [at('2026-11-02T00:00Z'), 120],
    ])
    expect((await store.usage.period(scope)).bounds).toEqual(NEW_YORK)
  }, 180_000)
})
