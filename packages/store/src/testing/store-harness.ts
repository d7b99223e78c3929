import { afterAll, beforeAll, describe } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import type { Hold, UsageRecord } from '@weir/relay/ports'
import { usageRecord } from '@weir/relay/testing/usage-record'
import { openDatabase, type Database } from '../database.ts'
import { parseDsn, type DatabaseAddress } from '../dsn.ts'
import { openStore, type Store, type StoreOptions } from '../open-store.ts'
import { awaited, awaiting, openLate } from './awaited-statements.ts'
import { dropOtherConnections } from './drop-connections.ts'
import { TEST_ROOT_KEY } from './root-key.ts'
import {
  mysql,
  postgres,
  serverDatabases,
  sqliteDatabases,
  type DatabaseName,
  type FreshDatabase,
  type TestDatabases,
} from './test-databases.ts'

export type { FreshDatabase }

const START_MS = 1_800_000_000_400

const migrate = async (database: Pick<FreshDatabase, 'dsn' | 'sqlitePath'>): Promise<void> => {
  await (await openStore({ ...database, rootKey: TEST_ROOT_KEY, nodeId: 'node-1', clock: () => START_MS })).close()
}

const onServer = (kind: typeof postgres, dsn: string | undefined): readonly TestDatabases[] =>
  dsn === undefined || dsn === '' ? [] : [serverDatabases(kind, dsn, migrate)]

const databases: readonly TestDatabases[] = [
  sqliteDatabases(migrate),
  ...onServer(postgres, process.env['TEST_POSTGRES_URL']),
  ...onServer(mysql, process.env['TEST_MYSQL_URL']),
]

export const databaseNames: readonly DatabaseName[] = databases.map(({ name }) => name)

/** One database of its own for a suite, a clock that only moves when told, and builders for rows. */
export class StoreHarness {
  readonly name: DatabaseName
  readonly #databases: TestDatabases
  readonly #opened: { close(): Promise<void> }[] = []
  readonly #dropped: FreshDatabase[] = []
  #store: Store | undefined
  #database: FreshDatabase | undefined
  nowMs = START_MS

  constructor(databases: TestDatabases) {
    this.name = databases.name
    this.#databases = databases
  }

  get store(): Store {
    if (this.#store === undefined) throw new Error('the suite has not started')
    return this.#store
  }

  get database(): FreshDatabase {
    if (this.#database === undefined) throw new Error('the suite has not started')
    return this.#database
  }

  get nowSeconds(): number {
    return Math.floor(this.nowMs / 1000)
  }

  async start(): Promise<void> {
    this.#database = await this.migrated()
    this.#store = await this.open(this.#database)
  }

  /** One without a table. */
  fresh(): Promise<FreshDatabase> {
    return this.#dropAtEnd(this.#databases.empty())
  }

  /** One with all tables and no rows but those of every installation. */
  migrated(): Promise<FreshDatabase> {
    return this.#dropAtEnd(this.#databases.migrated())
  }

  /** The same of another kind, for what lies in two databases at once. */
  freshOf(name: DatabaseName): Promise<FreshDatabase> {
    const kind = databases.find((other) => other.name === name)
    if (kind === undefined) throw new Error(`no database of the kind ${name}`)
    return this.#dropAtEnd(kind.empty())
  }

  async #dropAtEnd(made: Promise<FreshDatabase>): Promise<FreshDatabase> {
    const database = await made
    this.#dropped.push(database)
    return database
  }

  async open(
    database: FreshDatabase,
    over: Partial<Pick<StoreOptions, 'nodeId' | 'rootKey' | 'otherRootKeys' | 'clock' | 'followTime' | 'logDsn' | 'openDatabase'>> = {},
  ): Promise<Store> {
    const given = { rootKey: TEST_ROOT_KEY, nodeId: 'node-1', clock: () => this.nowMs, openDatabase: openLate, ...over }
    const store = await awaited('opening the store', () => openStore({ ...database, ...given }))
    this.#opened.push(store)
    return awaiting(store)
  }

  /** The tables themselves, for what no repository would do. */
  async raw<T>(work: (database: Database) => Promise<T>, at: FreshDatabase = this.database): Promise<T> {
    const address: DatabaseAddress = parseDsn(at.dsn, at.sqlitePath)
    const database = openDatabase(address)
    try {
      return await work(database)
    } finally {
      await database.kysely.destroy()
    }
  }

  /** What a restarted server or a firewall does; over when all of them have ended. SQLite has no connections to lose. */
  async dropConnections(): Promise<void> {
    await this.raw(({ kysely }) => dropOtherConnections(this.name, kysely))
  }

  async user(startQuota = 0, store: Store = this.store): Promise<number> {
    const username = crypto.randomUUID()
    return store.users.create({ username, passwordHash: 'hash', displayName: 'Someone', role: 1, startQuota })
  }

  async token(userId: number, over: { readonly remainQuota?: number; readonly isUnlimited?: boolean; readonly name?: string } = {}) {
    const fields = { name: 'token', expiredTime: -1, remainQuota: 0, isUnlimited: true, models: '', subnet: '', ...over }
    return this.store.tokens.create(userId, crypto.randomUUID().replaceAll('-', ''), fields)
  }

  hold(over: { readonly userId: number; readonly tokenId?: number; readonly isTokenLimited?: boolean; readonly amount: number }): Hold {
    return { requestId: crypto.randomUUID(), tokenId: 0, isTokenLimited: false, ...over, amount: toQuota(over.amount) }
  }

  record(over: Partial<UsageRecord> = {}): UsageRecord {
    return usageRecord({ createdAt: this.nowSeconds, ...over })
  }

  async balance(
    userId: number,
    store: Store = this.store,
  ): Promise<{ readonly quota: number; readonly used: number; readonly requests: number }> {
    const account = await store.users.findById(userId)
    if (account === undefined) throw new Error(`no user ${userId}`)
    return { quota: account.user.quota, used: account.user.used_quota, requests: account.user.request_count }
  }

  async end(): Promise<void> {
    for (const store of this.#opened) await store.close()
    for (const database of this.#dropped) await database.drop()
  }
}

/** A database server may flush its disk for every table that is made. */
const START_TIMEOUT_MS = 180_000

/** The same promises on every database that is there; servers are named by TEST_POSTGRES_URL and TEST_MYSQL_URL. */
export const describeStore = (title: string, suite: (harness: StoreHarness) => void): void => {
  for (const kind of databases) {
    describe(`${title} (${kind.name})`, () => {
      const harness = new StoreHarness(kind)
      beforeAll(() => harness.start(), START_TIMEOUT_MS)
      afterAll(() => harness.end(), START_TIMEOUT_MS)
      suite(harness)
    })
  }
}
