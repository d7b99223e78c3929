import { expect, it } from 'bun:test'
import { describeStore } from '../../testing/store-harness.ts'

describeStore('second factors', (harness) => {
  const withTotp = async (): Promise<number> => {
    const userId = await harness.user()
    const { factors } = harness.store
    await factors.offerTotp(userId, 'SECRET')
    await factors.activateTotp(userId, { sealed: (await factors.findTotp(userId))?.sealed ?? '', step: 100 })
    return userId
  }

  it('seals the secret of an authenticator app and gives it back', async () => {
    const userId = await harness.user()
    const { factors } = harness.store
    expect(await factors.findTotp(userId)).toBeUndefined()
    expect(await factors.offerTotp(userId, 'FIRST')).toBe(true)
    expect(await factors.offerTotp(userId, 'SECOND')).toBe(true)
    const found = await factors.findTotp(userId)
    expect(found).toMatchObject({ secret: 'SECOND', isActive: false })
    expect(found?.sealed).not.toContain('SECOND')
    expect(await factors.isSetUp(userId)).toBe(false)
  })

  it('activates the very secret that was read, once', async () => {
    const userId = await harness.user()
    const { factors } = harness.store
    await factors.offerTotp(userId, 'FIRST')
    const old = (await factors.findTotp(userId))?.sealed ?? ''
    await factors.offerTotp(userId, 'SECOND')
    expect(await factors.activateTotp(userId, { sealed: old, step: 100 })).toBe(false)
    const { sealed } = (await factors.findTotp(userId)) ?? { sealed: '' }
    const tries = await Promise.all([1, 2, 3].map(() => factors.activateTotp(userId, { sealed: sealed, step: 100 })))
    expect(tries.filter(Boolean)).toHaveLength(1)
    expect(await factors.state(userId)).toEqual({ hasTotp: true, passkeys: 0, recoveryCodes: 0 })
    expect(await factors.offerTotp(userId, 'THIRD')).toBe(false)
    expect((await factors.findTotp(userId))?.secret).toBe('SECOND')
  })

  it('lets a step count once among many at a time, and none before it', async () => {
    const userId = await withTotp()
    const { factors } = harness.store
    expect(await factors.useTotpStep(userId, 100)).toBe(false)
    const tries = await Promise.all(Array.from({ length: 8 }, () => factors.useTotpStep(userId, 102)))
    expect(tries.filter(Boolean)).toHaveLength(1)
    expect(await factors.useTotpStep(userId, 101)).toBe(false)
    expect(await factors.useTotpStep(userId, 103)).toBe(true)
  })

  it('lets a recovery code count once, for its owner alone', async () => {
    const [userId, other] = [await withTotp(), await withTotp()]
    const { factors } = harness.store
    await factors.replaceRecoveryCodes(userId, ['old'])
    await factors.replaceRecoveryCodes(userId, ['one', 'two'])
    expect(await factors.useRecoveryCode(userId, 'old')).toBe(false)
    expect(await factors.useRecoveryCode(other, 'one')).toBe(false)
    const tries = await Promise.all(Array.from({ length: 8 }, () => factors.useRecoveryCode(userId, 'one')))
    expect(tries.filter(Boolean)).toHaveLength(1)
    expect(await factors.state(userId)).toEqual({ hasTotp: true, passkeys: 0, recoveryCodes: 1 })
    const stored = await harness.raw(({ kysely }) => kysely.selectFrom('recovery_codes').select('code_hmac').execute())
    expect(JSON.stringify(stored)).not.toContain('two')
  })

  it('takes the recovery codes away with the last factor', async () => {
    const userId = await withTotp()
    const { factors } = harness.store
    await factors.replaceRecoveryCodes(userId, ['one'])
    expect(await factors.removeTotp(userId, { mustKeepOne: false })).toBe('removed')
    expect(await factors.state(userId)).toEqual({ hasTotp: false, passkeys: 0, recoveryCodes: 0 })
    expect(await factors.useRecoveryCode(userId, 'one')).toBe(false)
    expect(await factors.removeAll(userId, 10)).toBe(false)
  })

  it('are removed for a user below the given role, whose sessions end', async () => {
    const userId = await withTotp()
    const { factors, users } = harness.store
    const before = (await users.findById(userId))?.authVersion ?? 0
    expect(await factors.removeAll(userId, 1)).toBe(false)
    expect(await factors.isSetUp(userId)).toBe(true)
    expect(await factors.removeAll(userId, 10)).toBe(true)
    expect(await factors.isSetUp(userId)).toBe(false)
    expect((await users.findById(userId))?.authVersion).toBe(before + 1)
  })
})
