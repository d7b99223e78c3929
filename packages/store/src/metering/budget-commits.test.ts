import { expect, it } from 'bun:test'
import { createBudgets } from '@weir/relay/guards/budgets'
import type { Hold } from '@weir/relay/ports'
import { toQuota } from '@weir/ledger/quota'
import { transact, type Program } from '../database.ts'
import { describeStore } from '../testing/store-harness.ts'

describeStore('counters that move in one commit', (harness) => {
  const budget = (userId: number, limit: number, isHard = true) =>
    harness.store.budgetList.create({
      scope: 'user',
      scopeKey: String(userId),
      model: '',
      unit: 'tokens',
      period: 'total',
      limit,
      isHard,
    })

  const countersOf = async (userId: number) => {
    const book = createBudgets({ pool: harness.store.budgetPool, timeZone: () => 'UTC', clock: () => harness.nowMs })
    const counters = await book.countersFor({ tokenId: 0, userId, group: 'default', model: 'gpt-4o' })
    return counters.toSorted((a, b) => a.budgetId - b.budgetId)
  }

  const holdOf = async (userId: number, amount: number): Promise<Hold> => {
    const counters = await countersOf(userId)
    return { ...harness.hold({ userId, amount: 7 }), budgets: counters.map((counter) => ({ counter, amount })) }
  }

  const levels = async (userId: number) => harness.store.budgetList.levels(await countersOf(userId))

  it('tell what is left of each, however many there are', async () => {
    for (const count of [1, 15, 16, 17, 33]) {
      const userId = await harness.user(1000)
      for (let at = 0; at < count; at++) await budget(userId, 100 + at, at % 3 !== 0)
      const left = (taken: number) => ({ left: Array.from({ length: count }, (_, at) => 100 + at - taken), refusedBy: undefined })
      expect(await harness.store.ledger.hold(await holdOf(userId, 30))).toEqual(left(30))
      expect(await harness.store.ledger.hold(await holdOf(userId, 8))).toEqual(left(38))
    }
  })

  it('are settled once where the next request does not fit any of them', async () => {
    const userId = await harness.user(1000)
    for (const limit of [500, 60, 400]) await budget(userId, limit)
    const [first, second, third] = [await holdOf(userId, 50), await holdOf(userId, 50), await holdOf(userId, 50)]
    await harness.store.ledger.hold(first)
    const record = harness.record({ promptTokens: 4, completionTokens: 6 })
    const [, fits, refused] = await Promise.all([
      harness.store.ledger.settle({ hold: first, cost: toQuota(1), record }),
      harness.store.ledger.hold(second),
      harness.store.ledger.hold(third),
    ])
    expect(fits).toMatchObject({ left: [440, 0, 340], refusedBy: undefined })
    expect(refused).toMatchObject({ left: [440, 0, 340], refusedBy: { budget: { limit: 60 } } })
    expect(await levels(userId)).toEqual(Array.from({ length: 3 }, () => ({ used: 10, reserved: 50 })))
    expect((await harness.balance(userId)).quota).toBe(1000 - 1 - 7)
  })

  it('move up to the first that does not', async () => {
    const [rich, poor, other] = [await harness.user(50), await harness.user(10), await harness.user(50)]
    const ran = await harness.raw(({ engine }) => {
      const sql = engine.toNative('update users set quota = quota - 20 where id = ? and quota >= 20')
      const steps = [rich, poor, other].map((id) => ({ sql, params: [id], expects: 1 }))
      return transact(
        engine,
        (function* (): Program<number> {
          return (yield steps).affected
        })(),
      )
    })
    expect(ran).toBe(1)
    const quotas = await Promise.all([rich, poor, other].map((id) => harness.balance(id)))
    expect(quotas.map(({ quota }) => quota)).toEqual([30, 10, 50])
  })
})
