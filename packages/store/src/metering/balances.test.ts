import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'

const page = { offset: 0, limit: 100 }

describeStore('balances', (harness) => {
  const set = (userId: number, quota: number, roleBelow = 10) =>
    harness.store.balances.setQuota({
      userId,
      quota,
      roleBelow,
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
})
