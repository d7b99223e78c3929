import { expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { toQuota } from '@weir/ledger/quota'
import { openSource } from '../dialect/source/open-source.ts'
import { parseDsn } from '../dsn.ts'
import { StoreHalfRestored, StoreTooNew } from '../errors.ts'
import { describeStore, type FreshDatabase, type StoreHarness } from '../testing/store-harness.ts'
import { BadDump } from './bad-dump.ts'
import { RestoreTargetOccupied, restoreDump } from './restore-dump.ts'
import { dumpDatabase } from './write-dump.ts'

const addressOf = ({ dsn, sqlitePath }: FreshDatabase) => parseDsn(dsn, sqlitePath)

const dumpOf = async (at: FreshDatabase): Promise<string> => {
  const source = await openSource(addressOf(at))
  try {
    const parts: string[] = []
    for await (const part of dumpDatabase({ main: source }, { version: '1.2.3', rootKeys: [], createdAt: new Date(0) })) parts.push(part)
    return parts.join('')
  } finally {
    await source.close()
  }
}

async function* inPieces(text: string, bytes = 999): AsyncGenerator<Uint8Array> {
  const all = new TextEncoder().encode(text)
  for (let at = 0; at < all.length; at += bytes) yield all.subarray(at, at + bytes)
}

const restore = (text: string, target: FreshDatabase, over: { readonly beforeRelease?: () => Promise<void> } = {}) =>
  restoreDump({ target: addressOf(target), chunks: inPieces(text), onHeader: async () => undefined, onTable: () => undefined, ...over })

const sqliteFile = (): FreshDatabase => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-dump-'))
  return { dsn: '', sqlitePath: join(folder, 'other.db'), drop: async () => rmSync(folder, { recursive: true }) }
}

/** Names from the database itself, so that a table that the dump forgets is missed here. */
const tablesIn = (harness: StoreHarness, at: FreshDatabase): Promise<Readonly<Record<string, readonly string[]>>> =>
  harness.raw(async ({ engine, kysely }) => {
    const names = [...(await engine.tableNames(kysely))].filter((name) => !name.startsWith('sqlite_')).toSorted()
    const entries = await Promise.all(
      names.map(async (name) => {
        const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(kysely)
        const lines = rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
        return [name, lines.toSorted()] as const
      }),
    )
    return Object.fromEntries(entries)
  }, at)

const HARD_NAME = `名 "quoted" \\ back 'single' 😀\n\ttab`
const BEYOND = 2n ** 61n + 1n

/** Something of every shape: sealed values, texts that break quoting, numbers beyond ±2^53, fractions, empty columns, deleted rows. */
const fill = async (harness: StoreHarness): Promise<number> => {
  const { store } = harness
  const userId = await harness.user(1_000_000)
  const token = await harness.token(userId, { name: HARD_NAME })
  const hold = harness.hold({ userId, tokenId: token.id, amount: 500 })
  await store.ledger.hold(hold)
  await store.ledger.settle({ hold, cost: toQuota(321), record: harness.record({ content: HARD_NAME }) })
  const open = harness.hold({ userId, amount: 77 })
  await store.ledger.hold(open)
  await store.options.set([{ name: 'SMTPToken', value: 'a secret of mail', isSecret: true }], { id: userId, role: 100 })
  const origin = { actorId: userId, actorName: HARD_NAME, credential: 'session', address: '::1', requestId: 'r', before: '' }
  await store.audit.add([{ ...origin, action: 'option.set', object: HARD_NAME, after: JSON.stringify({ value: HARD_NAME }) }])
  await store.logIndex.advance()
  const gone = await harness.user(5)
  await harness.raw(async ({ engine, kysely }) => {
    await kysely.deleteFrom('ledger_entries').where('user_id', '=', gone).execute()
    await kysely.deleteFrom('users').where('id', '=', gone).execute()
    await kysely
      .insertInto('rate_counts')
      .values({ key_hash: 'beyond', calls: sql<number>`${BEYOND}`, ends_at: 7 })
      .execute()
    await kysely.updateTable('users').set({ email: 'someone@example.com' }).where('id', '=', userId).execute()
    expect(await engine.tableNames(kysely)).toContain('users')
  })
  return userId
}

