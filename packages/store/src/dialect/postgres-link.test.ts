import { expect, it } from 'bun:test'
import { transact } from '../database.ts'
import { DuplicateRow, UnsafeInteger } from '../errors.ts'
import { createLedger } from '../metering/ledger.ts'
import { describeStore } from '../testing/store-harness.ts'
import type { Engine, Step } from './engine.ts'

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

  it('are undone together where one of them fails', () =>
    harness.raw(async ({ engine }) => {
      const twice = transact(
        engine,
        (function* () {
          yield [option('first'), option('twice'), option('twice'), option('last')]
        })(),
      )
      await expect(twice).rejects.toThrow(DuplicateRow)
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
      await expect(unsafe).rejects.toThrow(UnsafeInteger)
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
