import { expect, it } from 'bun:test'
import type { BudgetCounter, BudgetOutcome, BudgetShare, BudgetUnit } from '@weir/relay/budget'
import { createBudgets } from '@weir/relay/guards/budgets'
import type { Hold, HoldOutcome } from '@weir/relay/ports'
import { toQuota } from '@weir/ledger/quota'
import type { BudgetFields } from '../repositories/budgets.ts'
import { describeStore } from '../testing/store-harness.ts'

const START_MS = Date.UTC(2026, 10, 30, 23, 59, 30)

describeStore('budgets of a ledger', (harness) => {
  const make = (over: Partial<BudgetFields>) =>
    harness.store.budgetList.create({
      scope: 'user',
      scopeKey: '0',
      model: '',
      unit: 'requests',
      period: 'total',
      limit: 100,
      isHard: true,
      ...over,
    })

  const countersOf = async (userId: number, over: { readonly group?: string; readonly model?: string } = {}, store = harness.store) => {
    const book = createBudgets({ pool: store.budgetPool, timeZone: () => 'UTC', clock: () => harness.nowMs })
    return book.countersFor({ tokenId: 0, userId, group: 'default', model: 'gpt-4o', ...over })
  }

  const amounts: Readonly<Record<BudgetUnit, number>> = { requests: 1, tokens: 50, quota: 7 }

  const holdOf = (userId: number, counters: readonly BudgetCounter[], over: Partial<Hold> = {}): Hold => {
    const budgets = counters.map((counter): BudgetShare => ({ counter, amount: amounts[counter.unit] }))
    return { ...harness.hold({ userId, amount: 7 }), ...over, budgets }
  }

  const isBudgeted = (outcome: HoldOutcome): outcome is BudgetOutcome => typeof outcome === 'object'

  const heldAmong = (outcomes: readonly HoldOutcome[]): number =>
    outcomes.filter((outcome) => isBudgeted(outcome) && outcome.refusedBy === undefined).length

  const levelOf = async (counter: BudgetCounter | undefined) => {
    if (counter === undefined) throw new Error('no counter')
    return (await harness.store.budgetList.levels([counter]))[0]
  }

  it('serves exactly 100 of 1000 parallel requests on a budget of 100, and takes nothing for the rest', async () => {
    const userId = await harness.user(100_000)
    const token = await harness.token(userId, { remainQuota: 50_000, isUnlimited: false })
    await make({ scopeKey: String(userId) })
    const counters = await countersOf(userId)
    const holds = Array.from({ length: 1000 }, () => holdOf(userId, counters, { tokenId: token.id, isTokenLimited: true }))
    const outcomes = await Promise.all(holds.map((hold) => harness.store.ledger.hold(hold)))
    expect(heldAmong(outcomes)).toBe(100)
    expect(outcomes.filter((outcome) => isBudgeted(outcome) && outcome.refusedBy === counters[0])).toHaveLength(900)
    expect(await levelOf(counters[0])).toEqual({ used: 0, reserved: 100 })
    expect((await harness.balance(userId)).quota).toBe(100_000 - 700)
    expect((await harness.store.tokens.get(userId, token.id))?.remain_quota).toBe(50_000 - 700)
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('tells what is left after each request, and never less than nothing', async () => {
    const userId = await harness.user(100_000)
    const budget = await make({ scopeKey: String(userId), limit: 3, isHard: false })
    const counters = await countersOf(userId)
    const lefts: unknown[] = []
    for (let request = 0; request < 5; request++) lefts.push(await harness.store.ledger.hold(holdOf(userId, counters)))
    expect(budget.limit).toBe(3)
    expect(lefts).toEqual([2, 1, 0, 0, 0].map((left) => ({ left: [left], refusedBy: undefined })))
  })

  it('serves those of one moment in the order in which they came, whoever they are of', async () => {
    const [ann, bob] = [await harness.user(100_000), await harness.user(100_000)]
    const group = `g${crypto.randomUUID().slice(0, 8)}`
    await make({ scope: 'group', scopeKey: group, limit: 2 })
    const counters = await countersOf(ann, { group })
    const outcomes = await Promise.all([ann, bob, ann].map((userId) => harness.store.ledger.hold(holdOf(userId, counters))))
    expect(outcomes.map((outcome) => isBudgeted(outcome) && outcome.refusedBy === undefined)).toEqual([true, true, false])
  })

  it('counts together what three nodes let in', async () => {
    const userId = await harness.user(100_000)
    await make({ scopeKey: String(userId), limit: 40 })
    const nodes = [
      harness.store,
      await harness.open(harness.database, { nodeId: 'b-2' }),
      await harness.open(harness.database, { nodeId: 'b-3' }),
    ]
    const outcomes = await Promise.all(
      nodes.flatMap((store) =>
        Array.from({ length: 100 }, async () => store.ledger.hold(holdOf(userId, await countersOf(userId, {}, store)))),
      ),
    )
    expect(heldAmong(outcomes)).toBe(40)
  })

  it('begins again with every minute and every month', async () => {
    const userId = await harness.user(100_000)
    await make({ scopeKey: String(userId), period: 'minute', limit: 3 })
    await make({ scopeKey: String(userId), period: 'month', limit: 5 })
    const served = async (): Promise<number> => {
      const counters = await countersOf(userId)
      return heldAmong(await Promise.all(Array.from({ length: 10 }, () => harness.store.ledger.hold(holdOf(userId, counters)))))
    }
    const before = harness.nowMs
    harness.nowMs = START_MS - 60_000
    expect(await served()).toBe(3)
    harness.nowMs = START_MS
    expect(await served()).toBe(2)
    harness.nowMs = START_MS + 29_999
    expect(await served()).toBe(0)
    harness.nowMs = START_MS + 30_000
    expect(await served()).toBe(3)
    harness.nowMs = before
  })

  it('settles at what was used, in the period that let the request in', async () => {
    const userId = await harness.user(100_000)
    for (const unit of ['requests', 'tokens', 'quota'] as const)
      await make({ scopeKey: String(userId), unit, period: 'minute', limit: 1000 })
    const before = harness.nowMs
    harness.nowMs = START_MS
    const counters = await countersOf(userId)
    const hold = holdOf(userId, counters)
    await harness.store.ledger.hold(hold)
    expect(await Promise.all(counters.map(levelOf))).toEqual([
      { used: 0, reserved: 1 },
      { used: 0, reserved: 50 },
      { used: 0, reserved: 7 },
    ])
    harness.nowMs = START_MS + 60_000
    await harness.store.ledger.settle({ hold, cost: toQuota(9), record: harness.record({ promptTokens: 30, completionTokens: 40 }) })
    expect(await Promise.all(counters.map(levelOf))).toEqual([
      { used: 1, reserved: 0 },
      { used: 70, reserved: 0 },
      { used: 9, reserved: 0 },
    ])
    harness.nowMs = before
  })

  it('gives everything back for a request that delivered nothing', async () => {
    const userId = await harness.user(100_000)
    await make({ scopeKey: String(userId), unit: 'tokens' })
    const counters = await countersOf(userId)
    const hold = holdOf(userId, counters)
    await harness.store.ledger.hold(hold)
    await harness.store.ledger.release(hold, harness.record({ outcome: 'failed', promptTokens: 0, completionTokens: 0 }))
    await harness.store.ledger.release(hold, harness.record({ outcome: 'failed', promptTokens: 0, completionTokens: 0 }))
    expect(await levelOf(counters[0])).toEqual({ used: 0, reserved: 0 })
  })

  it('frees what a dead node had reserved, and keeps what its streams had come to', async () => {
    const userId = await harness.user(100_000)
    await make({ scopeKey: String(userId), unit: 'tokens', limit: 1000 })
    const dead = await harness.open(harness.database, { nodeId: 'dead' })
    const counters = await countersOf(userId)
    const [lost, streaming] = [holdOf(userId, counters), holdOf(userId, counters)]
    await dead.ledger.hold(lost)
    await dead.ledger.hold(streaming)
    await dead.ledger.checkpoint({ hold: streaming, cost: toQuota(3), record: harness.record({ promptTokens: 5, completionTokens: 6 }) })
    const before = harness.nowMs
    await harness.store.ledgerMaintenance.heartbeat()
    harness.nowMs += 100_000
    await harness.store.ledgerMaintenance.heartbeat()
    harness.nowMs += 100_000
    await harness.store.ledgerMaintenance.releaseHoldsOfDeadNodes(120)
    expect(await levelOf(counters[0])).toEqual({ used: 11, reserved: 0 })
    harness.nowMs = before
  })

  it('takes nothing from one budget for a request that another refuses', async () => {
    const userId = await harness.user(100_000)
    await make({ scopeKey: String(userId), limit: 100 })
    await make({ scopeKey: String(userId), limit: 2, model: 'gpt-4o' })
    const both = await countersOf(userId)
    const one = await countersOf(userId, { model: 'other' })
    expect([both.length, one.length]).toEqual([2, 1])
    const outcomes = await Promise.all(
      [both, both, both, one, both, one].map((counters) => harness.store.ledger.hold(holdOf(userId, counters))),
    )
    expect(outcomes.map((outcome) => isBudgeted(outcome) && outcome.refusedBy === undefined)).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
    ])
    expect(await Promise.all(both.map(levelOf))).toEqual([
      { used: 0, reserved: 4 },
      { used: 0, reserved: 2 },
    ])
    expect(outcomes.at(-1)).toEqual({ left: [96], refusedBy: undefined })
  })

  it('only counts where it is not hard', async () => {
    const userId = await harness.user(100_000)
    await make({ scopeKey: String(userId), limit: 2, isHard: false })
    const counters = await countersOf(userId)
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => harness.store.ledger.hold(holdOf(userId, counters))))
    expect(heldAmong(outcomes)).toBe(5)
    expect(await levelOf(counters[0])).toEqual({ used: 0, reserved: 5 })
  })

  it('holds a budget of a group for all who are in it, and that of no other group', async () => {
    const [a, b] = [await harness.user(1000), await harness.user(1000)]
    await make({ scope: 'group', scopeKey: 'team', limit: 3 })
    const counters = await countersOf(a, { group: 'team' })
    expect(await countersOf(a, { group: 'other' })).toEqual([])
    const outcomes = await Promise.all([a, b, a, b, a].map((userId) => harness.store.ledger.hold(holdOf(userId, counters))))
    expect(heldAmong(outcomes)).toBe(3)
  })

  it('lets settlements make room in the commit that needs it', async () => {
    const userId = await harness.user(1000)
    await make({ scopeKey: String(userId), unit: 'tokens', limit: 60 })
    const counters = await countersOf(userId)
    const first = holdOf(userId, counters)
    await harness.store.ledger.hold(first)
    const [, outcome] = await Promise.all([
      harness.store.ledger.settle({ hold: first, cost: toQuota(1), record: harness.record({ promptTokens: 4, completionTokens: 6 }) }),
      harness.store.ledger.hold(holdOf(userId, counters)),
    ])
    expect(outcome).toEqual({ left: [0], refusedBy: undefined })
    expect(await levelOf(counters[0])).toEqual({ used: 10, reserved: 50 })
  })

  it('refuses what does not fit beside what was used, and tells what is left', async () => {
    const userId = await harness.user(1000)
    await make({ scopeKey: String(userId), unit: 'tokens', limit: 60 })
    const counters = await countersOf(userId)
    const first = holdOf(userId, counters)
    await harness.store.ledger.hold(first)
    await harness.store.ledger.settle({ hold: first, cost: toQuota(1), record: harness.record({ promptTokens: 5, completionTokens: 6 }) })
    expect(await harness.store.ledger.hold(holdOf(userId, counters))).toEqual({ left: [49], refusedBy: counters[0] })
    expect(await levelOf(counters[0])).toEqual({ used: 11, reserved: 0 })
    expect((await harness.balance(userId)).quota).toBe(999)
  })

  it('is changed by one of two nodes that read the same, and keeps what each of two changes of it', async () => {
    const userId = await harness.user(1000)
    const { id } = await make({ scopeKey: String(userId), limit: 10 })
    const other = await harness.open(harness.database, { nodeId: 'second' })
    const lists = [harness.store.budgetList, other.budgetList]
    const expected = '1 10 hard'
    const done = await Promise.all(lists.map((list, at) => list.update(id, { changes: { limit: 20 + at }, expected })))
    expect(done.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'moved'])
    const limit = done[0]?.kind === 'changed' ? 20 : 21
    expect((await harness.store.budgetList.get(id))?.limit).toBe(limit)
    await Promise.all([
      harness.store.budgetList.update(id, { changes: { limit: 30 } }),
      other.budgetList.update(id, { changes: { isHard: false } }),
    ])
    expect(await harness.store.budgetList.get(id)).toMatchObject({ limit: 30, isHard: false, series: 1 })
    expect(await other.budgetList.update(999_999, { changes: { limit: 3 } })).toEqual({ kind: 'absent' })
  })

  it('counts anew when what is counted changes, and goes on when the limit alone does', async () => {
    const userId = await harness.user(1000)
    const budget = await make({ scopeKey: String(userId), limit: 1 })
    const old = holdOf(userId, await countersOf(userId))
    await harness.store.ledger.hold(old)
    await harness.store.budgetList.update(budget.id, { changes: { limit: 2 } })
    const [raised] = await countersOf(userId)
    expect(await levelOf(raised)).toEqual({ used: 0, reserved: 1 })
    await harness.store.budgetList.update(budget.id, { changes: { unit: 'tokens', limit: 500 } })
    const [changed] = await countersOf(userId)
    expect(await levelOf(changed)).toEqual({ used: 0, reserved: 0 })
    await harness.store.ledger.settle({ hold: old, cost: toQuota(1), record: harness.record() })
    expect(await levelOf(changed)).toEqual({ used: 0, reserved: 0 })
  })

  it('goes with its token and with its user', async () => {
    const userId = await harness.user(1000)
    const [gone, kept] = [await harness.token(userId), await harness.token(userId)]
    const ids: number[] = []
    for (const token of [gone, kept]) ids.push((await make({ scope: 'token', scopeKey: String(token.id) })).id)
    ids.push((await make({ scopeKey: String(userId) })).id)
    await harness.store.tokens.softDelete(userId, gone.id)
    const left = async () => (await harness.store.budgetList.ofUser(userId)).map(({ id }) => id)
    expect(await left()).toEqual(ids.slice(1).toReversed())
    await harness.store.users.softDelete(userId)
    const there = await Promise.all(ids.map((id) => harness.store.budgetList.get(id)))
    expect(there).toEqual([undefined, undefined, undefined])
    expect(await countersOf(userId)).toEqual([])
  })
})
