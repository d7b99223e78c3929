import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { StoreLocked, StoreUnavailable, WriteConflict } from '../errors.ts'
import { describeStore, type StoreHarness } from '../testing/store-harness.ts'
import { noFaults, unreliable, type Faults } from '../testing/unreliable-engine.ts'
import { createLedger, type MeteringLedger } from './ledger.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

describeStore('ledger on an unreliable database', (harness) => {
  const withFaults = (work: (ledger: MeteringLedger, faults: Faults) => Promise<void>) =>
    harness.raw(async ({ engine }) => {
      const faults = noFaults()
      await work(createLedger({ engine: unreliable(engine, faults), clock: () => harness.nowMs, nodeId: 'node-1' }), faults)
      expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
    })

  const openHolds = (testBed: StoreHarness, userId: number) =>
    testBed.raw(({ kysely }) => kysely.selectFrom('reservations').select('amount').where('user_id', '=', userId).execute())

  it('tries again after a deadlock', () =>
    withFaults(async (ledger, faults) => {
      const userId = await harness.user(100)
      faults.conflicts = 3
      expect(await ledger.hold(harness.hold({ userId, amount: 60 }))).toBe('held')
      expect((await harness.balance(userId)).quota).toBe(40)
    }))

  it('does not wait again for a lock that it has waited for in vain', () =>
    withFaults(async (ledger, faults) => {
      const userId = await harness.user(100)
      faults.isLocked = true
      expect(await outcomeOf(Promise.resolve(ledger.hold(harness.hold({ userId, amount: 60 }))))).toThrow(StoreLocked)
      expect(faults.openings).toBe(1)
      faults.isLocked = false
      expect(await ledger.hold(harness.hold({ userId, amount: 60 }))).toBe('held')
    }))

  it('gives up after many deadlocks and takes nothing', () =>
    withFaults(async (ledger, faults) => {
      const userId = await harness.user(100)
      faults.conflicts = 1000
      expect(await outcomeOf(Promise.resolve(ledger.hold(harness.hold({ userId, amount: 60 }))))).toThrow(WriteConflict)
      expect((await harness.balance(userId)).quota).toBe(100)
    }))

  it('does not hold twice when the answer to a commit was lost', () =>
    withFaults(async (ledger, faults) => {
      const userId = await harness.user(100)
      faults.lostAnswers = 1
      expect(await ledger.hold(harness.hold({ userId, amount: 60 }))).toBe('held')
      expect((await harness.balance(userId)).quota).toBe(40)
      expect(await openHolds(harness, userId)).toHaveLength(1)
    }))

  it('does not charge twice when the answer to a commit was lost', () =>
    withFaults(async (ledger, faults) => {
      const userId = await harness.user(100)
      const hold = harness.hold({ userId, amount: 60 })
      await ledger.hold(hold)
      faults.lostAnswers = 1
      await ledger.settle({ hold, cost: toQuota(25), record: harness.record() })
      expect(await harness.balance(userId)).toEqual({ quota: 75, used: 25, requests: 1 })
    }))

  it('gives back a hold whose fate was unknown once the database answers again', () =>
    withFaults(async (ledger, faults) => {
      const userId = await harness.user(100)
      faults.lostAnswers = 2
      expect(await outcomeOf(Promise.resolve(ledger.hold(harness.hold({ userId, amount: 60 }))))).toThrow(StoreUnavailable)
      expect((await harness.balance(userId)).quota).toBe(40)
      await ledger.retryBacklog()
      expect((await harness.balance(userId)).quota).toBe(100)
    }))

  it('books what was delivered during an outage however many requests were refused in it', () =>
    withFaults(async (ledger, faults) => {
      const userId = await harness.user(100)
      const hold = harness.hold({ userId, amount: 60 })
      await ledger.hold(hold)
      faults.isDown = true
      const refused = Array.from({ length: 12_000 }, () => ledger.hold(harness.hold({ userId, amount: 1 })))
      expect((await Promise.allSettled(refused)).filter(({ status }) => status === 'rejected')).toHaveLength(12_000)
      expect(await outcomeOf(ledger.settle({ hold, cost: toQuota(25), record: harness.record() }))).toThrow(StoreUnavailable)
      faults.isDown = false
      await ledger.retryBacklog()
      expect(await harness.balance(userId)).toEqual({ quota: 75, used: 25, requests: 1 })
    }))

  it('books what was delivered during an outage at the latest when the node ends', () =>
    withFaults(async (ledger, faults) => {
      const userId = await harness.user(100)
      const hold = harness.hold({ userId, amount: 60 })
      await ledger.hold(hold)
      faults.isDown = true
      expect(await outcomeOf(ledger.settle({ hold, cost: toQuota(25), record: harness.record() }))).toThrow(StoreUnavailable)
      faults.isDown = false
      await ledger.drain()
      expect(await harness.balance(userId)).toEqual({ quota: 75, used: 25, requests: 1 })
    }))

  it('counts a hold as open until its request is over, whether the database takes the settlement at once or later', () =>
    withFaults(async (ledger, faults) => {
      const userId = await harness.user(100)
      const [first, second] = [harness.hold({ userId, amount: 60 }), harness.hold({ userId, amount: 10 })]
      expect(await ledger.hold(first)).toBe('held')
      expect(await ledger.hold(second)).toBe('held')
      expect(await ledger.hold(harness.hold({ userId, amount: 50 }))).toBe('user-short')
      expect(ledger.openHolds()).toBe(2)
      await ledger.release(second, harness.record({ outcome: 'failed' }))
      await ledger.release(second, harness.record({ outcome: 'failed' }))
      expect(ledger.openHolds()).toBe(1)
      faults.isDown = true
      expect(await outcomeOf(ledger.settle({ hold: first, cost: toQuota(25), record: harness.record() }))).toThrow(StoreUnavailable)
      expect(ledger.openHolds()).toBe(0)
      faults.isDown = false
      await ledger.retryBacklog()
      expect(ledger.openHolds()).toBe(0)
      expect(await harness.balance(userId)).toEqual({ quota: 75, used: 25, requests: 1 })
    }))

  it('books what was delivered during an outage once the database is back, and only once', () =>
    withFaults(async (ledger, faults) => {
      const userId = await harness.user(100)
      const [settled, released] = [harness.hold({ userId, amount: 60 }), harness.hold({ userId, amount: 10 })]
      await ledger.hold(settled)
      await ledger.hold(released)
      faults.isDown = true
      expect(await outcomeOf(ledger.settle({ hold: settled, cost: toQuota(25), record: harness.record() }))).toThrow(StoreUnavailable)
      expect(await outcomeOf(ledger.release(released, harness.record({ outcome: 'failed' })))).toThrow(StoreUnavailable)
      await ledger.retryBacklog()
      expect((await harness.balance(userId)).quota).toBe(30)
      faults.isDown = false
      await ledger.retryBacklog()
      await ledger.retryBacklog()
      expect(await harness.balance(userId)).toEqual({ quota: 75, used: 25, requests: 1 })
      expect(await harness.store.logs.listOwn(userId, {}, { offset: 0, limit: 10 })).toHaveLength(2)
    }))
})
