import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { sql } from 'kysely'
import { StoreUnavailable } from '../errors.ts'
import { describeStore } from '../testing/store-harness.ts'
import { createLedger } from './ledger.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

const ROOM_FOR_ALL = 1_000_000

describeStore('ledger on a full disk', (harness) => {
  // The limit on pages is SQLite's own, and so is its answer: the same error as that of a disk without room.
  if (harness.name !== 'SQLite') return

  it('ST-01 refuses holds and keeps what was delivered, and books it once there is room again', async () => {
    const userId = await harness.user(1000)
    await harness.raw(async ({ engine, kysely }) => {
      const ledger = createLedger({ engine, clock: () => harness.nowMs, nodeId: 'node-1' })
      const setPages = (count: number) => sql`pragma max_page_count = ${sql.lit(count)}`.execute(kysely)
      const running = harness.hold({ userId, amount: 300 })
      expect(await ledger.hold(running)).toBe('held')

      // Never below what the file has: from here on it cannot grow by a page, and after VACUUM it has none to spare.
      await sql`vacuum`.execute(kysely)
      await setPages(1)
      const large = harness.record({ content: 'x'.repeat(20_000) })
      expect(await outcomeOf(ledger.settle({ hold: running, cost: toQuota(120), record: large }))).toThrow(
        new StoreUnavailable('SQLite: database or disk is full'),
      )
      expect(await harness.balance(userId)).toEqual({ quota: 700, used: 0, requests: 0 })
      expect(await harness.store.ledgerMaintenance.verify()).toEqual([])

      const outcomes = await Promise.allSettled(Array.from({ length: 500 }, () => ledger.hold(harness.hold({ userId, amount: 1 }))))
      expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
      const held = outcomes.filter(({ status }) => status === 'fulfilled').length
      expect((await harness.balance(userId)).quota).toBe(700 - held)
      expect(await harness.store.ledgerMaintenance.verify()).toEqual([])

      await setPages(ROOM_FOR_ALL)
      await ledger.retryBacklog()
      expect(await harness.balance(userId)).toEqual({ quota: 880 - held, used: 120, requests: 1 })
      expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
    })
  })
})
