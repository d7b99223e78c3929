import { expect, it } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { StoreTooNew, StoreUnavailable, WrongKey } from './errors.ts'
import { migrations } from './migrations/all.ts'
import { openStore } from './open-store.ts'
import { TEST_ROOT_KEY } from './testing/root-key.ts'
import { describeStore, type FreshDatabase } from './testing/store-harness.ts'
import { outcomeOf } from '../../../tools/testing/outcome-of.ts'

describeStore('opening a store', (harness) => {
  const migrationsOf = (database: FreshDatabase) =>
    harness.raw(({ kysely }) => kysely.selectFrom('migrations').selectAll().execute(), database)

  it('builds the schema once and leaves it alone at the next start', async () => {
    const database = await harness.fresh()
    const first = await harness.open(database)
    await first.options.set([{ name: 'Notice', value: 'hello', isSecret: false }], { id: 1, role: 100 })
    const recorded = await migrationsOf(database)
    harness.nowMs += 1000
    const second = await harness.open(database)
    expect(await second.options.all()).toMatchObject([{ name: 'Notice', value: 'hello', isSecret: false }])
    expect(await migrationsOf(database)).toEqual(recorded)
    expect(recorded.map((row) => row.name).toSorted()).toEqual(migrations.map(({ name }) => name))
  })

  it('finishes a first migration that was cut off half-way', async () => {
    const database = await harness.fresh()
    await harness.open(database)
    await harness.raw(async ({ kysely }) => {
      await kysely.deleteFrom('migrations').execute()
      await kysely.schema.dropTable('logs').execute()
    }, database)
    const again = await harness.open(database)
    expect(await again.logs.list({}, { offset: 0, limit: 1 })).toEqual([])
  })

  // SQLite is one node's own file.
  if (harness.name !== 'SQLite') {
    it('lets several nodes start on an empty database at the same time', async () => {
      const database = await harness.fresh()
      await Promise.all(['a', 'b', 'c'].map((nodeId) => harness.open(database, { nodeId })))
      expect(await migrationsOf(database)).toHaveLength(migrations.length)
    })

    it('works again by itself after the server has dropped every connection', async () => {
      const userId = await harness.user(100)
      await Promise.all(Array.from({ length: 5 }, () => harness.store.probe()))
      await harness.dropConnections()
      expect(await harness.store.ledger.hold(harness.hold({ userId, amount: 60 }))).toBe('held')
      await harness.dropConnections()
      await harness.store.ledgerMaintenance.heartbeat().catch((error: unknown) => expect(error).toBeInstanceOf(StoreUnavailable))
      await harness.store.probe()
      expect((await harness.balance(userId)).quota).toBe(40)
    })
  }

  it('refuses a database that a later version has changed', async () => {
    const database = await harness.fresh()
    await harness.open(database)
    await harness.raw(({ kysely }) => kysely.insertInto('migrations').values({ name: '9999-later', applied_at: 1 }).execute(), database)
    expect(await outcomeOf(harness.open(database))).toThrow(StoreTooNew)
  })

  it('refuses another root key and changes nothing', async () => {
    const database = await harness.fresh()
    const store = await harness.open(database, { nodeId: 'first' })
    const nodes = () => harness.raw(({ kysely }) => kysely.selectFrom('nodes').selectAll().execute(), database)
    const before = await nodes()
    expect(await outcomeOf(harness.open(database, { rootKey: new Uint8Array(32), nodeId: 'second' }))).toThrow(WrongKey)
    expect(await nodes()).toEqual(before)
    await store.probe()
  })

  it('stores no key, token or secret that can be read from the files or tables', async () => {
    const userId = await harness.user()
    const secrets = ['relaykey0123456789', 'upstream-key-9876', 'config-secret-4321', 'option-secret-5555', 'access-token-7777']
    const [relayKey = '', upstreamKey = '', configSecret = '', optionSecret = '', accessToken = ''] = secrets
    const fields = { name: '', expiredTime: -1, remainQuota: 0, isUnlimited: true, models: '', subnet: '' }
    await harness.store.tokens.create(userId, relayKey, fields)
    await harness.store.channels.createMany([
      {
        type: 1,
        name: 'c',
        weight: 0,
        priority: 0,
        baseUrl: '',
        other: '',
        models: 'm',
        group: 'default',
        modelMapping: '',
        config: '',
        systemPrompt: '',
        key: upstreamKey,
        secretConfig: `{"sk":"${configSecret}"}`,
      },
    ])
    await harness.store.options.set([{ name: 'SMTPToken', value: optionSecret, isSecret: true }], { id: 1, role: 100 })
    await harness.store.users.setAccessToken(userId, accessToken)

    const tables = ['tokens', 'channels', 'options', 'users'] as const
    const rows = await harness.raw(({ kysely }) => Promise.all(tables.map((table) => kysely.selectFrom(table).selectAll().execute())))
    const paths = ['', '-wal']
      .map((suffix) => `${harness.database.sqlitePath}${suffix}`)
      .filter((path) => harness.name === 'SQLite' && existsSync(path))
    const bytes = paths.map((path) => readFileSync(path, 'latin1')).join('')
    const stored = JSON.stringify(rows) + bytes
    for (const secret of secrets) {
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(Buffer.from(secret).toString('base64').slice(0, 12))
    }
    expect(stored).toContain('key_cipher')
  })

  it('reads whole numbers exactly up to 2^53 and as the last of them beyond', async () => {
    const userId = await harness.user()
    const setQuota = (text: string) =>
      harness.raw(({ kysely }) => sql`update users set quota = ${sql.raw(text)} where id = ${userId}`.execute(kysely))
    for (const exact of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0]) {
      await setQuota(String(exact))
      expect((await harness.store.users.findById(userId))?.user.quota).toBe(exact)
    }
    for (const [beyond, shown] of [
      ['9007199254740993', 9_007_199_254_740_991],
      ['-9007199254740993', -9_007_199_254_740_991],
      ['9223372036854775807', 9_007_199_254_740_991],
    ] as const) {
      await setQuota(beyond)
      expect((await harness.store.users.findById(userId))?.user.quota).toBe(shown)
    }
    await setQuota('0')
  })

  it('reports a database that cannot be reached in one line without the password', async () => {
    const addresses = {
      SQLite: { dsn: '', sqlitePath: '/nonexistent/folder/weir.db' },
      PostgreSQL: { dsn: 'postgres://me:hunter2@127.0.0.1:1/weir', sqlitePath: '' },
      MySQL: { dsn: 'me:hunter2@tcp(127.0.0.1:1)/weir', sqlitePath: '' },
    } as const
    const opening = openStore({ ...addresses[harness.name], rootKey: TEST_ROOT_KEY, nodeId: 'x', clock: () => harness.nowMs })
    const error: unknown = await opening.catch((reason: unknown) => reason)
    if (!(error instanceof StoreUnavailable)) throw new Error('expected StoreUnavailable', { cause: error })
    expect(error.message).not.toContain('hunter2')
    expect(error.message).not.toContain('\n')
    expect(error.message.length).toBeGreaterThan(10)
  })
})
