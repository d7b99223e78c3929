import { expect, it } from 'bun:test'
import { LogType } from '@weir/contract/log'
import { toQuota } from '@weir/ledger/quota'
import { Kysely, sql } from 'kysely'
import { openDatabase, type Database } from '../database.ts'
import { createLinkDialect } from '../dialect/link-dialect.ts'
import { describeAddress, parseDsn, type DatabaseAddress } from '../dsn.ts'
import { StoreUnavailable } from '../errors.ts'
import type { Store } from '../open-store.ts'
import type { Schema } from '../schema.ts'
import { databaseNames, describeStore, type FreshDatabase, type StoreHarness } from '../testing/store-harness.ts'
import { noFaults, unreliable, type Faults } from '../testing/unreliable-engine.ts'

const DAY = 86_400
const PAGE = { offset: 0, limit: 2000 }

const logDsnOf = ({ dsn, sqlitePath }: FreshDatabase): string => (dsn === '' ? sqlitePath : dsn)

/** A charge of one unit per token of input, as a log row keeps it. */
const detailOf = (input: number): Record<string, unknown> => ({
  price: { version: 'test', isListed: true, model: 1, group: 1, completion: 1, cacheRead: 1, cacheWrite: 1 },
  usage: { input, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'upstream' },
})

/** What it fails with. Asked for by itself: while Bun waits for a rejection, no connection is served. */
const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work
  } catch (error) {
    return error
  }
}

const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const failure = await failureOf(work)
  return failure instanceof Error ? failure.message : 'none'
}

const moverOf = ({ logMover }: Store) => {
  if (logMover === undefined) throw new Error('the log has no database of its own')
  return logMover
}

/** A way to connect in which the database of the log fails on demand. */
const failing = (log: FreshDatabase, faults: Faults) => {
  const place = describeAddress(parseDsn(log.dsn, log.sqlitePath))
  return (address: DatabaseAddress): Database => {
    const reliable = openDatabase(address)
    if (describeAddress(address) !== place) return reliable
    const engine = unreliable(reliable.engine, faults)
    return { engine, kysely: new Kysely<Schema>({ dialect: createLinkDialect(engine) }) }
  }
}

/** A database whose tables are there: to make them takes most of the time of such a test. */
const emptyLog = async (harness: StoreHarness): Promise<FreshDatabase> => {
  const log = await harness.migrated()
  await harness.raw(({ kysely }) => kysely.deleteFrom('options').execute(), log)
  return log
}

const pairOf = async (harness: StoreHarness, over: Parameters<StoreHarness['open']>[1] = {}) => {
  const database = await harness.migrated()
  const log = await emptyLog(harness)
  const logDsn = logDsnOf(log)
  return { database, log, logDsn, store: await harness.open(database, { logDsn, ...over }) }
}

const rowsOf = (harness: StoreHarness, at: FreshDatabase): Promise<readonly { id: number; request_id: string; quota: number }[]> =>
  harness.raw(({ kysely }) => kysely.selectFrom('logs').select(['id', 'request_id', 'quota']).orderBy('id').execute(), at)

/** Everything that the console reads of the log. */
const figuresOf = async ({ logs, usage, statistics, alertFigures, upstreamUsages }: Store, now: number) => {
  const period = { start: now - DAY, end: now + DAY }
  const exported: unknown[] = []
  for await (const rows of logs.scan({})) exported.push(...rows.map(({ id, model_name, quota, type }) => ({ id, model_name, quota, type })))
  return {
    list: (await logs.list({}, PAGE)).map(({ id, model_name, quota, type, content }) => ({ id, model_name, quota, type, content })),
    filtered: (await logs.list({ channelId: 3 }, PAGE)).length,
    count: await logs.count({}, 5000),
    sum: await logs.sum({}),
    ofModel: await logs.sum({ modelName: 'model-a' }),
    usage: await usage.totals(period),
    shares: (await statistics.shares(period, 'model')).rows,
    course: (await statistics.course(period, 2 * DAY)).rows,
    traffic: await alertFigures.traffic(period.start, period.end),
    upstream: await upstreamUsages.byDayAndModel({ ...period, channelIds: [3] }),
    exported,
  }
}

