import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { describeStore } from '../testing/test-bed.ts'

const THRESHOLD = 1000

describeStore('reminders', (bed) => {
  const spend = async (userId: number, cost: number): Promise<void> => {
    const hold = bed.hold({ userId, amount: 0 })
    await bed.store.ledger.hold(hold)
    await bed.store.ledger.settle({ hold, cost: toQuota(cost), record: bed.record() })
  }
  const credit = (userId: number, amount: number) => bed.store.books.grant({ userId, amount, kind: 'top-up', note: '' })
  const take = async (userId: number, store = bed.store) =>
    (await store.reminders.take([userId], THRESHOLD)).map(({ balance, isEmpty }) => [balance, isEmpty])

  it('MT-27 are handed out once for each crossing, and again after the balance has risen', async () => {
    const userId = await bed.user(1500)
    await spend(userId, 500)
    expect(await take(userId)).toEqual([])
    await spend(userId, 1)
    expect([await take(userId), await take(userId)]).toEqual([[[999, false]], []])
    await credit(userId, 1)
    await spend(userId, 100)
    expect([await take(userId), await take(userId)]).toEqual([[[900, false]], []])
    await credit(userId, 50)
    await spend(userId, 50)
    expect(await take(userId)).toEqual([])
  })

  it('tell separately that nothing is left, and only that when a balance falls at once', async () => {
    const userId = await bed.user(1500)
    await spend(userId, 600)
    expect(await take(userId)).toEqual([[900, false]])
    await spend(userId, 900)
    expect([await take(userId), await take(userId)]).toEqual([[[0, true]], []])
    await credit(userId, 500)
    await spend(userId, 501)
    expect(await take(userId)).toEqual([[-1, true]])
    const rich = await bed.user(5000)
    await spend(rich, 5000)
    expect([await take(rich), await take(rich)]).toEqual([[[0, true]], []])
  })

  it('do not take what running requests hold for spent', async () => {
    const userId = await bed.user(1500)
    await bed.store.ledger.hold(bed.hold({ userId, amount: 1400 }))
    expect(await take(userId)).toEqual([])
  })

  it('reach one of two nodes that ask at the same time', async () => {
    const other = await bed.open(bed.database, { nodeId: 'node-2' })
    const userId = await bed.user(1500)
    await spend(userId, 600)
    const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => take(userId, index % 2 === 0 ? bed.store : other)))
    expect(taken.flat()).toHaveLength(1)
  })
})
