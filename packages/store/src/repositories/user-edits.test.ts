import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { DuplicateRow } from '../errors.ts'
import { describeStore } from '../testing/store-harness.ts'
import type { UserEdit } from './user-edits.ts'

const page = { offset: 0, limit: 100 }

describeStore('edits of a whole record', (harness) => {
  const balanceOf = (quota: number, expected: number) => ({
    quota,
    expected,
    requestId: crypto.randomUUID(),
    describe: (before: number) => ({ type: 3, content: `${before} to ${quota}` }),
  })
  const edit = (id: number, change: Partial<UserEdit>) =>
    harness.store.userEdits.edit({ id, guard: { roleBelow: 10 }, profile: {}, rank: {}, ...change })
  const account = async (id: number) => {
    const found = await harness.store.users.findById(id)
    if (found === undefined) throw new Error(`no user ${id}`)
    return found
  }
  const logged = async (id: number) => (await harness.store.logs.listOwn(id, { type: 3 }, page)).map((row) => row.content)

  it('write profile, password, rank and money at once, and end the sessions', async () => {
    const id = await harness.user(1000)
    const before = await account(id)
    const change = { profile: { displayName: 'New', group: 'vip' }, passwordHash: 'hash', rank: { status: 2 } }
    expect(await edit(id, { ...change, balance: balanceOf(40, 1000) })).toMatchObject({ before: { id }, after: { id } })
    const after = await account(id)
    expect(after).toMatchObject({ passwordHash: 'hash', mustChangePassword: true, authVersion: before.authVersion + 1 })
    expect(after.user).toMatchObject({ display_name: 'New', group: 'vip', status: 2, role: 1, quota: 40 })
    expect(await logged(id)).toEqual(['1000 to 40'])
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('keep the sessions where neither password nor rank is named', async () => {
    const id = await harness.user(5)
    const before = await account(id)
    expect(await edit(id, { profile: { displayName: 'Other' } })).toMatchObject({ before: { id }, after: { id } })
    expect(await edit(id, {})).toMatchObject({ before: { id }, after: { id } })
    expect(await account(id)).toEqual({ ...before, user: { ...before.user, display_name: 'Other' } })
  })

  it('book nothing when the name is taken', async () => {
    const [id, other] = [await harness.user(1000), await harness.user(0)]
    const { username } = (await account(other)).user
    const before = await account(id)
    const taken = edit(id, { profile: { username }, balance: balanceOf(7, 1000) }).catch((error: unknown) => error)
    expect(await taken).toBeInstanceOf(DuplicateRow)
    expect(await account(id)).toEqual(before)
    expect(await logged(id)).toEqual([])
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('write nothing when the balance has moved, and say what it is', async () => {
    const id = await harness.user(1000)
    const before = await account(id)
    const stale = { profile: { displayName: 'Stale' }, passwordHash: 'stale', rank: { status: 2 }, balance: balanceOf(7, 999) }
    expect(await edit(id, stale)).toEqual({ balance: 1000 })
    expect(await account(id)).toEqual(before)
  })

  it('refuse whoever is not below the guard any more, deleted or unknown', async () => {
    const [raised, gone] = [await harness.user(10), await harness.user(10)]
    await harness.store.users.setRole(raised, 10)
    await harness.store.users.softDelete(gone)
    for (const id of [raised, gone, 999_999])
      for (const balance of [undefined, balanceOf(5, 10)])
        expect(await edit(id, { profile: { displayName: 'Mine' }, balance })).toBe('not-below')
    expect((await account(raised)).user).toMatchObject({ quota: 10 })
    expect((await account(raised)).user.display_name).not.toBe('Mine')
  })

  it('of two at once with one balance keep one whole, beside what is charged meanwhile', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await harness.user(1000)
      const wish = (name: string, quota: number) => edit(id, { profile: { displayName: name }, balance: balanceOf(quota, 1000) })
      const outcomes = await Promise.all([wish('first', 5000), wish('second', 7000)])
      const winner = outcomes.findIndex((outcome) => typeof outcome === 'object' && 'after' in outcome)
      const [name, quota] = winner === 0 ? ['first', 5000] : ['second', 7000]
      expect(outcomes[1 - winner]).toEqual({ balance: quota })
      expect((await account(id)).user).toMatchObject({ display_name: name, quota })

      const hold = harness.hold({ userId: id, amount: 30 })
      const charged = Promise.resolve(harness.store.ledger.hold(hold)).then(() =>
        harness.store.ledger.settle({ hold, cost: toQuota(30), record: harness.record() }),
      )
      const [rename] = await Promise.all([edit(id, { profile: { displayName: 'renamed' } }), charged])
      expect(rename).toMatchObject({ before: { id }, after: { id } })
      expect((await account(id)).user).toMatchObject({ display_name: 'renamed', quota: quota - 30 })
    }
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('of the own account are done at the version at which their owner signed in, also where nothing differs', async () => {
    const { users, userEdits } = harness.store
    const id = await harness.user(0)
    const version = async () => (await users.findById(id))?.authVersion
    const edit = (authVersion: number, passwordHash?: string) =>
      userEdits.editOwn({ id, authVersion, profile: { displayName: 'same' }, passwordHash })
    expect((await edit(1))?.after.display_name).toBe('same')
    expect((await edit(1))?.after.display_name).toBe('same')
    expect(await edit(1, 'first')).toBeDefined()
    expect(await edit(1, 'second')).toBeUndefined()
    expect([(await users.findById(id))?.passwordHash, await version()]).toEqual(['first', 2])
    expect(await users.setAccessToken(id, 'a token of before', { authVersion: 1 })).toBe(false)
    expect(await users.setAccessToken(id, 'a token of now', { authVersion: 2 })).toBe(true)
    expect(await users.setAccessToken(id, 'a token of now', { authVersion: 2 })).toBe(true)
    expect([await users.findByAccessToken('a token of before'), (await users.findByAccessToken('a token of now'))?.user.id]).toEqual([
      undefined,
      id,
    ])
  })
})
