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

  it('charges at the next start what a killed stream had last noted, by its log row', async () => {
    const database = await bed.fresh()
    const before = await bed.open(database)
    const userId = await bed.user(100, before)
    const [noted, silent] = [bed.hold({ userId, amount: 60 }), bed.hold({ userId, amount: 30 })]
    await Promise.all([before.ledger.hold(noted), before.ledger.hold(silent)])
    const record = (completionTokens: number) => bed.record({ outcome: 'cut', completionTokens, detail: { usage: { source: 'estimate' } } })
    await before.ledger.checkpoint({ hold: noted, cost: toQuota(10), record: record(10) })
    await before.ledger.checkpoint({ hold: noted, cost: toQuota(25), record: record(25) })
    expect(await bed.balance(userId, before)).toEqual({ quota: 10, used: 0, requests: 0 })
    expect(await before.books.verify()).toEqual([])

    const after = await bed.open(database)
    expect(await bed.balance(userId, after)).toEqual({ quota: 75, used: 25, requests: 1 })
    const rows = await after.logs.listOwn(userId, {}, { offset: 0, limit: 10 })
    expect(rows).toMatchObject([{ quota: 25, completion_tokens: 25, outcome: 'cut' }])
    expect(await after.books.verify()).toEqual([])
  })

  it('forgets what a stream noted once it is settled or given back, even when a note comes late', async () => {
    const userId = await bed.user(100)
    const [settled, released] = [bed.hold({ userId, amount: 60 }), bed.hold({ userId, amount: 30 })]
    await Promise.all([bed.store.ledger.hold(settled), bed.store.ledger.hold(released)])
    const noteOf = (hold: typeof settled) =>
      bed.store.ledger.checkpoint({ hold, cost: toQuota(20), record: bed.record({ outcome: 'cut' }) })
    await Promise.all([noteOf(settled), noteOf(released)])
    await bed.store.ledger.settle({ hold: settled, cost: toQuota(7), record: bed.record() })
    await bed.store.ledger.release(released, bed.record({ outcome: 'failed' }))
    await noteOf(settled)
    expect(await bed.balance(userId)).toEqual({ quota: 93, used: 7, requests: 1 })
    expect(await bed.store.books.verify()).toEqual([])
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
