import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { describeStore } from '../testing/test-bed.ts'

const page = { offset: 0, limit: 100 }

describeStore('logs', (bed) => {
  const consume = async (
    userId: number,
    over: { readonly model?: string; readonly tokenName?: string; readonly createdAt?: number; readonly cost?: number },
  ) => {
    const { cost = 1, ...record } = over
    const hold = bed.hold({ userId, amount: cost })
    await bed.store.ledger.hold(hold)
    await bed.store.ledger.settle({ hold, cost: toQuota(cost), record: bed.record(record) })
  }

  it('shows a user the own rows alone, newest first', async () => {
    const [one, two] = [await bed.user(100), await bed.user(100)]
    for (const model of ['a', 'b', 'c']) await consume(one, { model })
    await consume(two, { model: 'other' })
    const rows = await bed.store.logs.listOwn(one, {}, page)
    expect(rows.map((row) => row.model_name)).toEqual(['c', 'b', 'a'])
    expect((await bed.store.logs.listOwn(one, {}, { offset: 1, limit: 1 })).map((row) => row.model_name)).toEqual(['b'])
    expect((await bed.store.logs.listOwn(one, { beforeId: rows[1]?.id ?? 0 }, page)).map((row) => row.model_name)).toEqual(['a'])
  })

  it('filters exactly, case and wildcards included', async () => {
    const userId = await bed.user(100)
    await consume(userId, { model: 'Model', tokenName: 't%', createdAt: 1000 })
    await consume(userId, { model: 'model', tokenName: 'tx', createdAt: 2000 })
    const models = async (filter: object) => (await bed.store.logs.listOwn(userId, filter, page)).map((row) => row.model_name)
    expect(await models({ modelName: 'model' })).toEqual(['model'])
    expect(await models({ tokenName: 't%' })).toEqual(['Model'])
    expect(await models({ startTime: 1001 })).toEqual(['model'])
    expect(await models({ endTime: 1000 })).toEqual(['Model'])
    expect(await models({ startTime: 1000, endTime: 2000, modelName: '', tokenName: '', type: 0 })).toEqual(['model', 'Model'])
    expect(await models({ type: 1 })).toEqual([])
  })

  it('leaves channel tests out unless they are asked for', async () => {
    const userId = await bed.user()
    await bed.store.logs.add({ userId, username: 'x', type: 5, content: 'test', channelId: 9 })
    await bed.store.logs.add({ userId, username: 'x', type: 3, content: 'manage', detail: { by: 1 } })
    expect((await bed.store.logs.listOwn(userId, {}, page)).map((row) => row.type)).toEqual([3])
    expect((await bed.store.logs.listOwn(userId, { type: 5 }, page)).map((row) => row.channel)).toEqual([9])
    expect((await bed.store.logs.list({ username: 'x', type: 3 }, page)).map((row) => row.detail)).toEqual(['{"by":1}'])
  })

  it('sums quota and tokens of consumption', async () => {
    const userId = await bed.user(1000)
    expect(await bed.store.logs.sum({}, userId)).toEqual({ quota: 0, tokens: 0 })
    await consume(userId, { cost: 10 })
    await consume(userId, { cost: 20, model: 'other' })
    await bed.store.logs.add({ userId, username: 'x', type: 1, content: '', quota: 500 })
    expect(await bed.store.logs.sum({}, userId)).toEqual({ quota: 30, tokens: 14 })
    expect(await bed.store.logs.sum({ modelName: 'other' }, userId)).toEqual({ quota: 20, tokens: 7 })
  })

  it('deletes what is older than a moment', async () => {
    const store = await bed.open(await bed.fresh())
    const now = bed.nowSeconds
    for (const seconds of [0, 10, 20]) {
      bed.nowMs = (now + seconds) * 1000
      await store.logs.add({ userId: 1, username: '', type: 4, content: '' })
    }
    expect(await store.logs.deleteBefore(now + 10)).toBe(1)
    expect(await store.logs.list({}, page)).toHaveLength(2)
  })
})
