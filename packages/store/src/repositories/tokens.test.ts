import { expect, it } from 'bun:test'
import { DuplicateRow, LimitMoved } from '../errors.ts'
import { describeStore } from '../testing/store-harness.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

const fields = { name: 'name', expiredTime: -1, remainQuota: 5, isUnlimited: false, models: 'a,b', subnet: '10.0.0.0/8' }

describeStore('tokens', (harness) => {
  it('gives its owner the whole token back, key included', async () => {
    const userId = await harness.user()
    const created = await harness.store.tokens.create(userId, 'Owner1Key', { ...fields, name: 'رمز 🔑' })
    expect(created).toEqual({
      id: created.id,
      user_id: userId,
      key: 'Owner1Key',
      status: 1,
      name: 'رمز 🔑',
      created_time: harness.nowSeconds,
      accessed_time: harness.nowSeconds,
      expired_time: -1,
      remain_quota: 5,
      unlimited_quota: false,
      used_quota: 0,
      models: 'a,b',
      subnet: '10.0.0.0/8',
      group: '',
      limit_read: '5 limited 0',
    })
    expect(await harness.store.tokens.get(userId, created.id)).toEqual(created)
    expect(await outcomeOf(harness.store.tokens.create(userId, 'Owner1Key', fields))).toThrow(DuplicateRow)
  })

  it('takes a limit from one of two who read the same, and tells the other', async () => {
    const userId = await harness.user()
    const { id } = await harness.store.tokens.create(userId, crypto.randomUUID(), fields)
    const other = await harness.open(harness.database, { nodeId: 'second' })
    const limits = [70, 80]
    const changes = [harness.store, other].map(({ tokens }, at) =>
      tokens.update(userId, id, { ...fields, name: `limit ${limits[at]}`, remainQuota: limits[at] ?? 0, limitRevision: 0 }),
    )
    const done = await Promise.allSettled(changes)
    const [won] = done.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const [lost, ...more] = done.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect([lost instanceof LimitMoved, more]).toEqual([true, []])
    expect(won?.name).toBe(`limit ${won?.remain_quota}`)
    expect(await harness.store.tokens.get(userId, id)).toEqual(won)
    expect(won?.limit_read).toBe(`${won?.remain_quota} limited 1`)
  })

  it('keeps its limit, and what was set of it, where a change says nothing of either', async () => {
    const userId = await harness.user()
    const { id } = await harness.store.tokens.create(userId, crypto.randomUUID(), fields)
    const { remainQuota: _quota, isUnlimited: _unlimited, ...rest } = fields
    expect(await harness.store.tokens.update(userId, id, { ...rest, name: 'renamed' })).toMatchObject({
      name: 'renamed',
      limit_read: '5 limited 0',
    })
    expect(await harness.store.tokens.update(userId, id, { ...rest, isUnlimited: true })).toMatchObject({ limit_read: '5 unlimited 1' })
    expect(await outcomeOf(harness.store.tokens.update(userId, id, { ...fields, limitRevision: 0 }))).toThrow(LimitMoved)
    expect(
      await harness.store.tokens.update(userId, id, { ...rest, name: 'again', remainQuota: 5, isUnlimited: true, limitRevision: 0 }),
    ).toMatchObject({
      name: 'again',
      limit_read: '5 unlimited 1',
    })
    expect(await harness.store.tokens.update(userId, 999_999, { ...fields, limitRevision: 0 })).toBeUndefined()
  })

  it('keeps the group that was chosen for it, and is found with it by its key', async () => {
    const userId = await harness.user()
    const { id } = await harness.store.tokens.create(userId, 'GroupKey', { ...fields, group: 'cheap' })
    expect(await harness.store.identities.find('GroupKey')).toMatchObject({ group: 'cheap', ownGroup: 'default' })
    for (const group of ['default', '']) {
      expect(await harness.store.tokens.update(userId, id, { ...fields, group })).toMatchObject({ group })
      const identity = await harness.store.identities.find('GroupKey')
      expect([identity?.group, identity?.ownGroup]).toEqual(['default', undefined])
    }
  })

  it('does not exist for another user', async () => {
    const [owner, other] = [await harness.user(), await harness.user()]
    const { id } = await harness.token(owner)
    expect(await harness.store.tokens.get(other, id)).toBeUndefined()
    expect(await harness.store.tokens.update(other, id, fields)).toBeUndefined()
    expect(await harness.store.tokens.setStatus(other, id, { status: 2 })).toBeUndefined()
    expect(await harness.store.tokens.softDelete(other, id)).toBe(false)
    expect(await harness.store.tokens.list(other, { offset: 0, limit: 10 })).toEqual([])
    expect(await harness.store.tokens.get(owner, id)).toMatchObject({ status: 1, name: 'token' })
  })

  it('overwrites the six fields and leaves the status, or the status and leaves the fields', async () => {
    const userId = await harness.user()
    const { id } = await harness.token(userId)
    await harness.store.tokens.setStatus(userId, id, { status: 2 })
    const expiredTime = harness.nowSeconds + 99
    const updated = await harness.store.tokens.update(userId, id, { ...fields, expiredTime })
    expect(updated).toMatchObject({
      status: 2,
      name: 'name',
      expired_time: expiredTime,
      remain_quota: 5,
      unlimited_quota: false,
      models: 'a,b',
    })
    const { status, ...rest } = (await harness.store.tokens.setStatus(userId, id, { status: 1 })) ?? {}
    expect(status).toBe(1)
    expect(updated).toMatchObject(rest)
  })

  it('tells of an enabled token what is true at the moment, without waiting for its use', async () => {
    const userId = await harness.user()
    const { tokens } = harness.store
    const made = {
      past: { ...fields, name: 'past', expiredTime: harness.nowSeconds },
      future: { ...fields, name: 'future', expiredTime: harness.nowSeconds + 60 },
      empty: { ...fields, name: 'empty', remainQuota: 0 },
      unlimited: { ...fields, name: 'unlimited', remainQuota: 0, isUnlimited: true },
      off: { ...fields, name: 'off', remainQuota: 0 },
    }
    for (const [name, fieldsOf] of Object.entries(made)) await tokens.create(userId, `${userId}${name}Key`, fieldsOf)
    const byName = (rows: readonly { name: string; status: number }[]) => Object.fromEntries(rows.map(({ name, status }) => [name, status]))
    const listed = await tokens.list(userId, { offset: 0, limit: 10 })
    await tokens.setStatus(userId, listed.find(({ name }) => name === 'off')?.id ?? 0, { status: 2 })
    const statuses = { past: 3, future: 1, empty: 4, unlimited: 1, off: 2 }
    expect(byName(await tokens.list(userId, { offset: 0, limit: 10 }))).toEqual(statuses)
    for (const { id, name } of listed) {
      expect(byName(await tokens.search(userId, name, { offset: 0, limit: 10 }))[name]).toBe(statuses[name as keyof typeof statuses])
      expect((await tokens.get(userId, id))?.status).toBe(statuses[name as keyof typeof statuses])
    }
  })

  it('works again when its owner gives it more time or more quota, however it was marked; what was switched off stays off', async () => {
    const userId = await harness.user()
    const { tokens, identities } = harness.store
    const late = await tokens.create(userId, `${userId}late`, { ...fields, expiredTime: harness.nowSeconds })
    await identities.markExpired(late.id)
    expect((await identities.find(`${userId}late`))?.tokenState).toBe('expired')
    expect((await tokens.update(userId, late.id, { ...fields, expiredTime: harness.nowSeconds + 60 }))?.status).toBe(1)
    expect((await identities.find(`${userId}late`))?.tokenState).toBe('enabled')
    const empty = await tokens.create(userId, `${userId}empty`, { ...fields, remainQuota: 0 })
    await identities.markExhausted(empty.id)
    expect((await tokens.update(userId, empty.id, { ...fields, remainQuota: 0, name: 'still empty' }))?.status).toBe(4)
    expect((await tokens.update(userId, empty.id, { ...fields, remainQuota: 7 }))?.status).toBe(1)
    await tokens.setStatus(userId, empty.id, { status: 2 })
    expect((await tokens.update(userId, empty.id, { ...fields, remainQuota: 8 }))?.status).toBe(2)
  })

  it('lists newest first, by remaining quota with the unlimited on top, and by use', async () => {
    const userId = await harness.user()
    const small = await harness.token(userId, { remainQuota: 1, isUnlimited: false })
    const large = await harness.token(userId, { remainQuota: 9, isUnlimited: false })
    const free = await harness.token(userId, { remainQuota: 0, isUnlimited: true })
    const ids = async (order?: 'remain_quota' | 'used_quota') =>
      (await harness.store.tokens.list(userId, { offset: 0, limit: 10 }, order)).map((token) => token.id)
    expect(await ids()).toEqual([free.id, large.id, small.id])
    expect(await ids('remain_quota')).toEqual([free.id, large.id, small.id])
    expect(await ids('used_quota')).toEqual([free.id, large.id, small.id])
    expect((await harness.store.tokens.list(userId, { offset: 1, limit: 1 })).map((token) => token.id)).toEqual([large.id])
  })

  it('searches by the beginning of the name, wildcards taken literally', async () => {
    const userId = await harness.user()
    const names = ['100%', '100x', 'a_b', 'axb', 'c\\d', 'c|d', 'Upper']
    for (const name of names) await harness.token(userId, { name })
    const found = async (prefix: string) =>
      (await harness.store.tokens.search(userId, prefix, { offset: 0, limit: 10 })).map((token) => token.name).toSorted()
    expect(await found('100%')).toEqual(['100%'])
    expect(await found('a_')).toEqual(['a_b'])
    expect(await found('c\\')).toEqual(['c\\d'])
    expect(await found('c|')).toEqual(['c|d'])
    expect(await found('%')).toEqual([])
    expect(await found('')).toHaveLength(names.length)
    const [newest, second] = await harness.store.tokens.search(userId, '', { offset: 0, limit: 2 })
    const [after] = await harness.store.tokens.search(userId, '', { offset: 1, limit: 1 })
    expect([newest?.name, after?.id]).toEqual(['Upper', second?.id ?? 0])
    const ids = await harness.store.tokens.matching(userId, '100')
    expect([ids.length, (ids[0] ?? 0) > (ids[1] ?? 0)]).toEqual([2, true])
    expect(await harness.store.tokens.matching(await harness.user(), '')).toEqual([])
  })

  it('are deleted together, each once and only those of their owner', async () => {
    const [userId, other] = [await harness.user(), await harness.user()]
    const [one, two, foreign] = [await harness.token(userId), await harness.token(userId), await harness.token(other)]
    const { tokens } = harness.store
    const wanted = [two.id, one.id, foreign.id, 999_999]
    const twice = await Promise.all([tokens.softDeleteMany(userId, wanted), tokens.softDeleteMany(userId, wanted)])
    expect(twice.flat().toSorted((a, b) => a - b)).toEqual([one.id, two.id])
    expect([await tokens.count(userId), await tokens.count(other)]).toEqual([0, 1])
  })

  it('works with the old key beside the new one until the grace has passed', async () => {
    const userId = await harness.user()
    const { id, key: first } = await harness.token(userId)
    const finds = async (...keys: string[]) => Promise.all(keys.map(async (key) => (await harness.store.identities.find(key))?.tokenId))
    expect(await finds(first, 'SecondKey')).toEqual([id, undefined])
    expect(await harness.store.tokens.replaceKey(userId, id, { key: 'SecondKey', graceSeconds: 3600 })).toMatchObject({
      id,
      key: 'SecondKey',
    })
    expect(await finds(first, 'SecondKey')).toEqual([id, id])
    harness.nowMs += 3_599_500
    expect(await finds(first, 'SecondKey')).toEqual([id, id])
    harness.nowMs += 500
    expect(await finds(first, 'SecondKey')).toEqual([undefined, id])
  })

  it('ends every earlier key at once when there is no grace, and the key before the last in any case', async () => {
    const userId = await harness.user()
    const { id, key: first } = await harness.token(userId)
    const finds = async (...keys: string[]) => Promise.all(keys.map(async (key) => (await harness.store.identities.find(key))?.tokenId))
    await harness.store.tokens.replaceKey(userId, id, { key: 'Key2', graceSeconds: 3600 })
    await harness.store.tokens.replaceKey(userId, id, { key: 'Key3', graceSeconds: 3600 })
    expect(await finds(first, 'Key2', 'Key3')).toEqual([undefined, id, id])
    await harness.store.tokens.replaceKey(userId, id, { key: 'Key4', graceSeconds: 0 })
    expect(await finds(first, 'Key2', 'Key3', 'Key4')).toEqual([undefined, undefined, undefined, id])
  })

  it('ends with its old key when it is deleted, and its key is replaced by its owner alone', async () => {
    const [owner, other] = [await harness.user(), await harness.user()]
    const { id, key } = await harness.token(owner)
    expect(await harness.store.tokens.replaceKey(other, id, { key: 'Stolen', graceSeconds: 0 })).toBeUndefined()
    expect((await harness.store.identities.find(key))?.tokenId).toBe(id)
    await harness.store.tokens.replaceKey(owner, id, { key: 'Fresh', graceSeconds: 3600 })
    await harness.store.tokens.softDelete(owner, id)
    expect(await harness.store.identities.find(key)).toBeUndefined()
    expect(await harness.store.tokens.replaceKey(owner, id, { key: 'Later', graceSeconds: 0 })).toBeUndefined()
  })

  it('is gone for its owner once deleted', async () => {
    const userId = await harness.user()
    const { id } = await harness.token(userId)
    expect(await harness.store.tokens.softDelete(userId, id)).toBe(true)
    expect(await harness.store.tokens.get(userId, id)).toBeUndefined()
    expect(await harness.store.tokens.list(userId, { offset: 0, limit: 10 })).toEqual([])
    expect(await harness.store.tokens.softDelete(userId, id)).toBe(false)
  })
})
