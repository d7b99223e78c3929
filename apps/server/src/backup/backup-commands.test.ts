import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openStore } from '@weir/store/open-store'
import { TEST_ROOT_KEY } from '@weir/store/testing/root-key'
import { claimNode } from '../process/node-identity.ts'
import { runCommandLine } from '../testing/command-line.ts'

const SPENDER = join(import.meta.dir, '../../../../packages/store/src/testing/spend-until-killed.ts')
const KEY_LINE = `${'07'.repeat(32)}\n`
const PASSPHRASE = 'a phrase that nobody guesses'
const AGE_RECIPIENT = 'age1w7j9d2dwh3rfl32t8lgz7qhfeh0e2kejnn8ps5pp6vzcy6crhgusprvwte'
const AGE_IDENTITY = 'AGE-SECRET-KEY-1N5KCRHJYTG8JPEGTF5LPZV92D04RY44LTWNV8G7NMPZ6MWE4PE8SHC9LVG'
const AGE_STRANGER = 'AGE-SECRET-KEY-1DTKEEACF28HFEVG2UDCK9DVY96VF4R39HVRHA25MSKWGHPMFQQGSP6LWXL'

let folder = ''
let file = ''
let elsewhere = ''

const open = (sqlitePath: string) => openStore({ dsn: '', sqlitePath, rootKey: TEST_ROOT_KEY, nodeId: 'node-1', clock: Date.now })
type Variables = Readonly<Record<string, string>>
const noAsk = (): Promise<string> => Promise.reject(new Error('asked for a line'))
const backUp = async (args: readonly string[], over: Variables = {}, ask = noAsk) =>
  (await runCommandLine(['backup', ...args], { environment: { DATA_DIR: folder, ...over }, typed: [ask, ask] })).out
const runRestore = (args: readonly string[], over: Variables = {}) =>
  runCommandLine(['restore', ...args], { environment: { DATA_DIR: elsewhere, ...over }, typed: [noAsk] })
const restore = async (args: readonly string[], over: Variables = {}) => (await runRestore(args, over)).out
const failureOf = (work: Promise<string>): Promise<string> =>
  work.then(
    (text) => `it succeeded: ${text}`,
    (error: unknown) => String(error),
  )
const putKey = (place: string, line = KEY_LINE): void => {
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'secret.key'), line, { mode: 0o600 })
}

beforeEach(async () => {
  const root = mkdtempSync(join(tmpdir(), 'weir-backup-'))
  folder = join(root, 'data')
  elsewhere = join(root, 'other')
  file = join(root, 'weir.backup')
  putKey(folder)
  const store = await open(join(folder, 'weir.db'))
  await store.users.create({ username: 'payer', passwordHash: 'hash', displayName: 'Payer', role: 1, startQuota: 1_000_000_000 })
  await store.close()
})

afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

