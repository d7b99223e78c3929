import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import type { BudgetShare } from '@weir/relay/budget'
import { createBudgets } from '@weir/relay/guards/budgets'
import type { Hold } from '@weir/relay/ports'
import { AssumptionFailed, transact, type Program } from '../database.ts'
import { DuplicateRow, UnsafeInteger } from '../errors.ts'
import { createLedger } from '../metering/ledger.ts'
import { describeStore } from '../testing/store-harness.ts'
import type { Engine, Step } from './engine.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

/** What was sent in one go, by the first words of its statements. */
const counted = (engine: Engine, sent: string[][]): Engine => ({
  ...engine,
  async open() {
    const link = await engine.open()
    const { queryAll } = link
    if (queryAll === undefined) throw new Error('this link sends one statement after another')
    return {
      ...link,
      queryAll(steps) {
        sent.push(steps.map(({ sql }) => sql.split(' ').slice(0, 3).join(' ')))
        return queryAll(steps)
      },
    }
  },
})

const option = (key: string, value: Step['params'][number] = 'v'): Step => ({
  sql: 'insert into options (name, value, is_sealed) values ($1, $2, false)',
  params: [key, value],
})

describeStore('statements that travel together', (harness) => {
  if (harness.name !== 'PostgreSQL') {
    it('are a matter of PostgreSQL', () =>
      harness.raw(async ({ engine }) => {
        const link = await engine.open()
        link.release()
        expect(link.queryAll).toBeUndefined()
      }))
    return
  }

  const names = () =>
    harness.raw(async ({ kysely }) => (await kysely.selectFrom('options').select('name').execute()).map(({ name }) => name))

  it('take a hold and its settlement two answers each', () =>
    harness.raw(async ({ engine }) => {
      const userId = await harness.user(100)
      const sent: string[][] = []
      const ledger = createLedger({ engine: counted(engine, sent), clock: () => harness.nowMs, nodeId: 'node-1' })
      const hold = harness.hold({ userId, amount: 60 })
      await ledger.hold(hold)
      expect(sent).toEqual([
        ['begin isolation level', 'update users set'],
        ['insert into reservations', 'commit'],
      ])
      sent.length = 0
      await ledger.settle({ hold, cost: hold.amount, record: harness.record() })
      expect(sent).toEqual([
        ['begin isolation level', 'delete from reservations'],
        ['update users set', 'update tokens set', 'update channels set', 'insert into ledger_entries', 'insert into logs', 'commit'],
      ])
    }))

  const budgeted = async (userId: number, limit: number): Promise<readonly BudgetShare[]> => {
    const fields = { scope: 'user', scopeKey: String(userId), model: '', unit: 'requests', period: 'total', limit, isHard: true } as const
    await harness.store.budgetList.create(fields)
    const book = createBudgets({ pool: harness.store.budgetPool, timeZone: () => 'UTC', clock: () => harness.nowMs })
    const counters = await book.countersFor({ tokenId: 0, userId, group: 'default', model: 'gpt-4o' })
    return counters.map((counter) => ({ counter, amount: 1 }))
  }

  /** A hold of 60 of a user who has 100, with a limited token and a budget of 3 requests. */
  const limitedHold = async (): Promise<Hold> => {
    const userId = await harness.user(100)
    const { id: tokenId } = await harness.token(userId, { remainQuota: 90, isUnlimited: false })
    return { ...harness.hold({ userId, tokenId, isTokenLimited: true, amount: 60 }), budgets: await budgeted(userId, 3) }
  }

  const again = (hold: Hold, amount: number): Hold => ({ ...hold, requestId: crypto.randomUUID(), amount: toQuota(amount) })

  it('take two answers for many users, tokens and budgets', () =>
    harness.raw(async ({ engine }) => {
      const holds = [await limitedHold(), await limitedHold(), await limitedHold()]
      const sent: string[][] = []
      const ledger = createLedger({ engine: counted(engine, sent), clock: () => harness.nowMs, nodeId: 'node-1' })
      // The first opens the counters.
      await Promise.all(holds.map((hold) => ledger.hold(hold)))
      sent.length = 0
      const settling = holds.map((hold) => ledger.settle({ hold, cost: toQuota(20), record: harness.record() }))
      const outcomes = await Promise.all(holds.map((hold) => ledger.hold(again(hold, 70))))
      await Promise.all(settling)
      expect(outcomes).toEqual(holds.map(() => ({ left: [1], refusedBy: undefined })))
      const three = (words: string): readonly string[] => [words, words, words]
      const twice = (words: string): readonly string[] => [...three(words), ...three(words)]
      expect(sent.map((statements) => statements.toSorted())).toEqual([
        [
          'begin isolation level',
          'delete from reservations',
          'select (select used',
          ...twice('update budget_counters set'),
          'update channels set',
          ...twice('update tokens set'),
          ...twice('update users set'),
        ],
        [
          'commit',
          // Three rows are written as two and one.
          'insert into ledger_entries',
          'insert into ledger_entries',
          'insert into logs',
          'insert into logs',
          'insert into reservations',
          'insert into reservations',
        ],
      ])
      for (const { userId } of holds) expect(await harness.balance(userId)).toMatchObject({ quota: 100 - 20 - 70, used: 20 })
    }))

  it('are decided one by one where a user, a token or a budget refuses, and together again afterwards', () =>
    harness.raw(async ({ engine }) => {
      const [first, second, third] = [await limitedHold(), await limitedHold(), await limitedHold()]
      const poor = harness.hold({ userId: await harness.user(5), amount: 6 })
      const sent: string[][] = []
      const ledger = createLedger({ engine: counted(engine, sent), clock: () => harness.nowMs, nodeId: 'node-1' })
      const holdAll = (holds: readonly Hold[]) => Promise.all(holds.map((hold) => ledger.hold(hold)))
      const held = (left: number) => ({ left: [left], refusedBy: undefined })
      expect(await holdAll([again(first, 10), poor, again(second, 10), again(third, 91), again(first, 89)])).toEqual([
        held(2),
        'user-short',
        held(2),
        'token-short',
        'token-short',
      ])
      expect(await holdAll([again(first, 1), again(second, 1)])).toEqual([held(1), held(1)])
      sent.length = 0
      expect(await holdAll([again(first, 1), again(second, 1)])).toEqual([held(0), held(0)])
      expect(sent).toHaveLength(2)
      const refused = await holdAll([again(second, 1), again(third, 1), again(first, 1)])
      expect(refused).toEqual([
        { left: [0], refusedBy: second.budgets?.[0]?.counter },
        held(2),
        { left: [0], refusedBy: first.budgets?.[0]?.counter },
      ])
      const quotas = await Promise.all([first, second, third, poor].map(({ userId }) => harness.balance(userId)))
      expect(quotas.map(({ quota }) => quota)).toEqual([100 - 12, 100 - 12, 100 - 1, 5])
      expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
    }))

  it('are committed after the answers of those that expect something', () =>
    harness.raw(async ({ engine }) => {
      const userId = await harness.user(10)
      const sql = 'update users set quota = quota - 20 where id = $1 and quota >= 20'
      const hopeful = (assumesSuccess: boolean) =>
        transact(
          engine,
          (function* (): Program<number> {
            yield [option(`before ${assumesSuccess}`)]
            const { affected } = yield [{ sql, params: [userId], expects: 1 }]
            yield [option(`after ${assumesSuccess}`)]
            return affected
          })(),
          assumesSuccess,
        )
      expect(await outcomeOf(hopeful(true))).toThrow(AssumptionFailed)
      expect(await names()).not.toContain('before true')
      expect(await names()).not.toContain('after true')
      expect(await hopeful(false)).toBe(0)
      expect(await names()).toContain('after false')
    }))

  it('are undone together where one of them fails', () =>
    harness.raw(async ({ engine }) => {
      const twice = transact(
        engine,
        (function* () {
          yield [option('first'), option('twice'), option('twice'), option('last')]
        })(),
      )
      expect(await outcomeOf(twice)).toThrow(DuplicateRow)
      expect(await names()).not.toContain('first')
      expect(await names()).not.toContain('last')
      await transact(
        engine,
        (function* () {
          yield [option('afterwards')]
        })(),
      )
      expect(await names()).toContain('afterwards')
    }))

  it('are not sent where a value of one cannot be stored', () =>
    harness.raw(async ({ engine }) => {
      const unsafe = transact(
        engine,
        (function* () {
          yield [option('before it'), option('too large', 2 ** 60), option('behind it')]
        })(),
      )
      expect(await outcomeOf(unsafe)).toThrow(UnsafeInteger)
      expect(await names()).not.toContain('before it')
      expect(await names()).not.toContain('behind it')
    }))

  it('go without names behind a pooler that keeps no prepared statements', () =>
    harness.raw(async ({ engine }) => {
      const userId = await harness.user(100)
      const ledger = createLedger({ engine, clock: () => harness.nowMs, nodeId: 'node-1' })
      const forget = async (): Promise<void> => {
        const link = await engine.open()
        await link.query('deallocate all', [])
        link.release()
      }
      await ledger.hold(harness.hold({ userId, amount: 10 }))
      await forget()
      expect(await ledger.hold(harness.hold({ userId, amount: 20 }))).toBe('held')
      await forget()
      expect(await ledger.hold(harness.hold({ userId, amount: 30 }))).toBe('held')
      expect((await harness.balance(userId)).quota).toBe(40)
    }))
})
