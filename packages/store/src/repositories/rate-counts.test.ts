import { expect, it } from 'bun:test'
import { describeStore } from '../testing/test-bed.ts'

describeStore('counters in the database', (bed) => {
  const window = { max: 3, seconds: 60 }

  it('let so many through on all nodes together, also at once, and begin again', async () => {
    const elsewhere = await bed.open(bed.database, { nodeId: 'node-2' })
    const key = crypto.randomUUID()
    const nodes = [bed.store.rateCounts, elsewhere.rateCounts]
    const waits = await Promise.all(Array.from({ length: 20 }, (_, at) => nodes[at % 2]?.take(key, window)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
    expect(waits.filter((wait) => wait === 60)).toHaveLength(17)
    bed.nowMs += 59_000
    expect(await elsewhere.rateCounts.take(key, window)).toBe(1)
    expect(await elsewhere.rateCounts.take(`${key} other`, window)).toBe(0)
    bed.nowMs += 1000
    expect(await bed.store.rateCounts.take(key, window)).toBe(0)
  })

  it('take back what turns out not to count', async () => {
    const key = 'a name of any length '.repeat(50)
    for (let call = 0; call < 10; call++) {
      expect(await bed.store.rateCounts.take(key, window)).toBe(0)
      await bed.store.rateCounts.giveBack(key)
    }
  })

  it('forget what has run out and nothing else', async () => {
    const [old, young] = [crypto.randomUUID(), crypto.randomUUID()]
    await bed.store.rateCounts.take(old, window)
    bed.nowMs += 60_000
    await bed.store.rateCounts.take(young, { max: 1, seconds: 60 })
    await bed.store.rateCounts.deleteExpired()
    expect(await bed.raw(({ kysely }) => kysely.selectFrom('rate_counts').selectAll().execute())).toHaveLength(1)
    expect(await bed.store.rateCounts.take(young, { max: 1, seconds: 60 })).toBe(60)
  })
})
