import { beforeAll, expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'

const PAGE = { offset: 0, limit: 10 }
const namesOf = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name)

describeStore('the order of lists', (harness) => {
  let userId: number
  beforeAll(async () => {
    userId = await harness.user()
  })

  it('of accounts found is the newest first', async () => {
    for (const username of ['pike-b', 'pike-c', 'pike-a'])
      await harness.store.users.create({ username, passwordHash: '', displayName: '', role: 1, startQuota: 0 })
    expect((await harness.store.users.search('pike', { offset: 0, limit: 10 })).map(({ username }) => username)).toEqual([
      'pike-a',
      'pike-c',
      'pike-b',
    ])
    expect((await harness.store.users.search('pike', { offset: 0, limit: 2 })).map(({ username }) => username)).toEqual([
      'pike-a',
      'pike-c',
    ])
  })

  it('of tokens found is the newest first', async () => {
    for (const name of ['perch-b', 'perch-c', 'perch-a']) await harness.token(userId, { name })
    expect(namesOf(await harness.store.tokens.search(userId, 'perch', { offset: 0, limit: 10 }))).toEqual(['perch-a', 'perch-c', 'perch-b'])
    expect(namesOf(await harness.store.tokens.search(userId, 'perch', { offset: 0, limit: 2 }))).toEqual(['perch-a', 'perch-c'])
  })

  it('of log rows found is the newest first, whether by type or by their beginning', async () => {
    for (const [type, content] of [
      [3, 'first'],
      [4, '3 of something'],
      [3, 'third'],
      [4, '3 of another'],
    ] as const)
      await harness.store.logs.add({ userId, username: 'u', type, content })
    const contents = async (limit: number) => (await harness.store.logs.search('3', limit)).map(({ content }) => content)
    expect(await contents(10)).toEqual(['3 of another', 'third', '3 of something', 'first'])
    expect(await contents(3)).toEqual(['3 of another', 'third', '3 of something'])
    expect((await harness.store.logs.search('3 of', 1)).map(({ content }) => content)).toEqual(['3 of another'])
  })

  it('of sessions is the last used first', async () => {
    const authVersion = (await harness.store.users.findById(userId))?.authVersion ?? 0
    for (const [idHash, at] of [
      ['b', 10],
      ['c', 20],
      ['a', 30],
    ] as const) {
      harness.nowMs += at
      await harness.store.sessions.create({
        idHash: idHash.repeat(64),
        userId,
        authVersion,
        expiresAt: harness.nowSeconds + 1000,
        address: '',
        agent: idHash,
      })
      harness.nowMs += 1000
    }
    expect((await harness.store.sessions.list(userId)).map(({ agent }) => agent)).toEqual(['a', 'c', 'b'])
  })

  it('of budgets is the newest first, for all and for one user', async () => {
    const fields = { scope: 'user', scopeKey: String(userId), unit: 'requests', period: 'total', limit: 5, isHard: true } as const
    const ids: number[] = []
    for (const model of ['b', 'c', 'a']) ids.push((await harness.store.budgetList.create({ ...fields, model })).id)
    const newest = ids.toReversed()
    expect((await harness.store.budgetList.list({}, PAGE)).map(({ id }) => id)).toEqual(newest)
    expect((await harness.store.budgetList.ofUser(userId)).map(({ id }) => id)).toEqual(newest)
  })

  it('of models and groups in the pool is by name, and of channels by priority and age', async () => {
    const fields = { key: 'k', type: 1, weight: 0, baseUrl: '', other: '', modelMapping: '', config: '', systemPrompt: '' }
    await harness.store.channels.createMany([
      { ...fields, name: 'low', models: 'm,z,a', group: 'vip,default,alpha', priority: 0 },
      { ...fields, name: 'high', models: 'm', group: 'default', priority: 5 },
      { ...fields, name: 'tied', models: 'm', group: 'default', priority: 5 },
    ])
    const pool = await harness.store.pool.snapshot()
    expect(pool.groups).toEqual(['alpha', 'default', 'vip'])
    expect(pool.modelsOf('default')).toEqual(['a', 'm', 'z'])
    expect(pool.channelsFor('default', 'm').map(({ name }) => name)).toEqual(['high', 'tied', 'low'])
  })
})
