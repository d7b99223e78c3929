import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@weir/store/open-store'
import { TEST_ROOT_KEY } from '@weir/store/testing/root-key'
import { backUp } from './backup.ts'
import { readConfig } from './config.ts'

const SPENDER = join(import.meta.dir, '../../../packages/store/src/testing/spend-until-killed.ts')

let folder = ''
let copy = ''

const config = (over: Readonly<Record<string, string>> = {}) => readConfig({ DATA_DIR: folder, ...over })
const open = (sqlitePath: string) => openStore({ dsn: '', sqlitePath, rootKey: TEST_ROOT_KEY, nodeId: 'node-1', clock: Date.now })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weir-backup-'))
  copy = join(folder, 'copy.db')
  const store = await open(join(folder, 'weir.db'))
  await store.users.create({ username: 'payer', passwordHash: 'hash', displayName: 'Payer', role: 1, startQuota: 1_000_000_000 })
  await store.close()
  writeFileSync(join(folder, 'secret.key'), `${'07'.repeat(32)}\n`, { mode: 0o600 })
})

afterEach(() => rmSync(folder, { recursive: true }))

const countsOf = (path: string): Readonly<Record<string, number>> => {
  const database = new Database(path, { readonly: true })
  try {
    const tables = database
      .query<{ name: string }, []>(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
      .all()
    return Object.fromEntries(
      tables.map(({ name }) => [name, database.query<{ rows: number }, []>(`select count(*) as rows from "${name}"`).get()?.rows ?? -1]),
    )
  } finally {
    database.close()
  }
}

const consumed = (path: string): number => {
  const database = new Database(path, { readonly: true })
  try {
    return database.query<{ rows: number }, []>(`select count(*) as rows from logs`).get()?.rows ?? -1
  } finally {
    database.close()
  }
}

/** Another process spends; resolves when it has printed so many settlements, of which every one was committed before. */
const startSpending = () => {
  const child = Bun.spawn([process.execPath, SPENDER, join(folder, 'weir.db'), '1'], { stdout: 'pipe' })
  const reader = child.stdout.getReader()
  let acknowledged = 0
  const until = async (wanted: number): Promise<number> => {
    while (acknowledged < wanted) {
      const { value, done } = await reader.read()
      if (done) throw new Error('the spender ended')
      acknowledged += value.filter((byte) => byte === 10).length
    }
    return acknowledged
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await child.exited
  }
  return { until, stop }
}

describe('weir backup', () => {
  it('copies one moment of a database that is being written, with the log that is not in the file yet', async () => {
    const spender = startSpending()
    try {
      const before = await spender.until(300)
      expect(backUp(config(), [copy])).toContain(copy)
      await spender.until(before + 300)
      expect(existsSync(join(folder, 'weir.db-wal'))).toBe(true)
      expect(consumed(copy)).toBeGreaterThanOrEqual(before)
    } finally {
      await spender.stop()
    }
    const rows = consumed(copy)
    expect(rows).toBeLessThan(consumed(join(folder, 'weir.db')))
    const store = await open(copy)
    try {
      expect([await store.ledgerMaintenance.verify(), await store.ledgerMaintenance.doubleCharges()]).toEqual([[], []])
      const user = await store.users.findByName('payer')
      expect([user?.user.quota, user?.user.used_quota]).toEqual([1_000_000_000 - 3 * rows, 3 * rows])
    } finally {
      await store.close()
    }
  }, 60_000)

  it('has every row of every table once nothing is written any more', async () => {
    const spender = startSpending()
    await spender.until(200)
    await spender.stop()
    backUp(config(), [copy])
    const counts = countsOf(copy)
    expect(counts).toEqual(countsOf(join(folder, 'weir.db')))
    expect(counts['logs']).toBeGreaterThanOrEqual(200)
    expect(counts['tokens']).toBe(0)
  }, 60_000)

  it('is readable by its owner alone, overwrites nothing and leaves nothing half done', () => {
    backUp(config(), [copy])
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    writeFileSync(join(folder, 'mine'), 'precious')
    expect(() => backUp(config(), [join(folder, 'mine')])).toThrow('exists already; nothing was written')
    expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('precious')
    const damaged = join(folder, 'damaged.db')
    writeFileSync(damaged, 'no database at all, but long enough to be looked at'.repeat(100))
    const files = readdirSync(folder).toSorted()
    expect(() => backUp(config({ SQLITE_PATH: damaged }), [join(folder, 'second.db'), '--with-key'])).toThrow(
      'SQLite: file is not a database',
    )
    expect(readdirSync(folder).toSorted()).toEqual(files)
  })

  it('adds the key only when asked, beside the copy and as closed', () => {
    expect(backUp(config(), [copy])).toContain('Keep the root key')
    expect(existsSync(`${copy}.key`)).toBe(false)
    const second = join(folder, 'second.db')
    expect(backUp(config(), ['--with-key', second])).toContain(`The root key is in ${second}.key`)
    expect(readFileSync(`${second}.key`, 'utf8')).toBe(`${'07'.repeat(32)}\n`)
    expect(statSync(`${second}.key`).mode & 0o777).toBe(0o600)
    const shared = config({ SESSION_SECRET: 's'.repeat(32) })
    expect(() => backUp(shared, [join(folder, 'third.db'), '--with-key'])).toThrow('SESSION_SECRET')
    expect(existsSync(join(folder, 'third.db'))).toBe(false)
  })

  it('names the tool of another database, without its password, and its usage', () => {
    const postgres = config({ SQL_DSN: 'postgres://weir:hunter2@127.0.0.1/weir' })
    expect(() => backUp(postgres, [copy])).toThrow('pg_dump')
    const mysql = config({ SQL_DSN: 'mysql://weir:hunter2@127.0.0.1/weir' })
    expect(() => backUp(mysql, [copy])).toThrow('mysqldump --single-transaction')
    expect(() => backUp(mysql, [copy])).not.toThrow('hunter2')
    for (const args of [[], ['--with-key'], ['--help'], ['a', 'b']]) expect(() => backUp(config(), args)).toThrow('usage: weir backup')
    expect(() => backUp(config({ SQLITE_PATH: join(folder, 'absent.db') }), [copy])).toThrow('there is no database at')
    expect(() => backUp(config({ SECRET_KEY_FILE: join(folder, 'absent.key') }), [copy, '--with-key'])).toThrow(
      `${copy} cannot be written (ENOENT)`,
    )
    expect(readdirSync(folder)).not.toContain('absent.db')
  })
})
