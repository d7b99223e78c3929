import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { describeStore } from '../testing/store-harness.ts'

const price = { version: 'v', isListed: true, model: 0.075, group: 3, completion: 4, cacheRead: 0.5, cacheWrite: 1 }

describeStore('the usage of channels', (harness) => {
  const deliver = async (channelId: number, model: string, usage: object | undefined): Promise<void> => {
    const hold = harness.hold({ userId, amount: 0 })
    await harness.store.ledger.hold(hold)
    const detail = usage === undefined ? {} : { price, usage: { cacheWrite: 0, reasoning: 0, source: 'upstream', ...usage } }
    await harness.store.ledger.settle({ hold, cost: toQuota(0), record: harness.record({ model, channelId, detail }) })
  }
  let userId = 0

  it('is summed up by day of UTC and model, at the price without the group and without rounding', async () => {
    userId = await harness.user(0)
    const midnight = harness.nowSeconds - (harness.nowSeconds % 86_400)
    harness.nowMs = (midnight + 86_399) * 1000
    await deliver(1, 'small', { input: 1, cacheRead: 0, output: 0 })
    await deliver(1, 'small', { input: 10, cacheRead: 20, output: 5 })
    await deliver(1, 'speech', { input: 4000, cacheRead: 0, output: 0, unit: 'millisecond' })
    await deliver(1, 'small', undefined)
    await deliver(2, 'small', { input: 1000, cacheRead: 0, output: 0 })
    harness.nowMs += 1000
    await deliver(1, 'small', { input: 7, cacheRead: 0, output: 1 })
    harness.nowMs += 86_400_000
    await deliver(1, 'small', { input: 7, cacheRead: 0, output: 1 })

    const found = await harness.store.upstreamUsages.byDayAndModel({ start: midnight, end: midnight + 2 * 86_400, channelIds: [1] })
    expect(found.toSorted((a, b) => a.day - b.day || (a.model < b.model ? -1 : 1))).toEqual([
      // (1 + 10 + 20 × 0.5 + 5 × 4) × 0.075
      { day: midnight, model: 'small', requests: 2, promptTokens: 31, completionTokens: 5, listUnits: 3.075 },
      { day: midnight, model: 'speech', requests: 1, promptTokens: 0, completionTokens: 0, listUnits: 300 },
      { day: midnight + 86_400, model: 'small', requests: 1, promptTokens: 7, completionTokens: 1, listUnits: 0.825 },
    ])
    expect(await harness.store.upstreamUsages.byDayAndModel({ start: 0, end: midnight * 2, channelIds: [] })).toEqual([])
  })
})
