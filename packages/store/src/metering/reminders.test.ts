import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { Kysely } from 'kysely'
import type { Engine } from '../dialect/engine.ts'
import { createLinkDialect } from '../dialect/link-dialect.ts'
import type { Schema } from '../schema.ts'
import { describeStore } from '../testing/store-harness.ts'
import { openUnreliable } from '../testing/unreliable-context.ts'
import { createReminders } from './reminders.ts'

const THRESHOLD = 1000

describeStore('reminders', (harness) => {
  const spend = async (userId: number, cost: number): Promise<void> => {
    const token = await harness.token(userId)
    const hold = harness.hold({ userId, tokenId: token.id, amount: 0 })
    await harness.store.ledger.hold(hold)
    await harness.store.ledger.settle({ hold, cost: toQuota(cost), record: harness.record() })
  }
  const credit = (userId: number, amount: number) => harness.store.ledgerMaintenance.grant({ userId, amount, kind: 'top-up', note: '' })
  const claim = async (userId: number, store = harness.store) =>
    (await store.reminders.take([userId], THRESHOLD)).map(({ balance, isEmpty }) => [balance, isEmpty])
  const take = async (userId: number, store = harness.store) => {
    const reminders = await store.reminders.take([userId], THRESHOLD)
    for (const reminder of reminders) await store.reminders.told(reminder)
    return reminders.map(({ balance, isEmpty }) => [balance, isEmpty])
  }
  const reachable = async (startQuota: number): Promise<number> => {
    const userId = await harness.user(startQuota)
    await harness.store.users.updateProfile(userId, { email: `${userId}@example.com` })
    return userId
  }

  it('MT-27 are handed out once for each crossing, and again after the balance has risen', async () => {
    const userId = await reachable(1500)
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
    const userId = await reachable(1500)
    await spend(userId, 600)
    expect(await take(userId)).toEqual([[900, false]])
    await spend(userId, 900)
    expect([await take(userId), await take(userId)]).toEqual([[[0, true]], []])
    await credit(userId, 500)
    await spend(userId, 501)
    expect(await take(userId)).toEqual([[-1, true]])
    const rich = await reachable(5000)
    await spend(rich, 5000)
    expect([await take(rich), await take(rich)]).toEqual([[[0, true]], []])
  })

  it('do not take what running requests hold for spent', async () => {
    const userId = await reachable(1500)
    await harness.store.ledger.hold(harness.hold({ userId, amount: 1400 }))
    expect(await take(userId)).toEqual([])
  })

  it('MT-27 come once, although a request begins while the balance is looked at', async () => {
    const userId = await reachable(1500)
    await spend(userId, 600)
    expect(await take(userId)).toEqual([[900, false]])
    const { context, close } = openUnreliable(harness, 'reminding')
    let openings = 0
    const open: Engine['open'] = async () => {
      if (++openings > 1) await harness.store.ledger.hold(harness.hold({ userId, amount: 200 }))
      return context.engine.open()
    }
    const kysely = new Kysely<Schema>({ dialect: createLinkDialect({ ...context.engine, open }) })
    expect(await createReminders({ ...context, kysely }).take([userId], THRESHOLD)).toEqual([])
    await close()
    expect(await take(userId)).toEqual([])
  })

  it('reach one of two nodes that ask at the same time', async () => {
    const other = await harness.open(harness.database, { nodeId: 'node-2' })
    const userId = await reachable(1500)
    await spend(userId, 600)
    const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => take(userId, index % 2 === 0 ? harness.store : other)))
    expect(taken.flat()).toHaveLength(1)
  })

  it('are handed out again when no process says that the mail went out, ever later, and count as told in the end', async () => {
    const userId = await reachable(1500)
    await spend(userId, 600)
    const waits: number[] = []
    for (let at = harness.nowMs, minutes = 0; minutes < 200; minutes++, harness.nowMs += 60_000) {
      if ((await claim(userId)).length === 0) continue
      waits.push((harness.nowMs - at) / 60_000)
      at = harness.nowMs
    }
    expect(waits).toEqual([0, 2, 8, 32, 128])
    await spend(userId, 900)
    expect(await take(userId)).toEqual([[0, true]])
  })

  it('wait for an address, and are found without another charge', async () => {
    const userId = await harness.user(1500)
    await spend(userId, 600)
    expect([await claim(userId), await harness.store.reminders.untold(THRESHOLD)]).toEqual([[], []])
    await harness.store.users.updateProfile(userId, { email: 'late@example.com' })
    expect(await harness.store.reminders.untold(THRESHOLD)).toEqual([userId])
    expect(await take(userId)).toEqual([[900, false]])
    expect(await harness.store.reminders.untold(THRESHOLD)).toEqual([])
    await spend(userId, 900)
    expect(await harness.store.reminders.untold(THRESHOLD)).toEqual([userId])
    await take(userId)
    const idle = await reachable(10)
    await harness.token(idle)
    expect(await harness.store.reminders.untold(THRESHOLD)).toEqual([])
    await spend(idle, 1)
    expect(await harness.store.reminders.untold(THRESHOLD)).toEqual([idle])
    harness.nowMs += 8 * 86_400_000
    expect(await harness.store.reminders.untold(THRESHOLD)).toEqual([])
  })
})
