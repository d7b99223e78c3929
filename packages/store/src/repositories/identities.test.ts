import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'

describeStore('identities', (harness) => {
  it('finds a token and its owner by the exact key', async () => {
    const userId = await harness.user()
    const fields = { name: 'n', expiredTime: 77, remainQuota: 5, isUnlimited: false, models: 'a, b', subnet: '10.0.0.0/8' }
    const token = await harness.store.tokens.create(userId, 'CaseMatters', fields)
    expect(await harness.store.identities.find('CaseMatters')).toMatchObject({
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
      expect(await harness.store.identities.find(wrong)).toBeUndefined()
    }
  })

  it('says at once what it found within the last second', async () => {
    const { key } = await harness.token(await harness.user())
    const found = await harness.store.identities.find(key)
    expect(harness.store.identities.find(key)).toBe(found)
    harness.nowMs += 1000
    expect(harness.store.identities.find(key)).toBeInstanceOf(Promise)
  })

  it('counts the second from the question, however late the answer is', async () => {
    const { key } = await harness.token(await harness.user())
    const asking = harness.store.identities.find(key)
    harness.nowMs += 400
    await asking
    harness.nowMs += 600
    expect(harness.store.identities.find(key)).toBeInstanceOf(Promise)
  })

  it('asks again when the clock was set back', async () => {
    const { key } = await harness.token(await harness.user())
    await harness.store.identities.find(key)
    harness.nowMs -= 600_000
    expect(harness.store.identities.find(key)).toBeInstanceOf(Promise)
    harness.nowMs += 600_000
  })

  it('AN-30 finds right keys in the midst of thousands that do not exist', async () => {
    const owners = await Promise.all(Array.from({ length: 5 }, () => harness.user()))
    const tokens = await Promise.all(owners.map((owner) => harness.token(owner)))
    const guesses = Array.from({ length: 3000 }, (_, index) => harness.store.identities.find(`guess${index}`))
    const found = await Promise.all(tokens.map(({ key }) => harness.store.identities.find(key)))
    expect(found.map((identity) => identity?.userId)).toEqual(owners)
    expect((await Promise.all(guesses)).every((identity) => identity === undefined)).toBe(true)
  })

  it('forgets at once what this process changes', async () => {
    const userId = await harness.user()
    const { id, key } = await harness.token(userId)
    expect((await harness.store.identities.find(key))?.tokenState).toBe('enabled')
    await harness.store.tokens.setStatus(userId, id, { status: 2 })
    expect((await harness.store.identities.find(key))?.tokenState).toBe('disabled')
    await harness.store.users.setStatus(userId, 2)
    expect((await harness.store.identities.find(key))?.isUserEnabled).toBe(false)
    await harness.store.tokens.softDelete(userId, id)
    expect(await harness.store.identities.find(key)).toBeUndefined()
  })

  it('finds a new token at once although its key was asked for before', async () => {
    const userId = await harness.user()
    expect(await harness.store.identities.find('soon')).toBeUndefined()
    await harness.store.tokens.create(userId, 'soon', {
      name: '',
      expiredTime: -1,
      remainQuota: 0,
      isUnlimited: true,
      models: '',
      subnet: '',
    })
    expect((await harness.store.identities.find('soon'))?.userId).toBe(userId)
  })

  it('sees what another process changed after one second', async () => {
    const userId = await harness.user()
    const { id, key } = await harness.token(userId)
    await harness.store.identities.find(key)
    await harness.raw(({ kysely }) => kysely.updateTable('tokens').set({ status: 2 }).where('id', '=', id).execute())
    harness.nowMs += 999
    expect((await harness.store.identities.find(key))?.tokenState).toBe('enabled')
    harness.nowMs += 1
    expect((await harness.store.identities.find(key))?.tokenState).toBe('disabled')
  })

  it('marks a token expired or exhausted only while that is true and the token enabled', async () => {
    const userId = await harness.user()
    const status = async (id: number) => (await harness.store.tokens.get(userId, id))?.status
    const fine = await harness.token(userId, { remainQuota: 1, isUnlimited: false })
    await harness.store.identities.markExhausted(fine.id)
    await harness.store.identities.markExpired(fine.id)
    expect(await status(fine.id)).toBe(1)

    const empty = await harness.token(userId, { remainQuota: 0, isUnlimited: false })
    await harness.store.identities.markExhausted(empty.id)
    expect(await status(empty.id)).toBe(4)

    const fields = { name: '', expiredTime: harness.nowSeconds - 1, remainQuota: 0, isUnlimited: true, models: '', subnet: '' }
    const old = await harness.store.tokens.create(userId, crypto.randomUUID(), fields)
    await harness.store.identities.markExpired(old.id)
    expect(await status(old.id)).toBe(3)
    await harness.store.tokens.setStatus(userId, old.id, { status: 2 })
    await harness.store.identities.markExpired(old.id)
    expect(await status(old.id)).toBe(2)
  })
})
