import { expect, it } from 'bun:test'
import { createBudgets } from '@weir/relay/guards/budgets'
import { toQuota } from '@weir/ledger/quota'
import type { BudgetFields } from '../repositories/budgets.ts'
import { describeStore } from '../testing/store-harness.ts'

describeStore('warnings of budgets', (harness) => {
  const begin = async (over: Partial<BudgetFields> = {}) => {
    const userId = await harness.user(100_000)
    const fields = { scope: 'user', model: '', unit: 'tokens', period: 'day', limit: 100, isHard: true, ...over } as const
    const budget = await harness.store.budgetList.create({ ...fields, scopeKey: String(userId) })
    const book = createBudgets({ pool: harness.store.budgetPool, timeZone: () => 'UTC', clock: () => harness.nowMs })
    /** Reserves one and comes to as many tokens as told; undefined leaves it at a reservation of as many as the limit allows and one more. */
    const spend = async (tokens: number | undefined): Promise<void> => {
      const counters = await book.countersFor({ tokenId: 0, userId, group: 'default', model: 'm' })
      const shares = counters.map((counter) => ({ counter, amount: tokens === undefined ? 101 : 1 }))
      const hold = { ...harness.hold({ userId, amount: 1 }), budgets: shares }
      await harness.store.ledger.hold(hold)
      if (tokens === undefined) return
      await harness.store.ledger.settle({ hold, cost: toQuota(1), record: harness.record({ promptTokens: tokens, completionTokens: 0 }) })
    }
    const take = async () => (await harness.store.budgetWarnings.take()).filter(({ budgetId }) => budgetId === budget.id)
    const tell = async () => {
      const warnings = await take()
      for (const warning of warnings) await harness.store.budgetWarnings.told(warning)
      return warnings.map(({ percent }) => percent)
    }
    return { budget, spend, take, tell }
  }

  it('come once at 80 and once at 100 percent of a period, and again in the next', async () => {
    const { spend, tell } = await begin()
    await spend(79)
    expect(await tell()).toEqual([])
    await spend(1)
    expect(await tell()).toEqual([80])
    await spend(5)
    expect(await tell()).toEqual([])
    await spend(15)
    expect(await tell()).toEqual([100])
    expect(await tell()).toEqual([])
    harness.nowMs += 86_400_000
    await spend(90)
    expect(await tell()).toEqual([80])
  })

  it('come at 100 percent when a request did not fit, also where both marks are passed at once', async () => {
    const { spend, tell } = await begin()
    await spend(undefined)
    expect(await tell()).toEqual([100])
    expect(await tell()).toEqual([])
  })

  it('are handed out to one node at a time, and again when they did not go out', async () => {
    const { spend, take } = await begin({ isHard: false })
    const other = await harness.open(harness.database, { nodeId: 'warn-2' })
    await spend(150)
    const both = await Promise.all([take(), other.budgetWarnings.take()])
    expect(both.flat()).toHaveLength(1)
    harness.nowMs += 119_000
    expect(await take()).toEqual([])
    harness.nowMs += 1000
    expect(await take()).toHaveLength(1)
    for (const seconds of [480, 1920, 7680]) {
      harness.nowMs += seconds * 1000
      expect(await take()).toHaveLength(1)
    }
    harness.nowMs += 40_000_000
    expect(await take()).toEqual([])
  })

  it('are of the newest period where an older one has not been told yet', async () => {
    const { spend, take } = await begin()
    await spend(100)
    harness.nowMs += 86_400_000
    await spend(85)
    expect(await take()).toMatchObject([{ percent: 80, used: 85 }])
  })

  it('of a minute come once a day', async () => {
    const { spend, tell } = await begin({ period: 'minute' })
    await spend(85)
    expect(await tell()).toEqual([80])
    harness.nowMs += 60_000
    await spend(85)
    expect(await tell()).toEqual([])
    await spend(15)
    expect(await tell()).toEqual([100])
    harness.nowMs += 86_400_000
    await spend(85)
    expect(await tell()).toEqual([80])
  })

  it('come again when the limit was changed', async () => {
    const { budget, spend, tell } = await begin()
    await spend(90)
    expect(await tell()).toEqual([80])
    await harness.store.budgetList.update(budget.id, { changes: { limit: 90 } })
    expect(await tell()).toEqual([100])
    await harness.store.budgetList.update(budget.id, { changes: { limit: 900 } })
    expect(await tell()).toEqual([])
  })
})