const rowsIn = (path: string, table: string): number => {
  using database = new Database(path, { readonly: true })
  return database.query<{ rows: number }, []>(`select count(*) as rows from ${table}`).get()?.rows ?? -1
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
  it('copies one moment of a database that is being written, which a restore gives back to the unit', async () => {
    const spender = startSpending()
    let before = 0
    try {
      before = await spender.until(300)
      expect(await backUp([file])).toContain(`The database is in ${file}: 43 tables, `)
      await spender.until(before + 300)
    } finally {
      await spender.stop()
    }
    putKey(elsewhere)
    // The spender keeps no figures in its rows, which is all that is wrong with them.
    const verdict = await failureOf(restore([file]))
    expect(verdict).toMatch(/is restored: 43 tables, \d+ rows, each compared with the backup\. Its ledger was not in order there either:/)
    expect(verdict).toContain('requests whose charge does not follow from their log row')
    expect(verdict).not.toContain('disagree with the ledger')
    const path = join(elsewhere, 'weir.db')
    const rows = rowsIn(path, 'logs')
    expect(rows).toBeGreaterThanOrEqual(before)
    expect(rows).toBeLessThan(rowsIn(join(folder, 'weir.db'), 'logs'))
    const store = await open(path)
    try {
      const user = await store.users.findByName('payer')
      expect([user?.user.quota, user?.user.used_quota]).toEqual([1_000_000_000 - 3 * rows, 3 * rows])
    } finally {
      await store.close()
    }
  }, 180_000)

  it('is compressed, readable by its owner alone, overwrites nothing and leaves nothing half done', async () => {
    await backUp([file])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const lines = gunzipSync(readFileSync(file)).toString().split('\n')
    expect(lines[0]).toStartWith('{"weir":"backup","format":1,"version":"1.2.3",')
    expect(lines.at(-2)).toStartWith('{"end":"backup","tables":43,')
    const mine = join(folder, 'mine')
    writeFileSync(mine, 'precious')
    expect(await failureOf(backUp([mine]))).toContain('exists already; nothing was written')
    expect(readFileSync(mine, 'utf8')).toBe('precious')
    const damaged = join(folder, 'damaged.db')
    writeFileSync(damaged, 'no database at all, but long enough to be looked at'.repeat(100))
    const files = readdirSync(folder).toSorted()
    expect(await failureOf(backUp([join(folder, 'second')], { SQLITE_PATH: damaged }))).toContain('SQLite: file is not a database')
    expect(readdirSync(folder).toSorted()).toEqual(files)
  })

  it('adds the key only when asked', async () => {
    expect(await backUp([file])).toContain('Keep the root key')
    expect(gunzipSync(readFileSync(file)).includes('0707070707')).toBe(false)
    const second = join(folder, 'second')
    expect(await backUp(['--with-key', second])).toContain(
      'The root key is in it. It is not encrypted: whoever has it can read every secret.',
    )
    expect(gunzipSync(readFileSync(second)).includes(`"rootKeys":["${'07'.repeat(32)}"]`)).toBe(true)
    const third = join(folder, 'third')
    expect(await failureOf(backUp([third, '--with-key'], { SESSION_SECRET: 's'.repeat(32) }))).toContain('SESSION_SECRET')
    expect(existsSync(third)).toBe(false)
  })

  it('names its usage and what is missing, and makes no database', async () => {
    for (const args of [[], ['--with-key'], ['--verify']])
      expect(await failureOf(backUp(args))).toContain("missing required argument 'file'")
    expect(await failureOf(backUp(['a', 'b']))).toContain('too many arguments')
    for (const flags of [['--with-key'], ['--passphrase'], ['--age', AGE_RECIPIENT]])
      expect(await failureOf(backUp(['--verify', ...flags, file]))).toContain(
        '--verify looks at a backup that is there: leave out --with-key, --passphrase and --age',
      )
    expect(await failureOf(backUp([file], { SQLITE_PATH: join(folder, 'absent.db') }))).toContain('there is no database at')
    expect(await failureOf(backUp([file, '--with-key'], { SECRET_KEY_FILE: join(folder, 'absent.key') }))).toContain(
      'absent.key cannot be read',
    )
    expect(await failureOf(backUp([join(folder, 'no', 'where')]))).toContain('there is no folder')
    expect(readdirSync(folder)).not.toContain('absent.db')
  })

  it('is encrypted by a passphrase, which the environment or a person gives', async () => {
    const text = await backUp([file, '--with-key'], { BACKUP_PASSPHRASE: PASSPHRASE })
    expect(text).toContain('Whoever has it and the passphrase can read every secret.')
    expect(readFileSync(file, 'latin1')).toStartWith('weir-backup 1 scrypt 17 ')
    expect(await backUp(['--verify', file], {}, () => Promise.resolve(PASSPHRASE))).toContain('is whole: 43 tables')
    expect(await failureOf(backUp([join(folder, 'short'), '--passphrase'], {}, () => Promise.resolve('short')))).toContain(
      'the passphrase has 5 characters: take at least 12',
    )
    expect(await restore([file], { BACKUP_PASSPHRASE: PASSPHRASE })).toContain('is restored: 43 tables')
    expect(readFileSync(join(elsewhere, 'secret.key'), 'utf8')).toBe(KEY_LINE)
  }, 180_000)

  it('is encrypted to a key of age, which the server does not have', async () => {
    const text = await backUp([file, '--with-key', '--age', AGE_RECIPIENT])
    expect(text).toContain('Whoever has it and the age key can read every secret.')
    expect(readFileSync(file, 'latin1')).toStartWith('age-encryption.org/v1\n')
    const identity = join(folder, 'age.txt')
    writeFileSync(identity, `# a comment\n${AGE_IDENTITY}\n`)
    expect(await failureOf(backUp(['--verify', file]))).toContain('encrypted to a key of age: add --identity <file>')
    expect(await backUp(['--verify', file, '--identity', identity])).toContain('is whole: 43 tables')
    const second = join(folder, 'second')
    expect(await backUp([second], { BACKUP_AGE: AGE_RECIPIENT, BACKUP_PASSPHRASE: PASSPHRASE })).toContain('Keep the age key too')
    expect(readFileSync(second, 'latin1')).toStartWith('age-encryption.org/v1\n')
    expect(await failureOf(restore([file]))).toContain('add --identity <file>')
    const stranger = join(folder, 'stranger.txt')
    writeFileSync(stranger, AGE_STRANGER)
    expect(await failureOf(restore([file, '--identity', stranger]))).toContain(`no key in ${stranger} opens the backup`)
    expect(existsSync(join(elsewhere, 'secret.key'))).toBe(false)
    expect(await restore([file, '--identity', identity])).toContain('is restored: 43 tables')
    expect(readFileSync(join(elsewhere, 'secret.key'), 'utf8')).toBe(KEY_LINE)
    expect(await failureOf(backUp([second, '--age', 'age1nonsense']))).toContain('age1nonsense is no recipient of age')
    expect(await failureOf(backUp([second, '--age']))).toContain("option '--age <recipient>' argument missing")
    expect(await failureOf(backUp([second, '--age', AGE_RECIPIENT, '--passphrase']))).toContain('--passphrase and --age exclude each other')
    expect(await failureOf(backUp([second, '--identity', identity]))).toContain('--identity opens a backup that is there: add --verify')
  }, 180_000)

  it('is looked at by --verify, which tells a damaged one and whose key it needs', async () => {
    await backUp([file])
    expect(await backUp(['--verify', file])).toContain('secret.key) belongs to it.')
    putKey(folder, `${'08'.repeat(32)}\n`)
    expect(await backUp(['--verify', file])).toContain('does not belong to it')
    rmSync(join(folder, 'secret.key'))
    expect(await backUp(['--verify', file])).toContain('There is no root key here to try with it.')
    const bytes = readFileSync(file)
    for (const cut of [bytes.length - 5, Math.floor(bytes.length / 2), 11]) {
      writeFileSync(file, bytes.subarray(0, cut))
      expect(await failureOf(backUp(['--verify', file]))).toContain('damaged or cut off')
    }
    writeFileSync(file, 'SQLite format 3')
    expect(await failureOf(backUp(['--verify', file]))).toContain('is no backup of Weir')
    expect(await failureOf(backUp(['--verify', join(folder, 'none')]))).toContain('there is no file')
    expect(await failureOf(backUp(['--verify', folder]))).toBe(`CommandError: ${folder} is a folder: name a file`)
  })
})

