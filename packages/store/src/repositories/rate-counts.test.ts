import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'

describeStore('counters in the database', (harness) => {
  const window = { max: 3, seconds: 60 }

  it('let so many through on all nodes together, also at once, and begin again', async () => {
    const elsewhere = await harness.open(harness.database, { nodeId: 'node-2' })
    const key = crypto.randomUUID()
    const nodes = [harness.store.rateCounts, elsewhere.rateCounts]
    const waits = await Promise.all(Array.from({ length: 20 }, (_, at) => nodes[at % 2]?.take(key, window)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
    expect(waits.filter((wait) => wait === 60)).toHaveLength(17)
    harness.nowMs += 59_000
    expect(await elsewhere.rateCounts.take(key, window)).toBe(1)
    expect(await elsewhere.rateCounts.take(`${key} other`, window)).toBe(0)
    harness.nowMs += 1000
    expect(await harness.store.rateCounts.take(key, window)).toBe(0)
  })

  it('take back what turns out not to count', async () => {
    const key = 'a name of any length '.repeat(50)
    for (let call = 0; call < 10; call++) {
      expect(await harness.store.rateCounts.take(key, window)).toBe(0)
      await harness.store.rateCounts.giveBack(key)
    }
  })

  it('forget what has run out and nothing else', async () => {
    const [old, young] = [crypto.randomUUID(), crypto.randomUUID()]
    await harness.store.rateCounts.take(old, window)
    harness.nowMs += 60_000
    await harness.store.rateCounts.take(young, { max: 1, seconds: 60 })
    await harness.store.rateCounts.deleteExpired()
    expect(await harness.raw(({ kysely }) => kysely.selectFrom('rate_counts').selectAll().execute())).toHaveLength(1)
    expect(await harness.store.rateCounts.take(young, { max: 1, seconds: 60 })).toBe(60)
  })

  it('last longer or shorter when told so, and a key that was never counted stays unknown', async () => {
    const key = crypto.randomUUID()
    await harness.store.rateCounts.prolong(key, 500)
    expect(await harness.store.rateCounts.take(key, { max: 1, seconds: 60 })).toBe(0)
    await harness.store.rateCounts.prolong(key, 500)
    harness.nowMs += 60_000
    expect(await harness.store.rateCounts.take(key, { max: 1, seconds: 60 })).toBe(440)
    await harness.store.rateCounts.prolong(key, 1)
    harness.nowMs += 1000
    expect(await harness.store.rateCounts.take(key, { max: 1, seconds: 60 })).toBe(0)
  })
})