describeStore('a database of its own for the log', (harness) => {
  const spend = async (store: Store, userId: number, costs: readonly number[]): Promise<readonly string[]> => {
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

  it('shows the same rows and figures as one database for everything, and keeps no row in the main one', async () => {
    const figures: unknown[] = []
    for (const { database, log, store } of [{ ...(await pairOf(harness)) }, await single()]) {
      const userId = await harness.user(1000, store)
      await spend(store, userId, [7, 11, 13])
      await store.logs.add({ userId, username: 'someone', type: LogType.manage, content: 'changed by an administrator' })
      await store.logMover?.advance()
      const found = await figuresOf(store, harness.nowSeconds)
      expect(found.sum.quota).toBe(31)
      expect(found.list.map(({ quota }) => quota)).toEqual([0, 13, 11, 7])
      expect(found.shares.map(({ name, quota, requests }) => ({ name, quota, requests }))).toEqual([
        { name: 'model-a', quota: 31, requests: 3 },
      ])
      await store.logIndex.advance()
      expect(await figuresOf(store, harness.nowSeconds)).toEqual(found)
      expect(await harness.balance(userId, store)).toEqual({ quota: 969, used: 31, requests: 3 })
      expect(await store.ledgerMaintenance.verify()).toEqual([])
      expect(await store.ledgerMaintenance.wrongCharges()).toEqual([])
      figures.push(found)
      if (log === undefined) continue
      expect(await rowsOf(harness, database)).toEqual([])
      expect((await rowsOf(harness, log)).map(({ quota }) => quota)).toEqual([7, 11, 13, 0])
    }
    expect(figures[0]).toEqual(figures[1])
  })

  const single = async () => {
    const database = await harness.migrated()
    return { database, log: undefined, store: await harness.open(database) }
  }

  it('gets each row once when a process dies between the two commits', async () => {
    const faults = noFaults()
    const database = await harness.migrated()
    const log = await emptyLog(harness)
    const logDsn = logDsnOf(log)
    const store = await harness.open(database, { logDsn, openDatabase: failing(log, faults) })
    const userId = await harness.user(1000, store)
    await spend(store, userId, [1, 2, 3])
    faults.lostAnswers = 1
    expect(await failureOf(moverOf(store).advance())).toBeInstanceOf(StoreUnavailable)
    await moverOf(store).close()
    expect((await rowsOf(harness, log)).map(({ quota }) => quota)).toEqual([1, 2, 3])
    expect((await rowsOf(harness, database)).map(({ quota }) => quota)).toEqual([1, 2, 3])
    const next = await harness.open(database, { logDsn, nodeId: 'node-2' })
    expect(await moverOf(next).advance()).toBe(0)
    await spend(next, userId, [4])
    expect(await moverOf(next).advance()).toBe(1)
    expect((await rowsOf(harness, log)).map(({ quota }) => quota)).toEqual([1, 2, 3, 4])
    expect(await rowsOf(harness, database)).toEqual([])
    expect((await next.logs.sum({})).quota).toBe(10)
  })

  it('gets each row once from several processes that move at the same time', async () => {
    const { database, log, logDsn, store } = await pairOf(harness)
    const others = [await harness.open(database, { logDsn, nodeId: 'node-2' }), await harness.open(database, { logDsn, nodeId: 'node-3' })]
    const userId = await harness.user(100_000, store)
    const spending = Promise.all(
      [store, ...others].map((node) =>
        spend(
          node,
          userId,
          Array.from({ length: 15 }, () => 5),
        ),
      ),
    )
    const counts = await Promise.all([store, ...others].map((node) => moverOf(node).advance()))
    await spending
    counts.push(...(await Promise.all([store, ...others].map((node) => moverOf(node).advance()))))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(45)
    const rows = await rowsOf(harness, log)
    expect(rows.length).toBe(45)
    expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(45)
    expect(await rowsOf(harness, database)).toEqual([])
    expect((await store.logs.sum({})).quota).toBe(225)
  })

  it('may be away: charges go on, a server starts, and the rows come when it is back', async () => {
    const faults = noFaults()
    const database = await harness.migrated()
    const log = await emptyLog(harness)
    const over = { logDsn: logDsnOf(log), openDatabase: failing(log, faults) }
    const store = await harness.open(database, over)
    const userId = await harness.user(1000, store)
    await spend(store, userId, [10])
    await moverOf(store).advance()
    faults.isDown = true
    await spend(store, userId, [20, 30])
    expect(await harness.balance(userId, store)).toEqual({ quota: 940, used: 60, requests: 3 })
    expect(await failureOf(moverOf(store).advance())).toBeInstanceOf(StoreUnavailable)
    expect(await failureOf(store.logs.list({}, PAGE))).toBeInstanceOf(StoreUnavailable)
    const later = await harness.open(database, { ...over, nodeId: 'node-2' })
    await spend(later, userId, [40])
    expect(await moverOf(later).waiting()).toEqual({ rows: 3, since: harness.nowSeconds })
    faults.isDown = false
    expect(await moverOf(later).advance()).toBe(3)
    expect(await moverOf(later).waiting()).toEqual({ rows: 0, since: 0 })
    expect((await later.logs.list({}, PAGE)).map(({ quota }) => quota)).toEqual([40, 30, 20, 10])
  })

  it('stops the start when it has never been reached', async () => {
    const database = await harness.migrated()
    const log = await emptyLog(harness)
    const opening = harness.open(database, { logDsn: logDsnOf(log), openDatabase: failing(log, { ...noFaults(), isDown: true }) })
    expect(await refusalOf(opening)).toContain('LOG_SQL_DSN: down')
    expect((await (await harness.open(database)).logs.list({}, PAGE)).length).toBe(0)
  })

  it('takes over the rows of an installation and the figures of days whose rows have expired', async () => {
    const database = await harness.migrated()
    const first = await harness.open(database)
    const begun = harness.nowMs
    const userId = await harness.user(10_000, first)
    await spend(first, userId, [100, 200])
    harness.nowMs += 10 * DAY * 1000
    await spend(first, userId, [3000])
    expect(await first.logIndex.expireRows(5)).toBe(2)
    await spend(first, userId, [4, 5])
    const log = await emptyLog(harness)
    const store = await harness.open(database, { logDsn: logDsnOf(log), nodeId: 'node-2' })
    expect((await store.logs.sum({})).quota).toBe(3309)
    expect(await moverOf(store).advance()).toBe(3)
    const period = { start: Math.floor(begun / 1000) - DAY, end: harness.nowSeconds + DAY }
    for (let round = 0; round < 2; round++) {
      expect((await store.logs.list({}, PAGE)).map(({ quota }) => quota)).toEqual([5, 4, 3000])
      expect((await store.logs.sum({})).quota).toBe(3309)
      expect((await store.usage.totals(period)).requests).toBe(5)
      expect((await store.statistics.shares(period, 'model')).rows.map(({ quota }) => quota)).toEqual([3309])
      await store.logIndex.advance()
    }
    expect(await store.logs.deleteBefore(harness.nowSeconds + 1)).toBe(3)
    expect((await store.logs.sum({})).quota).toBe(0)
    harness.nowMs = begun
  })

  it('is refused when it is not the one, and its absence too', async () => {
    const { database, log, logDsn } = await pairOf(harness)
    const other = await emptyLog(harness)
    const whole = await harness.migrated()
    const place = describeAddress(parseDsn(log.dsn, log.sqlitePath))
    const opened = (over: Parameters<StoreHarness['open']>[1]) => harness.open(database, { nodeId: 'node-2', ...over })
    expect(await refusalOf(opened({}))).toContain(`the log of this installation is in ${place}: set LOG_SQL_DSN to it`)
    expect(await refusalOf(opened({ logDsn: logDsnOf(other) }))).toContain(
      `LOG_SQL_DSN names another database than the one that has the log of this installation, ${place}: set it to that`,
    )
    expect(await refusalOf(opened({ logDsn: logDsnOf(database) }))).toContain(
      'LOG_SQL_DSN names a database that holds a whole installation of Weir',
    )
    expect(await refusalOf(harness.open(whole, { logDsn, nodeId: 'node-2' }))).toContain(
      'LOG_SQL_DSN names a database with the log of another installation',
    )
    expect(await refusalOf(opened({ logDsn: 'postgres://host:port/name' }))).toContain('LOG_SQL_DSN: ')
    expect((await (await opened({ logDsn })).logs.list({}, PAGE)).length).toBe(0)
  })

  it('stays right when the main database is brought back from an older copy of its own', async () => {
    const { database, log, logDsn, store } = await pairOf(harness)
    const userId = await harness.user(1000, store)
    await spend(store, userId, [1, 2])
    await moverOf(store).advance()
    const giveAgain = () => harness.raw(({ engine, kysely }) => engine.numberFrom(kysely, 'logs', 1n), database)
    await giveAgain()
    await spend(store, userId, [3])
    expect(await refusalOf(moverOf(store).advance())).toBe(
      'row 1 of the log is another one in the database of LOG_SQL_DSN: one of the two databases was restored from an older state',
    )
    await harness.raw(({ kysely }) => kysely.deleteFrom('logs').execute(), database)
    await giveAgain()
    const next = await harness.open(database, { logDsn, nodeId: 'node-2' })
    await spend(next, userId, [4])
    expect(await moverOf(next).advance()).toBe(1)
    expect((await rowsOf(harness, log)).map(({ id, quota }) => ({ id, quota }))).toEqual([
      { id: 1, quota: 1 },
      { id: 2, quota: 2 },
      { id: 3, quota: 4 },
    ])
  })

  it('names the variable when a file cannot be opened', async () => {
    const database = await harness.migrated()
    expect(await refusalOf(harness.open(database, { logDsn: '/no such folder/log.db' }))).toContain('LOG_SQL_DSN: ')
  })

  it('leaves corrections exact while rows wait, while they are in both databases and after they have moved', async () => {
    const faults = noFaults()
    const database = await harness.migrated()
    const log = await emptyLog(harness)
    const store = await harness.open(database, { logDsn: logDsnOf(log), openDatabase: failing(log, faults) })
    const userId = await harness.user(1000, store)
    const ids = await spend(store, userId, [10, 20])
    const read = async () => {
      const found: string[] = []
      let unlogged = 0
      const query = { start: 0, end: harness.nowSeconds + 1, models: ['model-a'] }
      for await (const piece of store.corrections.chargedRows(query)) {
        found.push(...piece.rows.map(({ requestId, charged }) => `${requestId} ${charged}`))
        unlogged += piece.unlogged
      }
      return { found: found.toSorted(), unlogged }
    }
    const expected = { found: [`${ids[0]} 10`, `${ids[1]} 20`].toSorted(), unlogged: 0 }
    expect(await read()).toEqual(expected)
    faults.lostAnswers = 1
    await moverOf(store)
      .advance()
      .catch(() => undefined)
    expect(await read()).toEqual(expected)
    await moverOf(store).advance()
    expect(await read()).toEqual(expected)
  })

  it('works beside a main database of another kind', async () => {
    for (const name of databaseNames.filter((other) => other !== harness.name)) {
      const database = await harness.migrated()
      const log = await harness.freshOf(name)
      const store = await harness.open(database, { logDsn: logDsnOf(log) })
      const userId = await harness.user(1000, store)
      await spend(store, userId, [17, 25])
      expect(await moverOf(store).advance()).toBe(2)
      await store.logIndex.advance()
      const [row] = await store.logs.list({}, PAGE)
      expect({ stream: row?.is_stream, model: row?.model_name, quota: row?.quota, attempts: row?.attempts, group: row?.group }).toEqual({
        stream: true,
        model: 'model-a',
        quota: 25,
        attempts: null,
        group: 'default',
      })
      expect((await store.logs.sum({})).quota).toBe(42)
    }
  })

  it('gets a row whose charge was committed after a later one', async () => {
    if (harness.name === 'SQLite') return
    const { database, store } = await pairOf(harness)
    const userId = await harness.user(1000, store)
    await spend(store, userId, [1])
    await harness.raw(async ({ kysely }) => {
      const open = Promise.withResolvers<undefined>()
      const begun = Promise.withResolvers<undefined>()
      const late = kysely.transaction().execute(async (db) => {
        await sql`insert into logs (user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens, completion_tokens,
          channel_id, request_id, elapsed_time, is_stream, system_prompt_reset, outcome, detail)
          select user_id, created_at, type, content, username, token_name, model_name, 50, prompt_tokens, completion_tokens, channel_id, 'late',
          elapsed_time, is_stream, system_prompt_reset, outcome, detail from logs`.execute(db)
        begun.resolve(undefined)
        await open.promise
      })
      await begun.promise
      await spend(store, userId, [2])
      expect(await moverOf(store).advanceWhenCalm()).toBe(1)
      expect(await moverOf(store).advance()).toBe(0)
      expect((await store.logs.list({}, PAGE)).map(({ quota }) => quota)).toEqual([1])
      open.resolve(undefined)
      await late
    }, database)
    expect(await moverOf(store).advance()).toBe(2)
    expect((await store.logs.list({}, PAGE)).map(({ quota }) => quota)).toEqual([2, 50, 1])
  })
})
