import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { describeStore } from '../testing/store-harness.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

describeStore('ledgerMaintenance', (harness) => {
  it('books a credit once for each request id and kind', async () => {
    const userId = await harness.user()
    const credit = { userId, amount: 500, kind: 'redeem', note: 'code', requestId: crypto.randomUUID() } as const
    const outcomes = await Promise.all([harness.store.ledgerMaintenance.grant(credit), harness.store.ledgerMaintenance.grant(credit)])
    expect(outcomes.toSorted()).toEqual(['booked', 'duplicate'])
    expect(await harness.store.ledgerMaintenance.grant({ ...credit, kind: 'top-up' })).toBe('booked')
    expect((await harness.balance(userId)).quota).toBe(1000)
  })

  it('takes credits without a request id as often as they come', async () => {
    const userId = await harness.user()
    for (const amount of [10, -3]) await harness.store.ledgerMaintenance.grant({ userId, amount, kind: 'adjust', note: '' })
    expect((await harness.balance(userId)).quota).toBe(7)
  })

  it('refuses a credit to no user and one that would pass 2^53', async () => {
    expect(await harness.store.ledgerMaintenance.grant({ userId: 999_999, amount: 1, kind: 'grant', note: '' })).toBe('no-user')
    const userId = await harness.user(Number.MAX_SAFE_INTEGER - 1)
    expect(await harness.store.ledgerMaintenance.grant({ userId, amount: 2, kind: 'grant', note: '' })).toBe('too-large')
    expect(await harness.store.ledgerMaintenance.grant({ userId, amount: 1, kind: 'grant', note: '' })).toBe('booked')
    expect((await harness.balance(userId)).quota).toBe(Number.MAX_SAFE_INTEGER)
    expect(await outcomeOf(harness.store.ledgerMaintenance.grant({ userId, amount: 0.5, kind: 'grant', note: '' }))).toThrow(RangeError)
  })

  it('names the account whose balance was changed behind its back', async () => {
    const userId = await harness.user(100)
    await harness.raw(({ kysely }) => kysely.updateTable('users').set({ quota: 150 }).where('id', '=', userId).execute())
    expect(await harness.store.ledgerMaintenance.verify()).toMatchObject([
      { userId, quota: 150, expectedQuota: 100, usedQuota: 0, expectedUsedQuota: 0 },
    ])
    await harness.raw(({ kysely }) => kysely.updateTable('users').set({ quota: 100 }).where('id', '=', userId).execute())
  })

  it('gives back at the next start what a killed process held', async () => {
    const database = await harness.migrated()
    const before = await harness.open(database)
    const userId = await harness.user(100, before)
    await before.ledger.hold(harness.hold({ userId, amount: 60 }))
    expect((await harness.balance(userId, before)).quota).toBe(40)
    const after = await harness.open(database)
    expect(await harness.balance(userId, after)).toEqual({ quota: 100, used: 0, requests: 0 })
    expect(await after.ledgerMaintenance.verify()).toEqual([])
  })

  it('charges at the next start the last checkpoint of a killed stream, by its log row', async () => {
    const database = await harness.migrated()
    const before = await harness.open(database)
    const userId = await harness.user(100, before)
    const [checkpointed, silent] = [harness.hold({ userId, amount: 60 }), harness.hold({ userId, amount: 30 })]
    await Promise.all([before.ledger.hold(checkpointed), before.ledger.hold(silent)])
    const record = (completionTokens: number) =>
      harness.record({ outcome: 'cut', completionTokens, detail: { usage: { source: 'estimate' } } })
    await before.ledger.checkpoint({ hold: checkpointed, cost: toQuota(10), record: record(10) })
    await before.ledger.checkpoint({ hold: checkpointed, cost: toQuota(25), record: record(25) })
    expect(await harness.balance(userId, before)).toEqual({ quota: 10, used: 0, requests: 0 })
    expect(await before.ledgerMaintenance.verify()).toEqual([])

    const after = await harness.open(database)
    expect(await harness.balance(userId, after)).toEqual({ quota: 75, used: 25, requests: 1 })
    const rows = await after.logs.listOwn(userId, {}, { offset: 0, limit: 10 })
    expect(rows).toMatchObject([{ quota: 25, completion_tokens: 25, outcome: 'cut' }])
    expect(await after.ledgerMaintenance.verify()).toEqual([])
  })

  it('forgets the checkpoint of a stream once it is settled or given back, even when one comes late', async () => {
    const userId = await harness.user(100)
    const [settled, released] = [harness.hold({ userId, amount: 60 }), harness.hold({ userId, amount: 30 })]
    await Promise.all([harness.store.ledger.hold(settled), harness.store.ledger.hold(released)])
    const checkpoint = (hold: typeof settled) =>
      harness.store.ledger.checkpoint({ hold, cost: toQuota(20), record: harness.record({ outcome: 'cut' }) })
    await Promise.all([checkpoint(settled), checkpoint(released)])
    await harness.store.ledger.settle({ hold: settled, cost: toQuota(7), record: harness.record() })
    await harness.store.ledger.release(released, harness.record({ outcome: 'failed' }))
    await checkpoint(settled)
    expect(await harness.balance(userId)).toEqual({ quota: 93, used: 7, requests: 1 })
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('gives back what a dead node held and leaves a living one alone', async () => {
    const database = await harness.migrated()
    const first = await harness.open(database, { nodeId: 'first' })
    const second = await harness.open(database, { nodeId: 'second' })
    const userId = await harness.user(100, first)
    const hold = harness.hold({ userId, amount: 60 })
    await second.ledger.hold(hold)

    harness.nowMs += 100_000
    await second.ledgerMaintenance.heartbeat()
    await first.ledgerMaintenance.heartbeat()
    harness.nowMs += 100_000
    expect(await first.ledgerMaintenance.releaseHoldsOfDeadNodes()).toBe(0)
    expect((await harness.balance(userId, first)).quota).toBe(40)

    harness.nowMs += 21_000
    expect(await first.ledgerMaintenance.releaseHoldsOfDeadNodes()).toBe(1)
    expect((await harness.balance(userId, first)).quota).toBe(100)
    await second.ledger.settle({ hold, cost: toQuota(5), record: harness.record() })
    expect(await first.ledgerMaintenance.verify()).toEqual([])
  })

  it('takes nobody for dead after a time in which it was silent itself, until the others have had time to speak', async () => {
    const database = await harness.migrated()
    const first = await harness.open(database, { nodeId: 'first' })
    const second = await harness.open(database, { nodeId: 'second' })
    const userId = await harness.user(100, first)
    const hold = harness.hold({ userId, amount: 60 })
    await second.ledger.hold(hold)

    harness.nowMs += 600_000
    expect(await first.ledgerMaintenance.releaseHoldsOfDeadNodes()).toBe(0)
    harness.nowMs += 119_000
    expect(await first.ledgerMaintenance.releaseHoldsOfDeadNodes()).toBe(0)
    await second.ledger.settle({ hold, cost: toQuota(5), record: harness.record() })
    expect(await harness.balance(userId, first)).toEqual({ quota: 95, used: 5, requests: 1 })
  })

  if (harness.name === 'PostgreSQL')
    it('waits twice for a row at most, and the session of a node that hangs ends before the second wait does', async () => {
      const link = await harness.raw(async ({ engine }) => {
        const open = await engine.open()
        const settings = await open.query(
          "select name, setting from pg_settings where name like '%lock_timeout' or name like 'idle_in%'",
          [],
        )
        open.release()
        return new Map(settings.rows.map(({ name, setting }) => [name, Number(setting)]))
      })
      expect([link.get('lock_timeout'), link.get('idle_in_transaction_session_timeout')]).toEqual([5000, 8000])
    })
})
