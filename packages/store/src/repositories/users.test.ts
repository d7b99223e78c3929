import { expect, it } from 'bun:test'
import { DuplicateRow } from '../errors.ts'
import { describeStore } from '../testing/store-harness.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

describeStore('users', (harness) => {
  const create = (username: string, over: object = {}) =>
    harness.store.users.create({ username, passwordHash: 'hash', displayName: 'Someone', role: 1, ...over })

  it('creates root with its credit in the ledger when nobody is there, once', async () => {
    const store = await harness.open(await harness.migrated())
    const created = await store.users.createRootIfEmpty({ passwordHash: 'argon', accessToken: 'initial' })
    const root = await store.users.findByName('root')
    expect(root).toMatchObject({
      passwordHash: 'argon',
      user: { id: created, role: 100, status: 1, display_name: 'Root User', quota: 500_000_000_000_000, group: 'default' },
    })
    expect((await store.users.findByAccessToken('initial'))?.user.username).toBe('root')
    expect(await store.users.createRootIfEmpty({ passwordHash: 'other' })).toBeUndefined()
    expect(await store.ledgerMaintenance.verify()).toEqual([])
  })

  // SQLite is one node's own file.
  if (harness.name !== 'SQLite') {
    it('creates one root when several nodes start together', async () => {
      const database = await harness.migrated()
      const nodes = await Promise.all([harness.open(database, { nodeId: 'a' }), harness.open(database, { nodeId: 'b' })])
      const created = await Promise.all(nodes.map((node) => node.users.createRootIfEmpty({ passwordHash: 'x' })))
      expect(created.filter((id) => id !== undefined)).toHaveLength(1)
      expect(await nodes[0].users.list({ offset: 0, limit: 10 })).toHaveLength(1)
    })
  }

  it('asks nobody for a new password unless told', async () => {
    const [usual, told] = [await create(crypto.randomUUID()), await create(crypto.randomUUID(), { mustChangePassword: true })]
    const isAsked = (id: number) =>
      harness.raw(({ kysely }) => kysely.selectFrom('users').select('must_change_password').where('id', '=', id).executeTakeFirstOrThrow())
    expect([Boolean((await isAsked(usual)).must_change_password), Boolean((await isAsked(told)).must_change_password)]).toEqual([
      false,
      true,
    ])
  })

  it('finds the oldest root that is enabled', async () => {
    const { users } = await harness.open(await harness.migrated())
    const make = (username: string, role: number) => users.create({ username, passwordHash: 'h', displayName: 'x', role })
    await make('admin', 10)
    expect(await users.findRoot()).toBeUndefined()
    const [first, second] = [await make('first', 100), await make('second', 100)]
    expect((await users.findRoot())?.user.id).toBe(first)
    await users.softDelete(first)
    expect((await users.findRoot())?.user.id).toBe(second)
  })

  it('finds names by every byte, upper and lower case apart', async () => {
    const names = ['Ada', 'Ádá', 'مستخدم', '用户🙂']
    for (const name of names) await create(name)
    for (const name of names) expect((await harness.store.users.findByName(name))?.user.username).toBe(name)
    for (const name of ['ADA', 'ada']) expect(await harness.store.users.findByName(name)).toBeUndefined()
  })

  it('IN-22 gives nobody a name that reads like one that is taken', async () => {
    const { users } = harness.store
    const id = await create('Paypal')
    const other = await create('someone')
    for (const name of ['Paypal', 'PAYPAL', 'paypa1', 'РАУРАІ']) {
      expect(await outcomeOf(create(name))).toThrow(DuplicateRow)
      expect(await outcomeOf(users.updateProfile(other, { username: name }))).toThrow(DuplicateRow)
      expect([name, await users.isNameTaken(name)]).toEqual([name, true])
    }
    expect(await users.isNameTaken('Payp')).toBe(false)
    expect(await users.updateProfile(id, { username: 'PayPal' })).toBe(true)
    await users.softDelete(id)
    expect(await users.isNameTaken('paypal')).toBe(false)
    await create('paypal')
  })

  it('IN-22 leaves names alone that were twins before', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    const make = (username: string) => store.users.create({ username, passwordHash: 'hash', displayName: '', role: 1 })
    const [first, second, third] = [await make('eve'), await make('adam'), await make('cain')]
    await harness.raw(async ({ kysely }) => {
      await kysely.updateTable('users').set({ username: 'EVE' }).where('id', '=', second).execute()
      await kysely.updateTable('users').set({ username_folded: null, username_shape: null }).execute()
      await kysely.deleteFrom('migrations').where('name', '=', '0008-name-shapes').execute()
    }, database)
    const later = await harness.open(database)
    const names = await Promise.all([first, second, third].map(async (id) => (await later.users.findById(id))?.user.username))
    expect(names).toEqual(['eve', 'EVE', 'cain'])
    for (const name of ['Eve', 'Cain']) expect(await outcomeOf(later.users.updateProfile(second, { username: name }))).toThrow(DuplicateRow)
    expect(await later.users.updateProfile(second, { displayName: 'still here' })).toBe(true)
    expect(await later.users.isNameTaken('adam')).toBe(false)
  })

  it('lets many have no e-mail and nobody share one', async () => {
    await create('mail-1')
    await create('mail-2')
    await create('mail-3', { email: 'a@example.org', githubId: '42' })
    expect(await outcomeOf(create('mail-4', { email: 'a@example.org' }))).toThrow(DuplicateRow)
    expect((await harness.store.users.findByEmail('a@example.org'))?.user.username).toBe('mail-3')
    expect((await harness.store.users.findByExternalId('github', '42'))?.user.username).toBe('mail-3')
    expect(await harness.store.users.findByEmail('')).toBeUndefined()
    expect(await harness.store.users.findByExternalId('oidc', '')).toBeUndefined()
    expect(await harness.store.users.findByAffCode('')).toBeUndefined()
  })

  it('writes the named columns and no others', async () => {
    const id = await create('profile', { email: 'p@example.org', startQuota: 10 })
    expect(await harness.store.users.updateProfile(id, { displayName: 'New', group: 'vip', email: '' })).toBe(true)
    expect((await harness.store.users.findById(id))?.user).toMatchObject({
      username: 'profile',
      display_name: 'New',
      group: 'vip',
      email: '',
      quota: 10,
    })
    expect(await harness.store.users.updateProfile(999_999, { group: 'x' })).toBe(false)
    expect(await harness.store.users.updateProfile(999_999, {})).toBe(false)
  })

  it('raises the version that sessions are bound to with password, role and status, and only then', async () => {
    const id = await create('version')
    const version = async () => (await harness.store.users.findById(id))?.authVersion
    expect(await version()).toBe(1)
    await harness.store.users.setPassword(id, 'new', { mustChange: true })
    expect(await harness.store.users.findById(id)).toMatchObject({ passwordHash: 'new', mustChangePassword: true, authVersion: 2 })
    await harness.store.users.setRole(id, 10)
    await harness.store.users.setStatus(id, 2)
    expect(await version()).toBe(4)
    expect(await harness.store.users.rehashPassword(id, 'an older one', 'stronger')).toBe(false)
    expect(await harness.store.users.findById(id)).toMatchObject({ passwordHash: 'new' })
    expect(await harness.store.users.rehashPassword(id, 'new', 'stronger')).toBe(true)
    expect(await harness.store.users.findById(id)).toMatchObject({ passwordHash: 'stronger' })
    await harness.store.users.updateProfile(id, { displayName: 'x' })
    expect(await version()).toBe(4)
  })

  it('finds by the newest system token alone', async () => {
    const id = await create('system-token')
    expect((await harness.store.users.findById(id))?.hasAccessToken).toBe(false)
    await harness.store.users.setAccessToken(id, 'one')
    await harness.store.users.setAccessToken(id, 'two')
    expect(await harness.store.users.findByAccessToken('one')).toBeUndefined()
    expect((await harness.store.users.findByAccessToken('two'))?.user.id).toBe(id)
  })

  it('frees the name of a deleted user, keeps the row and hides it from lists', async () => {
    const id = await create('gone', { startQuota: 5 })
    await harness.store.users.setAccessToken(id, 'gone-token')
    expect(await harness.store.users.softDelete(id)).toBe(true)
    const account = await harness.store.users.findById(id)
    expect(account?.user).toMatchObject({ status: 3, quota: 0 })
    expect(account?.user.username).toMatch(/^deleted_[0-9a-f]{32}$/)
    expect(await harness.store.users.findByAccessToken('gone-token')).toBeUndefined()
    await create('gone')
    const listed = await harness.store.users.list({ offset: 0, limit: 100 })
    expect(listed.some((user) => user.id === id)).toBe(false)
  })

  it('lists in the order asked for and searches literally', async () => {
    const store = await harness.open(await harness.migrated())
    const make = (username: string, startQuota: number) =>
      store.users.create({ username, passwordHash: '', displayName: '', role: 1, startQuota })
    await make('100%', 1)
    const rich = await make('100x', 3)
    await make('a_b', 2)
    expect((await store.users.list({ offset: 0, limit: 2 }, 'quota')).map((user) => user.username)).toEqual(['100x', 'a_b'])
    expect((await store.users.list({ offset: 1, limit: 2 })).map((user) => user.username)).toEqual(['100x', '100%'])
    expect((await store.users.search('100%', { offset: 0, limit: 10 })).map((user) => user.username)).toEqual(['100%'])
    expect((await store.users.search('a_', { offset: 0, limit: 10 })).map((user) => user.username)).toEqual(['a_b'])
    expect(await store.users.matching('100x')).toEqual([rich])
    expect((await store.users.search('100', { offset: 1, limit: 5 })).map((user) => user.username)).toEqual(['100%'])
    expect((await store.users.search(String(rich), { offset: 0, limit: 10 })).some((user) => user.id === rich)).toBe(true)
  })

  it('AZ-17 books what a deleted user leaves behind as forfeited', async () => {
    const id = await harness.user(1000)
    const hold = harness.hold({ userId: id, amount: 300 })
    expect(await harness.store.ledger.hold(hold)).toBe('held')
    expect(await harness.store.users.softDelete(id, { roleBelow: 1 })).toBe(false)
    expect((await harness.balance(id)).quota).toBe(700)
    expect(await harness.store.users.softDelete(id)).toBe(true)
    expect((await harness.balance(id)).quota).toBe(0)
    const entries = await harness.raw(({ kysely }) =>
      kysely.selectFrom('ledger_entries').select(['kind', 'amount']).where('user_id', '=', id).orderBy('id').execute(),
    )
    expect(entries.at(-1)).toEqual({ kind: 'forfeit', amount: -700 })
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('writes under a guard only while the row is below it and not deleted', async () => {
    const id = await create('guarded')
    const guard = { roleBelow: 10 }
    expect(await harness.store.users.setStatus(id, 2, guard)).toBe(true)
    await harness.store.users.setRole(id, 10)
    expect(await harness.store.users.setStatus(id, 1, guard)).toBe(false)
    expect(await harness.store.users.setPassword(id, 'taken', guard)).toBe(false)
    expect(await harness.store.users.updateProfile(id, { group: 'taken' }, guard)).toBe(false)
    expect(await harness.store.users.softDelete(id, guard)).toBe(false)
    expect(await harness.store.users.findById(id)).toMatchObject({ passwordHash: 'hash', user: { status: 2, role: 10, group: 'default' } })
    await harness.store.users.softDelete(id)
    expect(await harness.store.users.setStatus(id, 1, { roleBelow: 100 })).toBe(false)
  })
})
