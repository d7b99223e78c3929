import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { describeStore } from '../testing/store-harness.ts'
import { openUnreliable } from '../testing/unreliable-context.ts'
import { createBalances } from './balances.ts'

const page = { offset: 0, limit: 100 }

describeStore('balances', (harness) => {
  const set = (userId: number, quota: number, { roleBelow = 10, expected }: { roleBelow?: number; expected?: number } = {}) =>
    harness.store.balances.setQuota({
      userId,
      quota,
      roleBelow,
      ...(expected !== undefined && { expected }),
      requestId: crypto.randomUUID(),
      describe: (before) => ({ type: 3, content: `${before} to ${quota}` }),
    })

  it('H-30 sets a balance, zero included, by an entry of the difference', async () => {
    const userId = await harness.user(1000)
    expect(await set(userId, 0)).toEqual({ before: 1000 })
    expect((await harness.balance(userId)).quota).toBe(0)
    expect(await set(userId, 0)).toEqual({ before: 0 })
    expect((await harness.store.logs.listOwn(userId, { type: 3 }, page)).map((row) => row.content)).toEqual(['1000 to 0'])
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('books a balance at the end of the range anew: what stands there may be more than can be told', async () => {
    const userId = await harness.user(0)
    expect(await set(userId, 9_007_199_254_740_991)).toEqual({ before: 0 })
    expect(await set(userId, 9_007_199_254_740_991)).toEqual({ before: 9_007_199_254_740_991 })
    expect((await harness.store.logs.listOwn(userId, { type: 3 }, page)).map((row) => row.content)).toEqual([
      '9007199254740991 to 9007199254740991',
      '0 to 9007199254740991',
    ])
  })

  it('H-10 does not undo what is spent while a balance is being set', async () => {
    const userId = await harness.user(1000)
    const holds = Array.from({ length: 30 }, () => harness.hold({ userId, amount: 1 }))
    await Promise.all([...holds.map((hold) => harness.store.ledger.hold(hold)), set(userId, 500), set(userId, 700)])
    await Promise.all(holds.map((hold) => harness.store.ledger.release(hold, harness.record())))
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('leaves a balance that is not the one it was changed from, and says what it is', async () => {
    const userId = await harness.user(1000)
    expect(await set(userId, 5000, { expected: 999 })).toEqual({ balance: 1000 })
    expect((await harness.balance(userId)).quota).toBe(1000)
    expect(await set(userId, 5000, { expected: 1000 })).toEqual({ before: 1000 })
    expect(await set(userId, 5000, { expected: 1000 })).toEqual({ before: 5000 })
    expect((await harness.store.logs.listOwn(userId, { type: 3 }, page)).map((row) => row.content)).toEqual(['1000 to 5000'])
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('of two who change one balance at once keeps one, and nothing of what is charged meanwhile is lost', async () => {
    const userId = await harness.user(1000)
    const edits = await Promise.all([set(userId, 5000, { expected: 1000 }), set(userId, 7000, { expected: 1000 })])
    const winner = edits.findIndex((outcome) => typeof outcome !== 'string' && 'before' in outcome)
    const given = [5000, 7000][winner] ?? 0
    expect(edits[1 - winner]).toEqual({ balance: given })

    const holds = Array.from({ length: 20 }, () => harness.hold({ userId, amount: 5 }))
    const charge = async (hold: (typeof holds)[number]) => {
      await harness.store.ledger.hold(hold)
      await harness.store.ledger.settle({ hold, cost: toQuota(3), record: harness.record() })
    }
    const [, first, second] = await Promise.all([
      Promise.all(holds.map(charge)),
      set(userId, 1000, { expected: given }),
      set(userId, 2000, { expected: given }),
    ])
    // A change that went through met the balance as it was read, before the first charge.
    const starts = [
      [first, 1000],
      [second, 2000],
    ] as const
    const [start = given, ...others] = starts
      .filter(([outcome]) => typeof outcome !== 'string' && 'before' in outcome)
      .map(([, quota]) => quota)
    expect(others).toEqual([])
    expect(await harness.balance(userId)).toEqual({ quota: start - 60, used: 60, requests: 20 })
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('refuses when the target is not below the caller any more, deleted or unknown', async () => {
    const userId = await harness.user(10)
    await harness.store.users.setRole(userId, 10)
    expect(await set(userId, 5)).toBe('no-user')
    const gone = await harness.user(10)
    await harness.store.users.softDelete(gone)
    expect(await set(gone, 5)).toBe('no-user')
    expect(await set(999_999, 5)).toBe('no-user')
    expect((await harness.balance(userId)).quota).toBe(10)
  })

  it('H-33 tops up a known user once per request, with a log row', async () => {
    const userId = await harness.user(5)
    const topUp = (target: number, amount: number) =>
      harness.store.balances.topUp({
        userId: target,
        amount,
        roleBelow: 10,
        requestId: crypto.randomUUID(),
        log: { type: 1, content: 'thanks', quota: amount },
      })
    expect(await topUp(userId, 20)).toBe('booked')
    expect((await harness.balance(userId)).quota).toBe(25)
    expect(await topUp(userId, Number.MAX_SAFE_INTEGER)).toBe('too-large')
    expect(await topUp(999_999, 1)).toBe('no-user')
    expect(await harness.store.logs.listOwn(userId, { type: 1 }, page)).toMatchObject([{ quota: 20, content: 'thanks' }])
    expect(await harness.store.logs.list({ type: 1 }, page)).toHaveLength(1)
  })

  const take = (userId: number, amount: number, note?: string) =>
    harness.store.balances.topUp({
      userId,
      amount: -amount,
      roleBelow: 10,
      requestId: crypto.randomUUID(),
      ...(note !== undefined && { note }),
      log: { type: 3, content: `took ${amount}`, quota: -amount },
    })
  const entriesOf = async (userId: number) => {
    const { credits } = await harness.store.statements.read({ userId, start: 0, end: harness.nowSeconds + 1 })
    return credits.map(({ kind, amount, reason }) => ({ kind, amount, reason }))
  }

  const addOnce = (userId: number, amount: number, onceId: string) =>
    harness.store.balances.topUp({
      userId,
      amount,
      onceId,
      roleBelow: 10,
      requestId: crypto.randomUUID(),
      log: { type: 1, content: 'paid', quota: amount },
    })

  it('books once under one id, however often and however many at once ask for it', async () => {
    const userId = await harness.user(0)
    const id = `invoice ${crypto.randomUUID()}`
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => addOnce(userId, 20, id)))
    expect(outcomes.toSorted()).toEqual(['booked', 'repeat', 'repeat', 'repeat', 'repeat', 'repeat'])
    expect((await harness.balance(userId)).quota).toBe(20)
    expect(await addOnce(userId, -20, `${id} back`)).toBe('booked')
    expect(await addOnce(userId, -20, `${id} back`)).toBe('repeat')
    expect((await harness.balance(userId)).quota).toBe(0)
    expect(await harness.store.logs.listOwn(userId, { type: 1 }, page)).toHaveLength(2)
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('refuses an id that was used for another account, another amount or the other direction', async () => {
    const [userId, other] = [await harness.user(100), await harness.user(100)]
    const id = `invoice ${crypto.randomUUID()}`
    expect(await addOnce(userId, 20, id)).toBe('booked')
    const used = { usedFor: { userId, amount: 20 } }
    expect([await addOnce(userId, 21, id), await addOnce(userId, -20, id), await addOnce(other, 20, id)]).toEqual([used, used, used])
    expect([(await harness.balance(userId)).quota, (await harness.balance(other)).quota]).toEqual([120, 100])
    const both = `invoice ${crypto.randomUUID()}`
    const outcomes = await Promise.all([addOnce(userId, 5, both), addOnce(other, 5, both)])
    expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1)
    expect((await harness.balance(userId)).quota + (await harness.balance(other)).quota).toBe(225)
  })

  it('books one of two accounts that are given one id at the same moment, also where one is credited and the other debited', async () => {
    const [credited, debited] = [await harness.user(100), await harness.user(100)]
    const ids = Array.from({ length: 12 }, () => `invoice ${crypto.randomUUID()}`)
    const rounds = ids.map((id) => Promise.all([addOnce(credited, 5, id), addOnce(debited, -5, id)]))
    for (const outcomes of await Promise.all(rounds)) {
      const loser = outcomes.find((outcome) => outcome !== 'booked')
      expect(loser).toEqual({ usedFor: outcomes[0] === 'booked' ? { userId: credited, amount: 5 } : { userId: debited, amount: -5 } })
    }
    const moved = [(await harness.balance(credited)).quota - 100, 100 - (await harness.balance(debited)).quota]
    expect(moved.reduce((sum, units) => sum + units, 0)).toBe(60)
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('lets an id be used again whose change was refused', async () => {
    const userId = await harness.user(100)
    const id = `invoice ${crypto.randomUUID()}`
    expect(await addOnce(userId, -101, id)).toEqual({ balance: 100 })
    expect(await addOnce(userId, 9_007_199_254_740_991, id)).toBe('too-large')
    expect(await addOnce(userId, -100, id)).toBe('booked')
  })

  it('takes what is there and no more, and tells what is left when it was too much', async () => {
    const userId = await harness.user(100)
    expect(await take(userId, 101)).toEqual({ balance: 100 })
    await harness.store.ledger.hold(harness.hold({ userId, amount: 30 }))
    expect(await take(userId, 71)).toEqual({ balance: 70 })
    expect(await take(userId, 70)).toBe('booked')
    expect(await take(userId, 1)).toEqual({ balance: 0 })
    expect((await harness.store.logs.listOwn(userId, { type: 3 }, page)).map((row) => row.content)).toEqual(['took 70'])
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('lets one of two win that take the whole balance at once', async () => {
    const userId = await harness.user(100)
    const outcomes = await Promise.all([take(userId, 100), take(userId, 100), take(userId, 100)])
    expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome !== 'booked')).toEqual([{ balance: 0 }, { balance: 0 }])
    expect((await harness.balance(userId)).quota).toBe(0)
  })

  it('takes what a lease gave back by itself while leases were called back', async () => {
    const userId = await harness.user(100)
    const running = harness.hold({ userId, amount: 30 })
    await harness.store.ledger.hold(running)
    const { context, close } = openUnreliable(harness, 'taking')
    const callBackLeases = async (): Promise<boolean> => {
      await harness.store.ledger.release(running, harness.record())
      return false
    }
    const taken = { userId, amount: -100, roleBelow: 10, requestId: crypto.randomUUID(), log: { type: 3, content: '' } }
    expect(await createBalances({ ...context, callBackLeases }).topUp(taken)).toBe('booked')
    await close()
    expect((await harness.balance(userId)).quota).toBe(0)
  })

  it('keeps the reason of a change as the note of its entry', async () => {
    const userId = await harness.user(0)
    const by = { userId, roleBelow: 10, log: { type: 1, content: 'added 50', quota: 50 } } as const
    await harness.store.balances.topUp({ ...by, amount: 50, requestId: crypto.randomUUID(), note: 'invoice 7' })
    await take(userId, 20, 'paid twice')
    await take(userId, 1)
    const setting = { userId, quota: 9, roleBelow: 10, requestId: crypto.randomUUID(), note: 'agreed on the phone' }
    await harness.store.balances.setQuota({ ...setting, describe: () => ({ type: 3, content: '' }) })
    expect(await entriesOf(userId)).toEqual([
      { kind: 'top-up', amount: 50, reason: 'invoice 7' },
      { kind: 'adjust', amount: -20, reason: 'paid twice' },
      { kind: 'adjust', amount: -1, reason: 'took 1' },
      { kind: 'adjust', amount: -20, reason: 'agreed on the phone' },
    ])
  })
})