describe('weir restore', () => {
  it('brings the key with it, into the place where none is, and says so in the audit trail', async () => {
    await backUp([file, '--with-key'])
    expect((await runRestore([file])).err.split('\n')).toContain('  users: 1 row')
    expect(readFileSync(join(elsewhere, 'secret.key'), 'utf8')).toBe(KEY_LINE)
    expect(statSync(join(elsewhere, 'secret.key')).mode & 0o777).toBe(0o600)
    using database = new Database(join(elsewhere, 'weir.db'), { readonly: true })
    expect(database.query('select actor_name, action from audit_entries').all()).toEqual([
      { actor_name: 'command', action: 'database.restore' },
    ])
    expect(database.query('select username, quota from users').all()).toEqual([{ username: 'payer', quota: 1_000_000_000 }])
  })

  it('refuses a database that is there, a key of another one and a place without a key, and changes nothing', async () => {
    await backUp([file])
    expect(await failureOf(restore([file]))).toContain('the backup was made without its root key')
    putKey(elsewhere, `${'08'.repeat(32)}\n`)
    expect(await failureOf(restore([file]))).toContain('is not the one that this backup was sealed with; nothing was written')
    expect(readFileSync(join(elsewhere, 'secret.key'), 'utf8')).toBe(`${'08'.repeat(32)}\n`)
    const path = join(folder, 'weir.db')
    expect(await failureOf(restore([file], { DATA_DIR: folder }))).toBe(
      `CommandError: the database to restore into, ${path}, is not empty (it has the table options): set DATA_DIR or SQLITE_PATH to another place; nothing was written`,
    )
    expect(rowsIn(join(folder, 'weir.db'), 'users')).toBe(1)
    expect(await failureOf(restore([join(folder, 'none')]))).toContain('there is no file')
    expect(await failureOf(restore([folder]))).toBe(`CommandError: ${folder} is a folder: name a file`)
    expect(await failureOf(restore([]))).toContain("missing required argument 'file'")
  })

  it('refuses a damaged backup and can be repeated with a good one', async () => {
    await backUp([file, '--with-key'])
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, bytes.length - 5))
    expect(await failureOf(restore([file]))).toContain('damaged or cut off')
    expect(existsSync(join(elsewhere, 'secret.key'))).toBe(false)
    writeFileSync(file, bytes)
    expect(await restore([file])).toContain('All balances agree with the ledger. Start the server.')
  })
})

