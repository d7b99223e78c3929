import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import type { UsageRecord } from '@weir/relay/ports'
import { describeStore } from '../testing/store-harness.ts'

const DAY = 86_400

describeStore('usage', (harness) => {
  const consume = async (userId: number, cost: number, record: Partial<UsageRecord>) => {
    const hold = harness.hold({ userId, amount: cost })
    await harness.store.ledger.hold(hold)
    await harness.store.ledger.settle({ hold, cost: toQuota(cost), record: harness.record(record) })
  }

  it('adds up slices of a period and nothing outside it', async () => {
    const userId = await harness.user(1000)
    const start = 1_799_971_200
    await consume(userId, 1, { createdAt: start - 1 })
    await consume(userId, 2, { createdAt: start, model: 'a', elapsedMs: 180, channelId: 4 })
    await consume(userId, 3, { createdAt: start + 3599, model: 'a', elapsedMs: 190, channelId: 4 })
    await consume(userId, 4, { createdAt: start + 3600, model: 'b', outcome: 'failed', elapsedMs: 5000, channelId: 5 })
    await consume(userId, 5, { createdAt: start + 2 * DAY })
    await harness.store.logs.add({ userId, username: 'x', type: 1, content: '', quota: 900 })
    const scope = { start, end: start + 2 * DAY, step: 3600 }
    const period = await harness.store.usage.period(scope)
    expect(period.slices).toEqual([
      { time: start, model: 'a', requests: 2, failures: 0, quota: 5, tokens: 14 },
      { time: start + 3600, model: 'b', requests: 1, failures: 1, quota: 4, tokens: 7 },
    ])
    expect(period.cells.map(({ channelId, time, requests, failures }) => [channelId, time, requests, failures])).toEqual([
      [4, start, 2, 0],
      [5, start + 3600, 1, 1],
    ])
    expect(period.medianMs).toBeWithin(150, 201)
    const byWeek = await harness.store.usage.period({ ...scope, step: 7 * DAY })
    expect(byWeek.slices.map(({ model, requests }) => [model, requests])).toEqual([
      ['a', 2],
      ['b', 1],
    ])
    expect(await harness.store.usage.period({ ...scope, userId })).toEqual({ ...period, cells: [] })
    expect((await harness.store.usage.period({ ...scope, userId: userId + 1 })).slices).toEqual([])
  })

  it('adds up what a channel did in a day, from kept hours and from rows that no rollup has yet', async () => {
    const userId = await harness.user(10_000)
    const midnight = 1_799_971_200 + 10 * DAY
    const at = (hour: number, elapsedMs: number, channelId: number) =>
      consume(userId, 1, { createdAt: midnight + hour * 3600, elapsedMs, channelId, outcome: elapsedMs > 1000 ? 'failed' : 'ok' })
    for (const hour of [1, 2, 3]) await Promise.all([at(hour, 90, 7), at(hour, 90, 7), at(hour, 2900, 7), at(hour, 10, 8)])
    await harness.store.logIndex.advance()
    await Promise.all([at(4, 2900, 7), at(4, 2900, 7), at(4, 2900, 7), at(4, 2900, 7), at(25, 10, 8)])
    const { cells, medianMs } = await harness.store.usage.period({ start: midnight + 3600, end: midnight + 30 * 3600, step: DAY })
    // Of channel 7 six lie between 50 and 100 ms and seven between 2000 and 3000: the middle one is half a request into the latter.
    expect(cells).toEqual([
      { time: midnight, channelId: 7, requests: 13, failures: 7, medianMs: 2071 },
      { time: midnight, channelId: 8, requests: 3, failures: 0, medianMs: 13 },
      { time: midnight + DAY, channelId: 8, requests: 1, failures: 0, medianMs: 13 },
    ])
    expect(medianMs).toBe(88)
  })

  it('gives days of UTC by model', async () => {
    const userId = await harness.user(1000)
    const midnight = 1_799_971_200
    await consume(userId, 1, { createdAt: midnight - 1, model: 'a' })
    await consume(userId, 2, { createdAt: midnight, model: 'a' })
    expect(await harness.store.usage.byDayAndModel(userId, midnight - DAY)).toEqual([
      { time: midnight - DAY, model: 'a', requests: 1, quota: 1, promptTokens: 3, completionTokens: 4 },
      { time: midnight, model: 'a', requests: 1, quota: 2, promptTokens: 3, completionTokens: 4 },
    ])
  })
})
