import { expect, it } from 'bun:test'
import { describeStore } from '../../testing/store-harness.ts'

describeStore('sessions', (harness) => {
  const signIn = async (userId: number): Promise<string> => {
    const idHash = crypto.randomUUID()
    const authVersion = (await harness.store.users.findById(userId))?.authVersion ?? 0
    await harness.store.sessions.create({
      idHash,
      userId,
      authVersion,
      expiresAt: harness.nowSeconds + 3600,
      address: '127.0.0.1',
      agent: 'x'.repeat(5000),
    })
    return idHash
  }

  it('finds a living session with its user', async () => {
    const userId = await harness.user()
    const idHash = await signIn(userId)
    const found = await harness.store.sessions.find(idHash)
    expect(found?.account.user.id).toBe(userId)
    expect(found?.session).toMatchObject({ idHash, createdAt: harness.nowSeconds, seenAt: harness.nowSeconds, address: '127.0.0.1' })
    expect(found?.session.agent).toHaveLength(200)
    expect(await harness.store.sessions.find(idHash.toUpperCase())).toBeUndefined()
  })

  it('ends with a new password, a new role, a ban and the deletion of the user', async () => {
    const changes = [
      (id: number) => harness.store.users.setPassword(id, 'x'),
      (id: number) => harness.store.users.setRole(id, 10),
      (id: number) => harness.store.users.setStatus(id, 2),
      (id: number) => harness.store.users.softDelete(id),
    ]
    for (const change of changes) {
      const userId = await harness.user()
      const idHash = await signIn(userId)
      await change(userId)
      expect(await harness.store.sessions.find(idHash)).toBeUndefined()
      expect(await harness.store.sessions.list(userId)).toEqual([])
    }
  })

  it('stays dead when a ban is lifted', async () => {
    const userId = await harness.user()
    const idHash = await signIn(userId)
    await harness.store.users.setStatus(userId, 2)
    await harness.store.users.setStatus(userId, 1)
    expect(await harness.store.sessions.find(idHash)).toBeUndefined()
  })

  it('ends when its time is over, and is cleaned away', async () => {
    const idHash = await signIn(await harness.user())
    harness.nowMs += 3_600_000
    expect(await harness.store.sessions.find(idHash)).toBeUndefined()
    expect(await harness.store.sessions.deleteExpired()).toBeGreaterThan(0)
    expect(await harness.store.sessions.delete(idHash)).toBe(false)
  })

  it('notes when it was seen, at most once a minute', async () => {
    const idHash = await signIn(await harness.user())
    const start = harness.nowSeconds
    harness.nowMs += 59_000
    await harness.store.sessions.touch(idHash)
    expect((await harness.store.sessions.find(idHash))?.session.seenAt).toBe(start)
    harness.nowMs += 1000
    await harness.store.sessions.touch(idHash)
    expect((await harness.store.sessions.find(idHash))?.session.seenAt).toBe(start + 60)
  })

  it('ends one session or all of a user', async () => {
    const userId = await harness.user()
    const [one, two, three] = [await signIn(userId), await signIn(userId), await signIn(userId)]
    expect(await harness.store.sessions.delete(one)).toBe(true)
    expect((await harness.store.sessions.list(userId)).map((session) => session.idHash).toSorted()).toEqual([two, three].toSorted())
    expect(await harness.store.sessions.deleteForUser(userId)).toBe(2)
  })

  it('knows whether its user has a second factor, and whether it awaits one', async () => {
    const userId = await harness.user()
    const { sessions, factors } = harness.store
    const idHash = await signIn(userId)
    const authVersion = (await harness.store.users.findById(userId))?.authVersion ?? 0
    const waiting = {
      idHash: 'waiting',
      userId,
      authVersion,
      expiresAt: harness.nowSeconds + 3600,
      address: '',
      agent: '',
      awaitsFactor: true,
    }
    await sessions.create(waiting)
    await factors.offerTotp(userId, 'S')
    expect(await sessions.find(idHash)).toMatchObject({ hasFactor: false, session: { awaitsFactor: false } })
    await factors.activateTotp(userId, { sealed: (await factors.findTotp(userId))?.sealed ?? '', step: 1 })
    expect(await sessions.find(idHash)).toMatchObject({ hasFactor: true, session: { awaitsFactor: false } })
    expect(await sessions.find('waiting')).toMatchObject({ hasFactor: true, session: { awaitsFactor: true } })
    expect((await sessions.list(userId)).map((session) => session.idHash)).toEqual([idHash])
  })

  it('keeps when a password or a factor was last shown', async () => {
    const idHash = await signIn(await harness.user())
    expect((await harness.store.sessions.find(idHash))?.session.confirmedAt).toBe(harness.nowSeconds)
    harness.nowMs += 60_000
    await harness.store.sessions.confirm(idHash)
    expect((await harness.store.sessions.find(idHash))?.session.confirmedAt).toBe(harness.nowSeconds)
  })

  it('ends a session for its own user alone', async () => {
    const [userId, other] = [await harness.user(), await harness.user()]
    const idHash = await signIn(userId)
    expect(await harness.store.sessions.deleteOwn(other, idHash)).toBe(false)
    expect(await harness.store.sessions.deleteOwn(userId, idHash)).toBe(true)
    expect(await harness.store.sessions.find(idHash)).toBeUndefined()
  })
})
