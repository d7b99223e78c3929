import { expect, it } from 'bun:test'
import { describeStore } from '../../testing/store-harness.ts'
import type { NewPasskey } from './passkeys.ts'

describeStore('passkeys', (harness) => {
  const passkeyOf = (userId: number, over: Partial<NewPasskey> = {}): NewPasskey => ({
    userId,
    credentialId: crypto.randomUUID(),
    publicKey: 'cHVibGlj',
    counter: 5,
    transports: ['internal', 'hybrid'],
    name: '我的手机 📱',
    ...over,
  })

  it('are found by their credential, as they were added, by its very letters', async () => {
    const userId = await harness.user()
    const { passkeys } = harness.store
    // As long as the specification allows.
    const passkey = passkeyOf(userId, { credentialId: `aB${'x'.repeat(1362)}` })
    expect(await passkeys.add(passkey)).toBe('added')
    const found = await passkeys.find(passkey.credentialId)
    expect(found).toEqual({ ...passkey, id: expect.stringMatching(/^[0-9a-f]{64}$/), createdAt: harness.nowSeconds, usedAt: 0 })
    expect(await passkeys.find(passkey.credentialId.toLowerCase())).toBeUndefined()
    expect(await passkeys.list(userId)).toMatchObject([{ name: '我的手机 📱' }])
    expect(await passkeys.add({ ...passkey, userId: await harness.user() })).toBe('exists')
  })

  it('are at most twenty, also when they are added at once', async () => {
    const userId = await harness.user()
    const { passkeys } = harness.store
    for (let count = 0; count < 18; count++) await passkeys.add(passkeyOf(userId))
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => passkeys.add(passkeyOf(userId))))
    expect(outcomes.toSorted()).toEqual(['added', 'added', 'too-many', 'too-many', 'too-many'])
    expect(await passkeys.list(userId)).toHaveLength(20)
  })

  it('count forward, once for each number among many at a time', async () => {
    const userId = await harness.user()
    const { passkeys } = harness.store
    const passkey = passkeyOf(userId)
    await passkeys.add(passkey)
    const { id = '' } = (await passkeys.find(passkey.credentialId)) ?? {}
    for (const counter of [0, 4, 5]) expect(await passkeys.use(id, counter)).toBe(false)
    harness.nowMs += 60_000
    const uses = await Promise.all(Array.from({ length: 8 }, () => passkeys.use(id, 9)))
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect(await passkeys.find(passkey.credentialId)).toMatchObject({ counter: 9, usedAt: harness.nowSeconds })
  })

  it('may never count, and are used many times in the same second', async () => {
    const userId = await harness.user()
    const { passkeys } = harness.store
    const passkey = passkeyOf(userId, { counter: 0 })
    await passkeys.add(passkey)
    const { id = '' } = (await passkeys.find(passkey.credentialId)) ?? {}
    expect([await passkeys.use(id, 0), await passkeys.use(id, 0)]).toEqual([true, true])
    expect([await passkeys.use(id, 1), await passkeys.use(id, 0)]).toEqual([true, false])
    expect(await passkeys.use('none', 0)).toBe(false)
  })

  it('are renamed for their owner alone, also to the name they have', async () => {
    const [userId, other] = [await harness.user(), await harness.user()]
    const { passkeys } = harness.store
    await passkeys.add(passkeyOf(userId))
    const { id = '' } = (await passkeys.list(userId))[0] ?? {}
    expect(await passkeys.rename({ userId: other, id, name: 'mine' })).toBe(false)
    expect([await passkeys.rename({ userId, id, name: 'key' }), await passkeys.rename({ userId, id, name: 'key' })]).toEqual([true, true])
    expect(await passkeys.list(userId)).toMatchObject([{ name: 'key' }])
  })

  it('count as factors, and the last factor stays where one must', async () => {
    const [userId, other] = [await harness.user(), await harness.user()]
    const { passkeys, factors, users } = harness.store
    await passkeys.add(passkeyOf(userId))
    expect(await factors.isSetUp(userId)).toBe(true)
    const { id = '' } = (await passkeys.list(userId))[0] ?? {}
    expect(await factors.removePasskey(other, id, { mustKeepOne: false })).toBe('absent')
    expect(await factors.removePasskey(userId, id, { mustKeepOne: true })).toBe('last')
    await factors.offerTotp(userId, 'S')
    expect(await factors.removePasskey(userId, id, { mustKeepOne: true })).toBe('last')
    await factors.activateTotp(userId, { sealed: (await factors.findTotp(userId))?.sealed ?? '', step: 1 })
    await factors.replaceRecoveryCodes(userId, ['one'])
    const both = [factors.removePasskey(userId, id, { mustKeepOne: true }), factors.removeTotp(userId, { mustKeepOne: true })]
    expect((await Promise.all(both)).toSorted()).toEqual(['last', 'removed'])
    expect(await factors.isSetUp(userId)).toBe(true)
    expect((await factors.state(userId)).recoveryCodes).toBe(1)
    await passkeys.add(passkeyOf(userId))
    const before = (await users.findById(userId))?.authVersion ?? 0
    expect(await factors.removeAll(userId, 10)).toBe(true)
    expect(await factors.state(userId)).toEqual({ hasTotp: false, passkeys: 0, recoveryCodes: 0 })
    expect((await users.findById(userId))?.authVersion).toBe(before + 1)
  })

  it('know an account by a text that tells nothing', async () => {
    const { passkeys } = harness.store
    expect(passkeys.handleOf(7)).toBe(passkeys.handleOf(7))
    expect(passkeys.handleOf(7)).not.toBe(passkeys.handleOf(8))
    expect(Buffer.from(passkeys.handleOf(7), 'base64url')).toHaveLength(32)
  })
})
