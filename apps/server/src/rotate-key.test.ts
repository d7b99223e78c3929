import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../../tools/testing/eventually.ts'
import { openStore, type Store } from '@weir/store/open-store'
import { TEST_ROOT_KEY } from '@weir/store/testing/root-key'
import { readConfig, type Config } from './config.ts'
import { claimNode } from './process/node-identity.ts'
import { allOf, loadRootKeys } from './process/root-key.ts'
import { rotateKey, rotationStatus } from './rotate-key.ts'

const OLD = '07'.repeat(32)
const NEXT = '2a'.repeat(32)
const SECRET = 'a secret of more than 32 characters'
const NEXT_SECRET = 'another one, of more than 32 characters'
const KEY = 'keyofthetokenofowner'

let folder = ''
let said: string[] = []

const configWith = (over: Readonly<Record<string, string>> = {}): Config => readConfig({ DATA_DIR: folder, ...over })
const keyFile = (): string => join(folder, 'secret.key')
const linesOfKeyFile = (): readonly string[] => readFileSync(keyFile(), 'utf8').trimEnd().split('\n')
const rotate = async (config = configWith()) => (await rotateKey(config, (line) => said.push(line))).text
const status = async () => (await rotationStatus(configWith())).text

const inStore = async <T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> => {
  const { dsn, sqlitePath } = config
  const store = await openStore({ dsn, sqlitePath, ...(await loadRootKeys(config)), nodeId: 'command', clock: Date.now })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const fill = (config: Config) =>
  inStore(config, async (store) => {
    const id = await store.users.create({ username: 'owner', passwordHash: '', displayName: '', role: 1, startQuota: 0 })
    await store.tokens.create(id, KEY, { name: 't', expiredTime: -1, remainQuota: 0, isUnlimited: true, models: '', subnet: '' })
  })

const isTokenFound = (config: Config) => inStore(config, async ({ identities }) => (await identities.find(KEY)) !== undefined)

beforeEach(() => {
  said = []
  folder = mkdtempSync(join(tmpdir(), 'weir-rotate-'))
  writeFileSync(keyFile(), `${OLD}\n`, { mode: 0o600 })
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('weir rotate-key', () => {
  it('leaves one new key in the file, tells what it did and writes it down', async () => {
    await fill(configWith())
    expect(await status()).toBe('The root key was never replaced.')
    expect(await rotate()).toContain(`${keyFile()} holds it alone`)
    expect(said).toContain('  tokens: 1 sealed anew')
    expect(said).toContain('  options: 1 sealed anew')
    const lines = linesOfKeyFile()
    expect(lines).toHaveLength(1)
    expect(lines).not.toContain(OLD)
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).not.toContain('secret.key.new')
    expect(await isTokenFound(configWith())).toBe(true)
    const trail = await inStore(configWith(), ({ audit }) =>
      audit.list({ actorId: 0, action: '', startTime: 0, endTime: 0 }, { offset: 0, limit: 10 }),
    )
    expect(trail).toMatchObject([{ actor_name: 'command', action: 'key.rotate', object: 'root key' }])
    expect(await status()).toBe('Everything is sealed with the present root key.')
  })

  it('goes on with the next key that the file holds already', async () => {
    await fill(configWith())
    writeFileSync(keyFile(), `${OLD}\n${NEXT}\n`)
    await rotate()
    expect(linesOfKeyFile()).toEqual([NEXT])
    expect(await isTokenFound(configWith())).toBe(true)
  })

  it('only repairs the file when it was killed after its last step in the database, and rotates again when asked again', async () => {
    await fill(configWith())
    writeFileSync(keyFile(), `${OLD}\n${NEXT}\n`)
    await rotate()
    writeFileSync(keyFile(), `${OLD}\n${NEXT}\n`)
    expect(await status()).toContain(`${keyFile()} still holds the old key. Run weir rotate-key, which takes it out.`)
    said = []
    await rotate()
    expect(said).toEqual([])
    expect(linesOfKeyFile()).toEqual([NEXT])
    await rotate()
    expect(linesOfKeyFile()).toHaveLength(1)
    expect(linesOfKeyFile()).not.toEqual([NEXT])
    expect(await isTokenFound(configWith())).toBe(true)
  })

  it('waits for servers that have not said that they have the key', async () => {
    await fill(configWith())
    const { dsn, sqlitePath } = configWith()
    const node = await openStore({ dsn, sqlitePath, rootKey: TEST_ROOT_KEY, nodeId: 'server-1', clock: Date.now })
    try {
      const rotating = rotate()
      let isDone = false
      const ended = rotating.finally(() => (isDone = true))
      await eventually('a line that names the server', () => said.find((line) => line.startsWith('waiting for server-1')))
      expect([isDone, linesOfKeyFile()[0]]).toEqual([false, OLD])
      expect(await status()).toContain('nothing is sealed with it yet. Run weir rotate-key to go on.\nwaiting for server-1')
      await eventually('the end of the rotation', async () => {
        await node.keys.follow(async () => allOf(await loadRootKeys(configWith())))
        expect((await node.tokens.list(1, { offset: 0, limit: 1 }))[0]?.key).toBe(KEY)
        return isDone || undefined
      })
      await ended
      expect(await rotating).toContain('holds it alone')
    } finally {
      await node.close()
    }
  }, 180_000)

  it('says at once when one of several servers has the key', async () => {
    await fill(configWith())
    const { dsn, sqlitePath } = configWith()
    const open = (nodeId: string) => openStore({ dsn, sqlitePath, rootKey: TEST_ROOT_KEY, nodeId, clock: Date.now })
    const nodes = [await open('server-1'), await open('server-2')] as const
    const follow = ({ keys }: Store) => keys.follow(async () => allOf(await loadRootKeys(configWith())))
    const line = (names: string) => said.find((text) => text.startsWith(`waiting for ${names}:`))
    try {
      const rotating = rotate()
      await eventually('a line that names both', () => line('server-1, server-2'))
      await eventually('a line that names the other', async () => {
        await follow(nodes[0])
        return line('server-2')
      })
      let isDone = false
      const ended = rotating.finally(() => (isDone = true))
      await eventually('the end of the rotation', async () => {
        for (const node of nodes) await follow(node)
        return isDone || undefined
      })
      await ended
    } finally {
      for (const node of nodes) await node.close()
    }
  }, 180_000)

  it('replaces SESSION_SECRET when the servers have both, and says how when they do not', async () => {
    const before = configWith({ SESSION_SECRET: SECRET })
    await fill(before)
    await expect(rotate(before)).rejects.toThrow('start every server with SESSION_SECRET_NEXT set to a new secret')
    const both = configWith({ SESSION_SECRET: SECRET, SESSION_SECRET_NEXT: NEXT_SECRET })
    expect(await rotate(both)).toContain('as SESSION_SECRET, and without SESSION_SECRET_NEXT')
    expect(await rotate(both)).toContain('as SESSION_SECRET, and without SESSION_SECRET_NEXT')
    expect(linesOfKeyFile()).toEqual([OLD])
    expect(await isTokenFound(both)).toBe(true)
    expect(await isTokenFound(configWith({ SESSION_SECRET: NEXT_SECRET }))).toBe(true)
    await expect(isTokenFound(before)).rejects.toThrow('the root key is not the one')
  })

  it('refuses to run twice at once, without a database, and while a key of a token cannot be carried over', async () => {
    await expect(rotate()).rejects.toThrow('there is no database at')
    expect(linesOfKeyFile()).toEqual([OLD])
    await fill(configWith())
    const other = claimNode(folder, 'secret.key')
    await expect(rotate()).rejects.toThrow('another weir rotate-key is running')
    other.release()
    const database = new Database(join(folder, 'weir.db'))
    database.run(`update tokens set old_key_hmac = 'x', old_key_until = 4102444800`)
    database.close()
    await expect(rotate()).rejects.toThrow('2100-01-01T00:00:00.000Z')
    expect(linesOfKeyFile()).toEqual([OLD])
  })

  it('seals nothing when the file cannot be written', async () => {
    await fill(configWith())
    mkdirSync(join(folder, 'secret.key.new', 'x'), { recursive: true })
    await expect(rotate()).rejects.toThrow(`the key file ${keyFile()} cannot be written`)
    expect(linesOfKeyFile()).toEqual([OLD])
    expect(await isTokenFound(configWith())).toBe(true)
  })
})
