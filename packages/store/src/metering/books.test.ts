import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { describeStore } from '../testing/test-bed.ts'

describeStore('books', (bed) => {
  it('books a credit once for each request id and kind', async () => {
    const userId = await bed.user()
    const credit = { userId, amount: 500, kind: 'redeem', note: 'code', requestId: crypto.randomUUID() } as const
    const outcomes = await Promise.all([bed.store.books.grant(credit), bed.store.books.grant(credit)])
    expect(outcomes.toSorted()).toEqual(['booked', 'duplicate'])
    expect(await bed.store.books.grant({ ...credit, kind: 'top-up' })).toBe('booked')
    expect((await bed.balance(userId)).quota).toBe(1000)
  })

  it('takes credits without a request id as often as they come', async () => {
    const userId = await bed.user()
    for (const amount of [10, -3]) await bed.store.books.grant({ userId, amount, kind: 'adjust', note: '' })
    expect((await bed.balance(userId)).quota).toBe(7)
  })

  it('refuses a credit to nobody and one that would pass 2^53', async () => {
    expect(await bed.store.books.grant({ userId: 999_999, amount: 1, kind: 'grant', note: '' })).toBe('no-user')
    const userId = await bed.user(Number.MAX_SAFE_INTEGER - 1)
    expect(await bed.store.books.grant({ userId, amount: 2, kind: 'grant', note: '' })).toBe('too-large')
    expect(await bed.store.books.grant({ userId, amount: 1, kind: 'grant', note: '' })).toBe('booked')
    expect((await bed.balance(userId)).quota).toBe(Number.MAX_SAFE_INTEGER)
    await expect(bed.store.books.grant({ userId, amount: 0.5, kind: 'grant', note: '' })).rejects.toThrow(RangeError)
  })

  it('names the account whose balance was changed behind its back', async () => {
    const userId = await bed.user(100)
    await bed.raw(({ kysely }) => kysely.updateTable('users').set({ quota: 150 }).where('id', '=', userId).execute())
    expect(await bed.store.books.verify()).toMatchObject([{ userId, quota: 150, expectedQuota: 100, usedQuota: 0, expectedUsedQuota: 0 }])
    await bed.raw(({ kysely }) => kysely.updateTable('users').set({ quota: 100 }).where('id', '=', userId).execute())
  })

  it('gives back at the next start what a killed process held', async () => {
    const database = await bed.fresh()
    const before = await bed.open(database)
    const userId = await bed.user(100, before)
    await before.ledger.hold(bed.hold({ userId, amount: 60 }))
    expect((await bed.balance(userId, before)).quota).toBe(40)
    const after = await bed.open(database)
    expect(await bed.balance(userId, after)).toEqual({ quota: 100, used: 0, requests: 0 })
    expect(await after.books.verify()).toEqual([])
  })

  it('gives back what a dead node held and leaves a living one alone', async () => {
    const database = await bed.fresh()
    const first = await bed.open(database, { nodeId: 'first' })
    const second = await bed.open(database, { nodeId: 'second' })
    const userId = await bed.user(100, first)
    const hold = bed.hold({ userId, amount: 60 })
    await second.ledger.hold(hold)

    bed.nowMs += 100_000
    await second.books.heartbeat()
    bed.nowMs += 100_000
    expect(await first.books.releaseHoldsOfDeadNodes()).toBe(0)
    expect((await bed.balance(userId, first)).quota).toBe(40)

    bed.nowMs += 121_000
    expect(await first.books.releaseHoldsOfDeadNodes()).toBe(1)
    expect((await bed.balance(userId, first)).quota).toBe(100)
    await second.ledger.settle({ hold, cost: toQuota(5), record: bed.record() })
    expect(await first.books.verify()).toEqual([])
  })
})
