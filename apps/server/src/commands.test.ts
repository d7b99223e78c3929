import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '@weir/store/open-store'
import { TEST_ROOT_KEY } from '@weir/store/testing/root-key'
import { resetFactors } from './commands.ts'
import { readConfig } from './config.ts'

let folder = ''
let userId = 0

const reset = (username?: string) => resetFactors(readConfig({ DATA_DIR: folder }), username)

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

const auditOf = (store: Store) => store.audit.list({ actorId: 0, action: '', startTime: 0, endTime: 0 }, { offset: 0, limit: 10 })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weir-commands-'))
  writeFileSync(join(folder, 'secret.key'), `${'07'.repeat(32)}\n`, { mode: 0o600 })
  await inStore(async ({ users, factors, passkeys }) => {
    for (const username of ['owner', 'plain'])
      await users.create({ username, passwordHash: 'hash', displayName: username, role: 100, startQuota: 0 })
    userId = (await users.findByName('owner'))?.user.id ?? 0
    await factors.offerTotp(userId, 'SECRET')
    const offered = await factors.findTotp(userId)
    await factors.activateTotp(userId, offered?.sealed ?? '', 1)
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
    await expect(reset()).rejects.toThrow('usage: weir factor reset <username>')
    await expect(reset('nobody')).rejects.toThrow('there is no user nobody')
    await expect(reset('plain')).rejects.toThrow('plain has no second factor')
    await inStore(async (store) => {
      expect(await store.factors.state(userId)).toEqual({ hasTotp: true, passkeys: 1, recoveryCodes: 2 })
      expect(await auditOf(store)).toEqual([])
    })
  })
})
