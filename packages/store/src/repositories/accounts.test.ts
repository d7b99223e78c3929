import { expect, it } from 'bun:test'
import { DuplicateRow } from '../errors.ts'
import { describeStore } from '../testing/store-harness.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

describeStore('new accounts', (harness) => {
  const person = () => ({ username: crypto.randomUUID(), passwordHash: 'hash', displayName: 'Someone', role: 1 })
  const newKey = () => crypto.randomUUID().replaceAll('-', '')
  const logsOf = async (userId: number) =>
    (await harness.store.logs.listOwn(userId, {}, { offset: 0, limit: 10 })).map(({ type, content, quota }) => ({ type, content, quota }))

  it('come with their bonuses, a log row for each and a first token', async () => {
    const inviterId = await harness.user(100)
    const tokenKey = newKey()
    const id = await harness.store.accounts.open({
      user: { ...person(), inviterId },
      tokenKey,
      credits: [
        { to: 'newcomer', amount: 500, kind: 'grant', text: 'welcome' },
        { to: 'newcomer', amount: 30, kind: 'invite', text: 'invited' },
        { to: 'inviter', amount: 20, kind: 'invite', text: 'thanks' },
      ],
    })
    expect(await harness.balance(id)).toMatchObject({ quota: 530 })
    expect(await harness.balance(inviterId)).toMatchObject({ quota: 120 })
    expect(await logsOf(id)).toEqual([
      { type: 4, content: 'invited', quota: 30 },
      { type: 4, content: 'welcome', quota: 500 },
    ])
    expect(await logsOf(inviterId)).toEqual([{ type: 4, content: 'thanks', quota: 20 }])
    expect(await harness.store.tokens.list(id, { offset: 0, limit: 10 })).toMatchObject([
      { name: 'default', key: tokenKey, unlimited_quota: true, expired_time: -1, status: 1 },
    ])
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('leave nothing behind when one part fails', async () => {
    const inviterId = await harness.user(100)
    const tokenKey = newKey()
    await harness.store.accounts.open({ user: person(), tokenKey, credits: [] })
    const user = { ...person(), inviterId }
    const credits = [{ to: 'inviter', amount: 20, kind: 'invite', text: 'thanks' }] as const
    expect(await outcomeOf(harness.store.accounts.open({ user, tokenKey, credits }))).toThrow(DuplicateRow)
    expect(await harness.store.users.findByName(user.username)).toBeUndefined()
    expect(await harness.balance(inviterId)).toMatchObject({ quota: 100 })
  })

  it('write no row for an amount of zero or an inviter who is not there', async () => {
    const credits = [
      { to: 'newcomer', amount: 0, kind: 'grant', text: 'nothing' },
      { to: 'inviter', amount: 20, kind: 'invite', text: 'nobody' },
    ] as const
    const id = await harness.store.accounts.open({ user: person(), tokenKey: newKey(), credits })
    expect(await logsOf(id)).toEqual([])
  })

  it('AZ-19 reward whoever invites them twenty times a day, also when they come at once', async () => {
    const inviterId = await harness.user(100)
    const credits = [{ to: 'inviter', amount: 10, kind: 'invite', text: 'thanks' }] as const
    const openMany = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () => harness.store.accounts.open({ user: { ...person(), inviterId }, tokenKey: newKey(), credits })),
      )
    // In two crowds: all of one wait for the same row, and a database gives up waiting after five seconds.
    await openMany(12)
    await openMany(13)
    expect(await harness.balance(inviterId)).toMatchObject({ quota: 300 })
    harness.nowMs += 86_400_000
    await openMany(1)
    expect(await harness.balance(inviterId)).toMatchObject({ quota: 310 })
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('H-37 refuse an invitation code that is somebody else’s and keep the first one', async () => {
    const [one, two] = [await harness.user(), await harness.user()]
    const code = crypto.randomUUID().slice(0, 8)
    expect(await harness.store.users.offerAffCode(one, code)).toBe(true)
    expect(await harness.store.users.offerAffCode(one, `${code}x`)).toBe(false)
    expect(await outcomeOf(harness.store.users.offerAffCode(two, code))).toThrow(DuplicateRow)
    expect((await harness.store.users.findByAffCode(code))?.user.id).toBe(one)
  })

  it('AN-09 a new password ends the system access token', async () => {
    const id = await harness.user()
    const accessToken = crypto.randomUUID()
    await harness.store.users.setAccessToken(id, accessToken)
    expect((await harness.store.users.findByAccessToken(accessToken))?.user.id).toBe(id)
    await harness.store.users.setPassword(id, 'other')
    expect(await harness.store.users.findByAccessToken(accessToken)).toBeUndefined()
  })
})

describeStore('the first start', (harness) => {
  it('gives root the tokens it was told to, and only then', async () => {
    const store = await harness.open(await harness.migrated())
    const id = await store.users.createRootIfEmpty({ passwordHash: 'hash', accessToken: 'system', tokenKey: 'relay' })
    expect(await store.tokens.list(id ?? 0, { offset: 0, limit: 10 })).toMatchObject([
      { id: 1, name: 'Initial Root Token', key: 'relay', unlimited_quota: true, remain_quota: 500_000_000_000_000, expired_time: -1 },
    ])
    expect((await store.users.findByAccessToken('system'))?.user.role).toBe(100)
    expect(await store.users.createRootIfEmpty({ passwordHash: 'hash', tokenKey: 'again' })).toBeUndefined()
    expect(await store.tokens.list(id ?? 0, { offset: 0, limit: 10 })).toHaveLength(1)
  })
})
