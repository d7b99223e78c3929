import { expect } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { Kysely } from 'kysely'
import { openDatabase, type Database } from '../database.ts'
import { createLinkDialect } from '../dialect/link-dialect.ts'
import { describeAddress, parseDsn, type DatabaseAddress } from '../dsn.ts'
import type { Store } from '../open-store.ts'
import type { Schema } from '../schema.ts'
import type { FreshDatabase, StoreHarness } from './store-harness.ts'
import { unreliable, type Faults } from './unreliable-engine.ts'

export const logDsnOf = ({ dsn, sqlitePath }: FreshDatabase): string => (dsn === '' ? sqlitePath : dsn)

/** A charge of one unit per token of input, as a log row keeps it. */
const detailOf = (input: number): Record<string, unknown> => ({
  price: { version: 'test', isListed: true, model: 1, group: 1, completion: 1, cacheRead: 1, cacheWrite: 1 },
  usage: { input, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'upstream' },
})

/** What it fails with. Asked for by itself: while Bun waits for a rejection, no connection is served. */
export const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work
  } catch (error) {
    return error
  }
}

export const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const failure = await failureOf(work)
  return failure instanceof Error ? failure.message : 'none'
}

export const moverOf = ({ logMover }: Store) => {
  if (logMover === undefined) throw new Error('the log has no database of its own')
  return logMover
}

/** A way to connect in which the database of the log fails on demand. */
export const failing = (log: FreshDatabase, faults: Faults) => {
  const place = describeAddress(parseDsn(log.dsn, log.sqlitePath))
  return (address: DatabaseAddress): Database => {
    const reliable = openDatabase(address)
    if (describeAddress(address) !== place) return reliable
    const engine = unreliable(reliable.engine, faults)
    return { engine, kysely: new Kysely<Schema>({ dialect: createLinkDialect(engine) }) }
  }
}

/** A database whose tables are there: to make them takes most of the time of such a test. */
export const emptyLog = async (harness: StoreHarness): Promise<FreshDatabase> => {
  const log = await harness.migrated()
  await harness.raw(({ kysely }) => kysely.deleteFrom('options').execute(), log)
  return log
}

export const pairOf = async (harness: StoreHarness, over: Parameters<StoreHarness['open']>[1] = {}) => {
  const database = await harness.migrated()
  const log = await emptyLog(harness)
  const logDsn = logDsnOf(log)
  return { database, log, logDsn, store: await harness.open(database, { logDsn, ...over }) }
}

export const rowsOf = (harness: StoreHarness, at: FreshDatabase): Promise<readonly { id: number; request_id: string; quota: number }[]> =>
  harness.raw(({ kysely }) => kysely.selectFrom('logs').select(['id', 'request_id', 'quota']).orderBy('id').execute(), at)

/** Requests of these costs, one after the other. Returns their ids. */
export const spenderOf =
  (harness: StoreHarness) =>
  async (store: Store, userId: number, costs: readonly number[]): Promise<readonly string[]> => {
    const ids: string[] = []
    for (const cost of costs) {
      const hold = harness.hold({ userId, amount: cost })
      expect(await store.ledger.hold(hold)).toBe('held')
      await store.ledger.settle({
        hold,
        cost: toQuota(cost),
        record: harness.record({ model: 'model-a', channelId: 3, group: 'default', detail: detailOf(cost) }),
      })
      ids.push(hold.requestId)
    }
    return ids
  }
