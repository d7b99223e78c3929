import { expect, it } from 'bun:test'
import { sql } from 'kysely'
import { StoreUnavailable } from '../errors.ts'
import { noFaults } from '../testing/unreliable-engine.ts'
import { describeStore } from '../testing/store-harness.ts'
import { emptyLog, failing, failureOf, logDsnOf, moverOf, pairOf, refusalOf, rowsOf, spenderOf } from '../testing/log-pair.ts'

const PAGE = { offset: 0, limit: 2000 }

describeStore('rows of the log on their way to a database of its own', (harness) => {
  const spend = spenderOf(harness)

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
    expect(await later.alertFigures.waitingLog()).toEqual({ rows: 3, since: harness.nowSeconds })
    faults.isDown = false
    expect(await moverOf(later).advance()).toBe(3)
    expect(await moverOf(later).waiting()).toEqual({ rows: 0, since: 0 })
    expect(await later.alertFigures.waitingLog()).toEqual({ rows: 0, since: 0 })
    expect((await later.logs.list({}, PAGE)).map(({ quota }) => quota)).toEqual([40, 30, 20, 10])
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

  it('has wrong charges found once while rows wait, while they are in both databases and after they have moved', async () => {
    const faults = noFaults()
    const database = await harness.migrated()
    const log = await emptyLog(harness)
    const store = await harness.open(database, { logDsn: logDsnOf(log), openDatabase: failing(log, faults) })
    const [id = ''] = await spend(store, await harness.user(1000, store), [10])
    await harness.raw(({ kysely }) => kysely.updateTable('logs').set({ quota: 11 }).execute(), database)
    const wrong = [{ requestId: id, charged: 11, expected: 10 }]
    expect(await store.ledgerMaintenance.wrongCharges()).toEqual(wrong)
    faults.lostAnswers = 1
    await failureOf(moverOf(store).advance())
    expect(await store.ledgerMaintenance.wrongCharges()).toEqual(wrong)
    await moverOf(store).advance()
    expect(await store.ledgerMaintenance.wrongCharges()).toEqual(wrong)
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
