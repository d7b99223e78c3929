import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'
import { UNLIMITED_TOKEN } from './insert-token.ts'

const channel = {
  type: 1,
  name: 'channel',
  weight: 0,
  priority: 0,
  baseUrl: '',
  other: '',
  models: 'gpt-4o',
  group: 'default',
  modelMapping: '',
  config: '',
  systemPrompt: '',
}

describeStore('counts', (harness) => {
  it('are those of the lists: without deleted users and tokens, and of a log up to a limit', async () => {
    const { store } = harness
    const users = await store.users.count()
    const [first, second] = [await harness.user(), await harness.user()]
    expect(await store.users.count()).toBe(users + 2)
    await store.users.softDelete(second)
    expect(await store.users.count()).toBe(users + 1)

    const made: number[] = []
    for (const name of ['a', 'b', 'c']) made.push((await store.tokens.create(first, crypto.randomUUID(), { ...UNLIMITED_TOKEN, name })).id)
    await store.tokens.create(second, crypto.randomUUID(), { ...UNLIMITED_TOKEN, name: 'of another' })
    await store.tokens.softDelete(first, made[0] ?? 0)
    expect([await store.tokens.count(first), await store.tokens.count(second), await store.tokens.count(999_999)]).toEqual([2, 1, 0])

    const codes = await store.redemptions.count()
    await store.redemptions.createMany({ creatorId: 1, name: 'gift', quota: 1, keys: [crypto.randomUUID(), crypto.randomUUID()] })
    expect(await store.redemptions.count()).toBe(codes + 2)

    for (const type of [1, 1, 1, 3]) await store.logs.add({ userId: first, username: 'u', type, content: 'x' })
    const counts = [{}, { type: 1 }, { type: 3 }, { type: 2 }].map((filter) => store.logs.count(filter, 100, first))
    expect(await Promise.all(counts)).toEqual([4, 3, 1, 0])
    expect([await store.logs.count({}, 2, first), await store.logs.count({}, 100, second)]).toEqual([2, 0])
  })

  it('of channels fall by those that were deleted together, and include those that begin switched off', async () => {
    const { channels } = harness.store
    const before = await channels.count()
    const keys = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    const ids = await channels.createMany(keys.map((key) => ({ ...channel, key, status: 2 })))
    const [first = 0, second = 0, third = 0] = ids
    expect([await channels.count(), (await channels.get(second))?.status]).toEqual([before + 3, 2])
    expect(await channels.deleteMany([third, 999_999, first, first])).toEqual([first, third])
    expect(await channels.deleteMany([first])).toEqual([])
    expect(await channels.count()).toBe(before + 1)
  })
})
