import { expect, it } from 'bun:test'
import { parseDsn, parseLogDsn } from '../dsn.ts'
import { logDsnOf, refusalOf, spenderOf } from '../testing/log-pair.ts'
import { describeStore, type FreshDatabase } from '../testing/store-harness.ts'
import { withDumpSources } from './open-dump-sources.ts'
import { restoreDump } from './restore-dump.ts'
import { dumpDatabase } from './write-dump.ts'

const DAY = 86_400
const PAGE = { offset: 0, limit: 100 }

const dumpOf = (main: FreshDatabase, logDsn: string): Promise<string> =>
  withDumpSources({ main: parseDsn(main.dsn, main.sqlitePath), log: parseLogDsn(logDsn) }, async (sources) => {
    const parts: string[] = []
    for await (const part of dumpDatabase(sources, { version: '1.2.3', rootKeys: [], createdAt: new Date(0) })) parts.push(part)
    return parts.join('')
  })

async function* piecesOf(text: string): AsyncGenerator<string> {
  yield text
}

describeStore('a backup of an installation whose log has a database of its own', (harness) => {
  const spend = spenderOf(harness)

  it('holds both as one, and is restored into one database, from which the log goes to another again', async () => {
    const main = await harness.migrated()
    const log = await harness.fresh()
    const logDsn = logDsnOf(log)
    const store = await harness.open(main, { logDsn })
    const userId = await harness.user(10_000, store)
    await spend(store, userId, [100])
    harness.nowMs += 10 * DAY * 1000
    await spend(store, userId, [20])
    await store.logMover?.advance()
    expect(await store.logIndex.expireRows(5)).toBe(1)
    // In the main database alone.
    await spend(store, userId, [3])
    expect(await refusalOf(dumpOf(main, ''))).toContain('set LOG_SQL_DSN to it, or the backup would lack it')
    expect(await refusalOf(dumpOf(main, logDsnOf(await harness.migrated())))).toContain('LOG_SQL_DSN names another database')
    const text = await dumpOf(main, logDsn)

    const target = await harness.fresh()
    const address = parseDsn(target.dsn, target.sqlitePath)
    await restoreDump({ target: address, chunks: piecesOf(text), onHeader: async () => undefined, onTable: () => undefined })
    const whole = await harness.open(target, { nodeId: 'node-2' })
    expect((await whole.logs.list({}, PAGE)).map(({ quota }) => quota)).toEqual([3, 20])
    expect((await whole.logs.sum({})).quota).toBe(123)
    expect(await whole.ledgerMaintenance.verify()).toEqual([])
    expect(await refusalOf(harness.open(target, { logDsn, nodeId: 'node-3' }))).toContain(
      'before it was restored or moved: name an empty one',
    )

    const second = await harness.open(target, { logDsn: logDsnOf(await harness.fresh()), nodeId: 'node-4' })
    await spend(second, userId, [4])
    await second.logMover?.advance()
    expect((await second.logs.list({}, PAGE)).map(({ quota }) => quota)).toEqual([4, 3, 20])
    expect((await second.logs.sum({})).quota).toBe(127)
  })
})
