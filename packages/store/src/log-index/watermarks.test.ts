import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'
import { ALL_KINDS } from './kinds.ts'
import { countDeletion, readWatermarks, Watermarks, watermarkOf, POSTINGS } from './watermarks.ts'

it('how far the index has come is where the slowest of its parts is', () => {
  const watermarks = new Watermarks([
    { name: 'one', through_id: 30 },
    { name: 'two', through_id: 10 },
    { name: 'three', through_id: 20 },
  ])
  expect([watermarks.lowest(['one', 'two', 'three']), watermarks.lowest(['one', 'three'])]).toEqual([10, 20])
  expect([watermarks.of('one'), watermarks.of('never'), watermarks.lowest(['one', 'never'])]).toEqual([30, 0, 0])
})

describeStore('the index of the log', (harness) => {
  it('counts a deletion where one of the rows lies beyond what every part of the index has reached', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    const counted = await harness.raw(async ({ kysely }) => {
      const names = [POSTINGS, ...ALL_KINDS.map(watermarkOf)]
      for (const name of names) await kysely.updateTable('log_sum_state').set({ through_id: 10 }).where('name', '=', name).execute()
      const deletions: number[] = []
      for (const ids of [[], [9, 10], [11], [3, 12, 4]]) {
        await countDeletion(kysely, await readWatermarks(kysely), ids)
        deletions.push((await readWatermarks(kysely)).deletions)
      }
      return deletions
    }, database)
    expect(counted).toEqual([0, 0, 1, 2])
    await store.close()
  })

  it('tells how many rows it took in by the part that lacked the most', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    const userId = await harness.user(0, store)
    for (let row = 0; row < 4; row++) await store.logs.add({ userId, username: 'u', type: 4, content: 'x', channelId: 0 })
    const [ahead] = ALL_KINDS
    if (ahead === undefined) throw new Error('no kind')
    await harness.raw(
      ({ kysely }) => kysely.updateTable('log_sum_state').set({ through_id: 3 }).where('name', '=', watermarkOf(ahead)).execute(),
      database,
    )
    expect(await store.logIndex.advance()).toBe(4)
  })
})
