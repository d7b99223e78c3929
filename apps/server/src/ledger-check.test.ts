import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '@weir/store/open-store'
import { writeMigratedFile } from '@weir/store/testing/migrated-file'
import { TEST_ROOT_KEY } from '@weir/store/testing/root-key'
import { readConfig } from './config.ts'
import { resetCounters, verifyLedger } from './ledger-check.ts'

let folder = ''
let userId = 0

const file = () => join(folder, 'weir.db')
const config = () => readConfig({ DATA_DIR: folder })

const inStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
  const store = await openStore({ dsn: '', sqlitePath: file(), rootKey: TEST_ROOT_KEY, nodeId: 'node-1', clock: Date.now })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** What no repository would write. */
const change = (statement: string): void => {
  using database = new Database(file())
  database.run(statement)
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weir-ledger-check-'))
  writeFileSync(join(folder, 'secret.key'), `${'07'.repeat(32)}\n`, { mode: 0o600 })
  await writeMigratedFile(file())
  userId = await inStore(({ users }) =>
    users.create({ username: 'owner', passwordHash: 'hash', displayName: 'owner', role: 100, startQuota: 0 }),
  )
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('weir ledger', () => {
  it('finds nothing in sound books, and changes nothing', async () => {
    expect((await verifyLedger(config())).text).toBe('All balances agree with the ledger.')
    expect((await resetCounters(config())).text).toBe('No counter is beyond 2^53. Nothing was changed.')
  })

  it('verify names every account whose balance is not what the ledger says', async () => {
    change(`update users set quota = 70, used_quota = 5 where id = ${userId}`)
    await expect(verifyLedger(config())).rejects.toThrow(
      `1 account disagrees with the ledger\nuser ${userId} (owner): balance 70, ledger says 0; used 5, ledger says 0`,
    )
  })

  it('reset sets counters to 0, and leaves balances to a person', async () => {
    change(`update users set request_count = 9007199254740993, quota = 9007199254740994 where id = ${userId}`)
    expect((await resetCounters(config())).text).toBe(
      [
        'set to 0:',
        `user ${userId} (owner): request_count 9007199254740993`,
        'balances beyond 2^53; set them in the console, under Users:',
        `user ${userId} (owner): quota 9007199254740994`,
      ].join('\n'),
    )
    expect((await inStore(({ users }) => users.findById(userId)))?.user.request_count).toBe(0)
    await expect(verifyLedger(config())).rejects.toThrow('balances beyond 2^53; set them in the console, under Users:')
  })

  it('verify tells counters that are too large, and how to mend them', async () => {
    change(`update users set request_count = 9007199254740993 where id = ${userId}`)
    await expect(verifyLedger(config())).rejects.toThrow(
      `counters beyond 2^53, shown as 9007199254740991; \`weir ledger reset\` sets them to 0:\nuser ${userId} (owner): request_count 9007199254740993`,
    )
  })

  it('tells a database that it may not read from one that is not there', async () => {
    const path = join(folder, 'loop.db')
    symlinkSync(path, path)
    const ofLoop = readConfig({ DATA_DIR: folder, SQLITE_PATH: path })
    await expect(verifyLedger(ofLoop)).rejects.toThrow(
      `this account may not read the database ${path} (ELOOP): run the command with the account of the server`,
    )
  })

  it('does not make a database where there is none', async () => {
    const elsewhere = join(folder, 'elsewhere')
    await expect(verifyLedger(readConfig({ DATA_DIR: elsewhere }))).rejects.toThrow(
      `there is no database at ${join(elsewhere, 'weir.db')}: set DATA_DIR or SQLITE_PATH as the server has them`,
    )
    expect(existsSync(elsewhere)).toBe(false)
  })
})
