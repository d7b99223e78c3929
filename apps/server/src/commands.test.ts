import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { openStore, type Store } from '@weir/store/open-store'
import { writeMigratedFile } from '@weir/store/testing/migrated-file'
import { TEST_ROOT_KEY } from '@weir/store/testing/root-key'
import { askLine, askSecret, demoConfig, migrate, prepareDemo, resetFactors, setPassword } from './commands.ts'
import { readConfig } from './config.ts'

let folder = ''
let userId = 0

const config = () => readConfig({ DATA_DIR: folder })
const reset = async (username: string) => (await resetFactors(config(), username)).text

const inStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
  const store = await openStore({
    dsn: '',
    sqlitePath: join(folder, 'weir.db'),
    rootKey: TEST_ROOT_KEY,
    nodeId: 'node-1',
    clock: Date.now,
  })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** What no repository would write. */
const change = (statement: string): void => {
  using database = new Database(join(folder, 'weir.db'))
  database.run(statement)
}

const auditOf = (store: Store) => store.audit.list({ actorId: 0, action: '', startTime: 0, endTime: 0 }, { offset: 0, limit: 10 })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weir-commands-'))
  writeFileSync(join(folder, 'secret.key'), `${'07'.repeat(32)}\n`, { mode: 0o600 })
  await writeMigratedFile(join(folder, 'weir.db'))
  await inStore(async ({ users, factors, passkeys }) => {
    for (const username of ['owner', 'plain'])
      await users.create({ username, passwordHash: 'hash', displayName: username, role: 100, startQuota: 0 })
    userId = (await users.findByName('owner'))?.user.id ?? 0
    await factors.offerTotp(userId, 'SECRET')
    const offered = await factors.findTotp(userId)
    await factors.activateTotp(userId, { sealed: offered?.sealed ?? '', step: 1 })
    await factors.replaceRecoveryCodes(userId, ['one', 'two'])
    await passkeys.add({ userId, credentialId: 'id', publicKey: 'key', counter: 0, transports: [], name: 'phone' })
  })
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('weir factor reset', () => {
  it('removes the factors of root and writes it down', async () => {
    expect(await inStore(({ factors }) => factors.state(userId))).toEqual({ hasTotp: true, passkeys: 1, recoveryCodes: 2 })
    expect(await reset('owner')).toBe('The second factors of owner are removed and every session of the account has ended.')
    await inStore(async (store) => {
      expect(await store.factors.state(userId)).toEqual({ hasTotp: false, passkeys: 0, recoveryCodes: 0 })
      expect(await auditOf(store)).toMatchObject([
        { actor_id: 0, actor_name: 'command', credential: 'command', action: 'user.reset-factor', object: `user ${userId}` },
      ])
    })
  })

  it('says what is wrong, changes nothing and writes nothing down', async () => {
    await expect(reset('nobody')).rejects.toThrow('there is no user nobody')
    await expect(reset('plain')).rejects.toThrow('plain has no second factor')
    await inStore(async (store) => {
      expect(await store.factors.state(userId)).toEqual({ hasTotp: true, passkeys: 1, recoveryCodes: 2 })
      expect(await auditOf(store)).toEqual([])
    })
  })
})

describe('a command whose deed cannot be written down', () => {
  it('fails, says why and does nothing', async () => {
    change(`create trigger full before insert on audit_entries begin select raise(abort, 'no more room'); end`)
    await expect(reset('owner')).rejects.toThrow('no more room')
    await expect(setPassword(config(), 'owner', () => Promise.resolve('a river of its own'))).rejects.toThrow('no more room')
    await inStore(async ({ users, factors }) => {
      expect((await users.findByName('owner'))?.passwordHash).toBe('hash')
      expect(await factors.state(userId)).toEqual({ hasTotp: true, passkeys: 1, recoveryCodes: 2 })
    })
  })
})

