import { expect, it } from 'bun:test'
import { LogType } from '@weir/contract/log'
import { describeAddress, parseDsn } from '../dsn.ts'
import type { Store } from '../open-store.ts'
import { databaseNames, describeStore, type StoreHarness } from '../testing/store-harness.ts'
import { noFaults } from '../testing/unreliable-engine.ts'
import { emptyLog, failing, logDsnOf, moverOf, pairOf, refusalOf, rowsOf, spenderOf } from '../testing/log-pair.ts'

const DAY = 86_400
const PAGE = { offset: 0, limit: 2000 }

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
    waiting: await alertFigures.waitingLog(),
    traffic: await alertFigures.traffic(period.start, period.end),
    upstream: await upstreamUsages.byDayAndModel({ ...period, channelIds: [3] }),
    exported,
  }
}

describeStore('a database of its own for the log', (harness) => {
  const spend = spenderOf(harness)

  const single = async () => {
    const database = await harness.migrated()
    return { database, log: undefined, store: await harness.open(database) }
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
      expect(found.waiting).toEqual({ rows: 0, since: 0 })
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

  it('names the variable when a file cannot be opened', async () => {
    const database = await harness.migrated()
    expect(await refusalOf(harness.open(database, { logDsn: '/no such folder/log.db' }))).toContain('LOG_SQL_DSN: ')
  })

  it('lets rows expire and be deleted only after those of the same days have arrived', async () => {
    const { log, store } = await pairOf(harness)
    const begun = harness.nowMs
    const userId = await harness.user(1000, store)
    await spend(store, userId, [1])
    await moverOf(store).advance()
    await spend(store, userId, [2])
    harness.nowMs += 10 * DAY * 1000
    expect(await store.logIndex.expireRows(5)).toBe(0)
    await moverOf(store).advance()
    expect(await store.logIndex.expireRows(5)).toBe(2)
    expect((await store.logs.sum({})).quota).toBe(3)
    await spend(store, userId, [4])
    expect(await store.logs.deleteBefore(harness.nowSeconds + 1)).toBe(1)
    expect((await store.logs.sum({})).quota).toBe(0)
    expect(await rowsOf(harness, log)).toEqual([])
    harness.nowMs = begun
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
})