describeStore('a dump', (harness) => {
  let text = ''
  let lastId = 0

  it('holds every table, and fills an empty database of every kind with the same rows', async () => {
    lastId = (await fill(harness)) + 1
    text = await dumpOf(harness.database)
    const source = await tablesIn(harness, harness.database)
    expect(source['nodes']).toHaveLength(1)
    // No server has used the copy yet.
    const before: typeof source = { ...source, nodes: [] }
    expect(Object.keys(before)).toHaveLength(44)
    expect(before['users']).toHaveLength(1)
    expect(before['logs']).toHaveLength(1)
    expect(before['ledger_entries']).toHaveLength(2)
    expect(before['reservations']).toHaveLength(1)
    const file = sqliteFile()
    for (const target of [await harness.fresh(), file]) {
      const { header, sums } = await restore(text, target)
      expect(header.version).toBe('1.2.3')
      expect(sums.find(({ table }) => table === 'users')?.rows).toBe(1)
      expect(await tablesIn(harness, target)).toEqual(before)
    }
    // And back from the file to this kind.
    const back = await harness.fresh()
    const again = await dumpOf(file)
    await restore(again, back)
    expect(await tablesIn(harness, back)).toEqual(before)
    const [beyond] = await harness.raw(
      async ({ kysely }) =>
        (await sql<{ calls: string }>`select concat('', calls) as calls from rate_counts where key_hash = 'beyond'`.execute(kysely)).rows,
      back,
    )
    expect(beyond?.calls).toBe('2305843009213693953')
    await file.drop()
  }, 180_000)

  it('is served afterwards: its balances agree, its secrets open, and no number of a deleted row is given again', async () => {
    const target = await harness.fresh()
    await restore(text, target)
    const store = await harness.open(target, { nodeId: 'node-9' })
    expect(await store.ledgerMaintenance.verify()).toEqual([])
    expect(await store.audit.verify((await harness.store.audit.head()).hash)).toMatchObject({ broken: undefined, noted: 1 })
    expect(await store.ledgerMaintenance.doubleCharges()).toEqual([])
    expect((await store.options.all()).find(({ name }) => name === 'SMTPToken')?.value).toBe('a secret of mail')
    expect(await harness.user(0, store)).toBe(lastId + 1)
  }, 180_000)

  it('leaves out a column that somebody has added by hand, for which a restore makes no place', async () => {
    const [changed, target] = [await harness.fresh(), await harness.fresh()]
    const store = await harness.open(changed)
    const userId = await harness.user(40, store)
    await harness.raw(async ({ kysely }) => {
      await kysely.schema.alterTable('users').addColumn('nickname', 'integer').execute()
    }, changed)
    await restore(await dumpOf(changed), target)
    expect((await (await harness.open(target)).users.findById(userId))?.user.quota).toBe(40)
  })

  it('is refused by a database that holds anything, which stays as it is', async () => {
    const before = await tablesIn(harness, harness.database)
    const failure = await restore(text, harness.database).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RestoreTargetOccupied)
    expect(failure).toMatchObject({ table: 'options' })
    expect(await tablesIn(harness, harness.database)).toEqual(before)
  }, 180_000)

  it('leaves nothing to serve when it ends half-way, and the next restore begins anew', async () => {
    const target = await harness.fresh()
    const cut = text.slice(0, text.indexOf('{"endOf":"logs"'))
    expect(await restore(cut, target).catch((error: unknown) => error)).toBeInstanceOf(BadDump)
    const late = await restore(text, target, { beforeRelease: () => Promise.reject(new Error('killed')) }).catch((error: unknown) => error)
    expect(String(late)).toContain('killed')
    const refusal = await harness.open(target).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StoreHalfRestored)
    expect(String(refusal)).toContain('run weir restore or weir move again')
    expect(await dumpOf(target).catch((error: unknown) => error)).toBeInstanceOf(StoreHalfRestored)
    await restore(text, target)
    expect((await tablesIn(harness, target))['logs']).toHaveLength(1)
  }, 180_000)

  it('of an older version is restored as it was and brought up to date by the next start', async () => {
    const older = await harness.fresh()
    await restore(text, older)
    await harness.raw(async ({ kysely }) => {
      await kysely.schema.dropTable('corrections').execute()
      await kysely.deleteFrom('migrations').where('name', '=', '0022-corrections').execute()
    }, older)
    const dump = await dumpOf(older)
    expect(dump).not.toContain('"table":"corrections"')
    const target = await harness.fresh()
    await restore(dump, target)
    expect(await tablesIn(harness, target)).not.toContainKey('corrections')
    const store = await harness.open(target, { nodeId: 'node-8' })
    expect(await store.corrections.wrong()).toEqual([])
  }, 180_000)

  it('of a newer version is refused before anything is written', async () => {
    const target = await harness.fresh()
    const newer = text.replace('"name":"0001-first"', '"name":"9999-later"')
    const failure = await restore(newer, target).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StoreTooNew)
    expect(String(failure)).toContain('was written by version 1.2.3, which is newer than this program: it has 9999-later')
    expect(Object.keys(await tablesIn(harness, target))).toEqual([])
  }, 180_000)

  it('is not released when another restore has begun in the same place', async () => {
    const target = await harness.fresh()
    const first = restore(text, target, { beforeRelease: async () => void (await restore(text, target).catch(() => undefined)) })
    expect(String(await first.catch((error: unknown) => error))).toContain(
      'another weir restore or weir move into this database has begun meanwhile',
    )
    expect((await tablesIn(harness, target))['logs']).toHaveLength(1)
  }, 180_000)
})