describe('weir passwd', () => {
  const change = async (username: string, password: string) => (await setPassword(config(), username, () => Promise.resolve(password))).text

  it('sets the password, ends every session of the account and writes it down', async () => {
    await inStore(({ sessions }) =>
      sessions.create({ idHash: 'h', userId, expiresAt: 4_000_000_000, authVersion: 0, address: '', agent: '' }),
    )
    expect(await change('owner', 'a river of its own')).toBe('The password of owner is changed and every session of the account has ended.')
    await inStore(async (store) => {
      const hash = (await store.users.findByName('owner'))?.passwordHash ?? ''
      expect(await Bun.password.verify('a river of its own', hash)).toBe(true)
      expect(await store.sessions.list(userId)).toEqual([])
      expect(await auditOf(store)).toMatchObject([{ actor_name: 'command', action: 'user.set-password', object: `user ${userId}` }])
    })
  })

  it.each([
    ['nobody', 'a river of its own', 'there is no user nobody'],
    ['owner', 'short', 'a password has 8 to 128 characters'],
    ['owner', 'password1', 'this password is too common and easily guessed, choose another one'],
  ])('refuses %p with the password %p', async (username, password, message) => {
    await expect(change(username, password)).rejects.toThrow(message)
    await inStore(async (store) => {
      expect((await store.users.findByName('owner'))?.passwordHash).toBe('hash')
      expect(await auditOf(store)).toEqual([])
    })
  })
})

describe('weir demo', () => {
  const real = () =>
    readConfig({
      DATA_DIR: folder,
      HOST: '0.0.0.0',
      PORT: '4000',
      SQL_DSN: 'postgres://weir:weir@database.test/weir',
      SESSION_SECRET: 'a secret of more than thirty-two characters',
      WORKERS: '4',
    })

  it('takes nothing of the real server but its port', () => {
    expect(demoConfig(real())).toMatchObject({
      dataDir: join(folder, 'demo'),
      sqlitePath: join(folder, 'demo', 'weir.db'),
      secretKeyFile: join(folder, 'demo', 'secret.key'),
      dsn: '',
      host: '127.0.0.1',
      port: 4000,
      sessionSecret: '',
      nextSessionSecret: '',
      workers: 1,
    })
  })

  it('fills a database of its own that others cannot read', async () => {
    const demo = demoConfig(real())
    const { tokenKey } = await prepareDemo(demo)
    expect(tokenKey).toMatch(/^sk-[A-Za-z0-9]{48}$/)
    expect(statSync(demo.dataDir).mode & 0o777).toBe(0o700)
    using database = new Database(demo.sqlitePath)
    expect(database.query('select count(*) as users from users').get()).toEqual({ users: 4 })
  })
})

describe('weir migrate', () => {
  it('makes the tables of a new installation, and again changes nothing', async () => {
    rmSync(join(folder, 'weir.db'))
    for (const _ of ['first', 'second']) {
      expect((await migrate(config())).text).toBe('The database has the tables of this version.')
      expect(await inStore(({ users }) => users.findByName('owner'))).toBeUndefined()
    }
  })

  it('refuses the database of a newer version', async () => {
    change("INSERT INTO migrations (name, applied_at) VALUES ('9999-from-the-future', 0)")
    await expect(migrate(config())).rejects.toThrow(
      'the database is newer than this program: it has 9999-from-the-future; update the program',
    )
  })
})

describe('a question of a command', () => {
  const pieces: string[] = []
  const output = new Writable({ write: (piece, _encoding, done) => (pieces.push(String(piece)), done()) })
  const typing = (text: string) => Object.assign(Readable.from(text === '' ? [] : [text]), { isTTY: true })

  beforeEach(() => void pieces.splice(0))

  it.each([askLine, askSecret])('takes the first line of the input', async (ask) => {
    expect(await ask('Key: ', { input: Readable.from(['sk-one\nsk-two\n']), output })).toBe('sk-one')
    expect(await ask('Key: ', { input: Readable.from(['without an end']), output })).toBe('without an end')
    expect(pieces.join('')).toBe('Key: Key: ')
  })

  it.each([askLine, askSecret])('is an error where the input ends without a line', async (ask) => {
    const refused = 'the input ended before there was a line for "New password:": type one, or pipe it in'
    await expect(ask('New password: ', { input: Readable.from([]), output })).rejects.toThrow(refused)
    await expect(ask('New password: ', { input: typing(''), output })).rejects.toThrow(refused)
  })

  it('does not show a secret that is typed', async () => {
    expect(await askSecret('New password: ', { input: typing('a river in spate\r'), output })).toBe('a river in spate')
    expect(pieces.join('')).toBe('New password: \n')
  })
})
