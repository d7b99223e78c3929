import { describe, expect, it } from 'bun:test'
import { readShares, writeShares, type Budget } from '../budget.ts'
import { createBudgets, createBudgetSnapshot } from './budgets.ts'

const budget = (over: Partial<Budget>): Budget => ({
  id: 1,
  series: 1,
  scope: 'token',
  scopeKey: '5',
  model: '',
  unit: 'requests',
  period: 'day',
  limit: 10,
  isHard: true,
  ...over,
})

const ASKER = { tokenId: 5, userId: 6, group: 'vip', model: 'gpt-4o' }

const openBook = (budgets: readonly Budget[]) => {
  const state = { now: Date.UTC(2026, 10, 16, 15, 59), zone: 'Asia/Shanghai' }
  const snapshot = createBudgetSnapshot(budgets)
  const book = createBudgets({ pool: { snapshot: () => snapshot }, timeZone: () => state.zone, clock: () => state.now })
  const starts = async () => (await book.countersFor(ASKER)).map(({ periodStart }) => new Date(periodStart * 1000).toISOString())
  return { state, starts, idsFor: async (over: object) => (await book.countersFor({ ...ASKER, ...over })).map(({ budgetId }) => budgetId) }
}

describe('budgets of a request', () => {
  it('are those of its token, its user and its group, for its model or for all', async () => {
    const { idsFor } = openBook([
      budget({ id: 1 }),
      budget({ id: 2, scopeKey: '6' }),
      budget({ id: 3, scope: 'user', scopeKey: '6' }),
      budget({ id: 4, scope: 'user', scopeKey: '5' }),
      budget({ id: 5, scope: 'group', scopeKey: 'vip', model: 'gpt-4o' }),
      budget({ id: 6, scope: 'group', scopeKey: 'default' }),
      budget({ id: 7, model: 'o3' }),
    ])
    expect(await idsFor({})).toEqual([1, 3, 5])
    expect(await idsFor({ model: 'o3' })).toEqual([1, 7, 3])
    expect(await idsFor({ tokenId: 1, userId: 1, group: 'x' })).toEqual([])
  })

  it('begin anew with the day of the zone, and with another zone', async () => {
    const { state, starts } = openBook([budget({})])
    expect(await starts()).toEqual(['2026-11-15T16:00:00.000Z'])
    state.now += 60_000
    expect(await starts()).toEqual(['2026-11-16T16:00:00.000Z'])
    state.zone = 'UTC'
    expect(await starts()).toEqual(['2026-11-16T00:00:00.000Z'])
  })

  it('begin anew each with its own period, though others go on', async () => {
    const { state, starts } = openBook([budget({}), budget({ id: 2, period: 'minute' }), budget({ id: 3, period: 'month' })])
    expect((await starts())[1]).toBe('2026-11-16T15:59:00.000Z')
    state.now -= 60_000
    expect(await starts()).toEqual(['2026-11-15T16:00:00.000Z', '2026-11-16T15:58:00.000Z', '2026-10-31T16:00:00.000Z'])
    state.now += 59_999
    expect((await starts())[1]).toBe('2026-11-16T15:58:00.000Z')
    state.now += 1
    expect((await starts())[1]).toBe('2026-11-16T15:59:00.000Z')
  })

  it('are read as they were written down', async () => {
    const pool = { snapshot: () => createBudgetSnapshot([budget({ id: 12, series: 3, unit: 'tokens', period: 'total' })]) }
    const [counter] = await createBudgets({ pool, timeZone: () => 'UTC', clock: () => 0 }).countersFor(ASKER)
    if (counter === undefined) throw new Error('no counter')
    const text = writeShares([{ counter, amount: 70 }])
    expect(text).toBe('12.3.0.tokens=70')
    expect(readShares(`${text} 4.1.60.quota=9`)).toEqual([
      { counter: { budgetId: 12, series: 3, periodStart: 0, unit: 'tokens', key: '12.3.0.tokens' }, amount: 70 },
      { counter: { budgetId: 4, series: 1, periodStart: 60, unit: 'quota', key: '4.1.60.quota' }, amount: 9 },
    ])
    expect(readShares('')).toEqual([])
    expect(() => readShares('nonsense')).toThrow('nonsense')
  })
})
