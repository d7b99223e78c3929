import { expect, it } from 'bun:test'
import { describeStore } from '../testing/test-bed.ts'

describeStore('identities', (bed) => {
  it('finds a token and its owner by the exact key', async () => {
    const userId = await bed.user()
    const fields = { name: 'n', expiredTime: 77, remainQuota: 5, isUnlimited: false, models: 'a, b', subnet: '10.0.0.0/8' }
    const token = await bed.store.tokens.create(userId, 'CaseMatters', fields)
    expect(await bed.store.identities.find('CaseMatters')).toMatchObject({
      tokenId: token.id,
      tokenState: 'enabled',
      expiresAt: 77,
      isUnlimited: false,
      remainQuota: 5,
      models: ['a', 'b'],
      subnets: ['10.0.0.0/8'],
      userId,
      isUserEnabled: true,
      isAdmin: false,
      group: 'default',
    })
    for (const wrong of ['casematters', 'CaseMatters ', 'CaseMatter', '', 'x'.repeat(10_000)]) {
      expect(await bed.store.identities.find(wrong)).toBeUndefined()
    }
  })

  it('says at once what it found within the last second', async () => {
    const { key } = await bed.token(await bed.user())
    const found = await bed.store.identities.find(key)
    expect(bed.store.identities.find(key)).toBe(found)
    bed.nowMs += 1000
    expect(bed.store.identities.find(key)).toBeInstanceOf(Promise)
  })

  it('AN-30 finds right keys in the midst of thousands that nobody has', async () => {
    const owners = await Promise.all(Array.from({ length: 5 }, () => bed.user()))
    const tokens = await Promise.all(owners.map((owner) => bed.token(owner)))
    const guesses = Array.from({ length: 3000 }, (_, index) => bed.store.identities.find(`guess${index}`))
    const found = await Promise.all(tokens.map(({ key }) => bed.store.identities.find(key)))
    expect(found.map((identity) => identity?.userId)).toEqual(owners)
    expect((await Promise.all(guesses)).every((identity) => identity === undefined)).toBe(true)
  })

  it('forgets at once what this process changes', async () => {
    const userId = await bed.user()
    const { id, key } = await bed.token(userId)
    expect((await bed.store.identities.find(key))?.tokenState).toBe('enabled')
    await bed.store.tokens.setStatus(userId, id, 2)
    expect((await bed.store.identities.find(key))?.tokenState).toBe('disabled')
    await bed.store.users.setStatus(userId, 2)
    expect((await bed.store.identities.find(key))?.isUserEnabled).toBe(false)
    await bed.store.tokens.softDelete(userId, id)
    expect(await bed.store.identities.find(key)).toBeUndefined()
  })

  it('finds a new token at once although its key was asked for before', async () => {
    const userId = await bed.user()
    expect(await bed.store.identities.find('soon')).toBeUndefined()
    await bed.store.tokens.create(userId, 'soon', { name: '', expiredTime: -1, remainQuota: 0, isUnlimited: true, models: '', subnet: '' })
    expect((await bed.store.identities.find('soon'))?.userId).toBe(userId)
  })

  it('sees what another process changed after one second', async () => {
    const userId = await bed.user()
    const { id, key } = await bed.token(userId)
    await bed.store.identities.find(key)
    await bed.raw(({ kysely }) => kysely.updateTable('tokens').set({ status: 2 }).where('id', '=', id).execute())
    bed.nowMs += 999
    expect((await bed.store.identities.find(key))?.tokenState).toBe('enabled')
    bed.nowMs += 1
    expect((await bed.store.identities.find(key))?.tokenState).toBe('disabled')
  })

  it('marks a token expired or exhausted only while that is true and the token enabled', async () => {
    const userId = await bed.user()
    const status = async (id: number) => (await bed.store.tokens.get(userId, id))?.status
    const fine = await bed.token(userId, { remainQuota: 1, isUnlimited: false })
    await bed.store.identities.markExhausted(fine.id)
    await bed.store.identities.markExpired(fine.id)
    expect(await status(fine.id)).toBe(1)

    const empty = await bed.token(userId, { remainQuota: 0, isUnlimited: false })
    await bed.store.identities.markExhausted(empty.id)
    expect(await status(empty.id)).toBe(4)

    const fields = { name: '', expiredTime: bed.nowSeconds - 1, remainQuota: 0, isUnlimited: true, models: '', subnet: '' }
    const old = await bed.store.tokens.create(userId, crypto.randomUUID(), fields)
    await bed.store.identities.markExpired(old.id)
    expect(await status(old.id)).toBe(3)
    await bed.store.tokens.setStatus(userId, old.id, 2)
    await bed.store.identities.markExpired(old.id)
    expect(await status(old.id)).toBe(2)
  })
})
