import { expect, it } from 'bun:test'
import type { BudgetCounter } from '@weir/relay/budget'
import type { Program } from '../database.ts'
import type { Step } from '../dialect/engine.ts'
import { describeStore } from '../testing/store-harness.ts'
import { applyBatch } from './batch.ts'
import { createBudgetStatements } from './budget-statements.ts'
import type { Operation } from './operation.ts'
import { LeaseBook } from './leases/lease-book.ts'
import { LeaseMoves } from './leases/lease-moves.ts'
import { createLeaseStatements } from './leases/lease-statements.ts'
import { LEASE_POLICY } from './leases/lease.ts'
import { createStatements } from './statements.ts'

/** The steps of a program whose every statement changes the one row that it is about. */
const stepsOf = (program: Program<unknown>): readonly Step[] => {
  const steps: Step[] = []
  let next = program.next()
  while (next.done !== true) {
    const asked = 'sql' in next.value ? [next.value] : next.value
    steps.push(...asked)
    next = program.next({ affected: asked.length, rows: [], insertId: undefined })
  }
  return steps
}

const counter = (budgetId: number, series: number, periodStart: number): BudgetCounter => ({
  budgetId,
  series,
  periodStart,
  unit: 'tokens',
  key: [budgetId, series, periodStart].join(' '),
  periodEnd: undefined,
  budget: { id: budgetId, series, scope: 'group', scopeKey: 'g', model: '', unit: 'tokens', period: 'day', limit: 100, isHard: true },
})

describeStore('two nodes that take from the same rows', (harness) => {
  /** The keys of the rows that the statement changes, in the order of the changes; `at` is the place of the key among its parameters. */
  const order = (operations: readonly Operation[]) =>
    harness.raw(({ engine }) => {
      const statements = createStatements(engine)
      const budgetStatements = createBudgetStatements(engine)
      const leaseBook = new LeaseBook(LEASE_POLICY, () => 1000)
      const leases = { leaseBook, leaseMoves: new LeaseMoves(leaseBook), leaseStatements: createLeaseStatements(engine) }
      const context = { statements, budgetStatements, ...leases, nodeId: 'n', nowSeconds: 1, mayBeRepeated: false, readsAll: false }
      const steps = stepsOf(applyBatch(operations, context))
      const keys = (sql: string, from: number, length: number) =>
        steps.filter((step) => step.sql === sql).map(({ params }) => params.slice(from, from + length))
      return Promise.resolve({
        users: keys(statements.takeFromUser, 1, 1).flat(),
        tokens: keys(statements.takeFromToken, 1, 1).flat(),
        channels: keys(statements.settleChannel, 1, 1).flat(),
        counters: keys(budgetStatements.takeHard, 1, 3),
      })
    })

  const holdOf = (id: number, ...budgets: readonly BudgetCounter[]): Operation => ({
    kind: 'hold',
    hold: {
      ...harness.hold({ userId: id, tokenId: 100 + id, isTokenLimited: true, amount: 5 }),
      budgets: budgets.map((each) => ({ counter: each, amount: 1 })),
    },
  })

  const settleOn = (channelId: number, isTokenLimited: boolean): Operation => {
    const hold = harness.hold({ userId: 1, tokenId: 1, isTokenLimited, amount: 5 })
    const record = { ...harness.record(), channelId }
    return { kind: 'settle', requestId: hold.requestId, hold, cost: 3, isDelivered: true, record }
  }

  it('lock users and tokens by ascending number, however the requests came', async () => {
    expect(await order([holdOf(2), holdOf(1)])).toMatchObject({ users: [1, 2], tokens: [101, 102] })
    expect(await order([holdOf(10), holdOf(9), holdOf(30)])).toMatchObject({ users: [9, 10, 30], tokens: [109, 110, 130] })
  })

  it('lock channels by ascending number', async () => {
    expect((await order([settleOn(8, true), settleOn(7, false)])).channels).toEqual([7, 8])
  })

  it('lock counters by budget, then by series, then by period', async () => {
    const [first, older, newer, later] = [counter(1, 9, 900), counter(2, 1, 500), counter(2, 2, 100), counter(2, 2, 200)]
    expect((await order([holdOf(1, newer), holdOf(2, first)])).counters).toEqual([
      [1, 9, 900],
      [2, 2, 100],
    ])
    expect((await order([holdOf(1, later, newer), holdOf(2, older, first)])).counters).toEqual([
      [1, 9, 900],
      [2, 1, 500],
      [2, 2, 100],
      [2, 2, 200],
    ])
  })
})