describe('weir move', () => {
  const runMove = (args: readonly string[]) => runCommandLine(['move', ...args], { environment: { DATA_DIR: folder } })
  const move = async (args: readonly string[]) => (await runMove(args)).out

  it('copies the database to another place and leaves the source as it was', async () => {
    const target = join(folder, '..', 'moved.db')
    expect(await failureOf(move(['--to', target]))).toContain('the server node-1 has used this database')
    const database = new Database(join(folder, 'weir.db'))
    database.run('update nodes set seen_at = seen_at - 121')
    database.close()
    const { out: text, err } = await runMove(['--to', target])
    expect(text).toContain('each compared with the source, which is as it was')
    expect(err.split('\n')).toContain('  users: 1 row')
    expect(text).toContain(`Start every server with SQLITE_PATH=${target} and without SQL_DSN`)
    expect([rowsIn(target, 'users'), rowsIn(join(folder, 'weir.db'), 'audit_entries'), rowsIn(target, 'audit_entries')]).toEqual([1, 0, 1])
    expect(await failureOf(move(['--to', target]))).toBe(
      `CommandError: the database to move to, ${target}, is not empty (it has the table options): name an empty one with --to; nothing was written`,
    )
  })

  it('is refused while a server runs in the folder, and without a target', async () => {
    const server = claimNode(folder)
    try {
      expect(await failureOf(move(['--to', join(folder, 'moved.db')]))).toContain('another Weir is running')
    } finally {
      server.release()
    }
    expect(await failureOf(move([]))).toContain('name where to with --to: the address of a database server, or a file for SQLite')
    expect(await failureOf(move(['--to']))).toContain("option '--to <place>' argument missing")
    expect(await failureOf(move(['somewhere']))).toContain('too many arguments')
    expect(await failureOf(move(['--from', 'x']))).toContain("unknown option '--from'")
    expect(await failureOf(move(['--to', 'oracle://x/y']))).toContain('the address after --to: "oracle://" is not known')
    expect(await failureOf(move(['--to', 'sqlite:///moved.db']))).toBe(
      'CommandError: sqlite:///moved.db: for SQLite name the file alone, as in --to /var/lib/weir/weir.db',
    )
    expect(existsSync(join(folder, 'moved.db'))).toBe(false)
  })

  it('says of a target that is no place for a database what is wrong with it', async () => {
    expect(await failureOf(move(['--to', folder]))).toBe(`CommandError: ${folder} is a folder: name a file`)
    expect(await failureOf(move(['--to', join(folder, 'no', 'moved.db')]))).toBe(`CommandError: there is no folder ${join(folder, 'no')}`)
    const letter = join(folder, 'letter.txt')
    writeFileSync(letter, 'a letter that somebody wants to keep')
    expect(await failureOf(move(['--to', letter]))).toBe(
      `CommandError: ${letter} is there and no SQLite database: name a file that does not exist yet`,
    )
    expect(readFileSync(letter, 'utf8')).toBe('a letter that somebody wants to keep')
  })
})
