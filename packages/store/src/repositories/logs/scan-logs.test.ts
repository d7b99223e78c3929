import { expect, it } from 'bun:test'
import type { LogFilter } from './log-filter.ts'
import { plainLog } from '../../testing/plain-log.ts'
import { describeStore } from '../../testing/store-harness.ts'

const START = 1_700_000_000
const ROWS = 5000

/** One row a second: every fifth by user 2, every seventh of another model, every hundredth a top-up. */
const rowAt = (id: number) =>
  plainLog({
    id,
    user_id: id % 5 === 0 ? 2 : 1,
    created_at: START + id,
    type: id % 100 === 0 ? 1 : 2,
    username: id % 5 === 0 ? 'two' : 'one',
    model_name: id % 7 === 0 ? 'seventh' : 'usual',
    quota: 1,
  })

describeStore('a scan of the log', (harness) => {
  it('brings every row under a filter once, newest first, indexed or not', async () => {
    const database = await harness.fresh()
    const store = await harness.open(database)
    await harness.raw(async ({ kysely }) => {
      for (let at = 1; at <= ROWS; at += 500) {
        const rows = Array.from({ length: 500 }, (_, offset) => rowAt(at + offset))
        await kysely.insertInto('logs').values(rows).execute()
      }
    }, database)
    const idsOf = async (filter: LogFilter): Promise<readonly number[]> => {
      const ids: number[] = []
      for await (const rows of store.logs.scan(filter)) ids.push(...rows.map(({ id }) => id))
      return ids
    }
    const countsOf = async (): Promise<readonly unknown[]> => {
      const all = await idsOf({})
      const seventh = await idsOf({ modelName: 'seventh', username: 'two' })
      const topUps = await idsOf({ type: 1 })
      const span = await idsOf({ startTime: START + 100, endTime: START + 4600, username: 'two' })
      return [
        [all.length, all[0], all.at(-1), new Set(all).size],
        [seventh.length, seventh[0], seventh.at(-1)],
        [topUps.length, topUps[0], topUps.at(-1)],
        [span.length, span[0], span.at(-1)],
        await idsOf({ username: 'nobody' }),
      ]
    }
    const expected = [[5000, 5000, 1, 5000], [142, 4970, 35], [50, 5000, 100], [901, 4600, 100], []]
    expect(await countsOf()).toEqual(expected)
    await store.logIndex.advance()
    expect(await countsOf()).toEqual(expected)
  }, 180_000)
})
