import { expect, it } from 'bun:test'
import { describeStore } from '../../testing/store-harness.ts'

const BODIES = {
  request: { text: '{"messages":[{"role":"user","content":"你好 🙂"}]}', bytes: 60, isCut: false },
  reply: { text: 'data: {}\n\n', bytes: 900_000, isCut: true },
}

describeStore('bodies of requests', (harness) => {
  const save = async (requestId: string, { userId = 7, createdAt = harness.nowSeconds } = {}) =>
    await harness.store.requestBodies.save({ ...BODIES, requestId, userId, createdAt })
  const find = (requestId: string, userId = 7) => harness.store.requestBodies.find(requestId, userId)

  it('are sealed, are given back whole, and to their user alone', async () => {
    expect([await save('a'), await save('a')]).toEqual([true, false])
    expect(await find('a')).toEqual(BODIES)
    expect([await find('a', 8), await find('b')]).toEqual([undefined, undefined])
    const { requestBodies } = harness.store
    expect([await requestBodies.has('a', 7), await requestBodies.has('a', 8), await requestBodies.has('b', 7)]).toEqual([
      true,
      false,
      false,
    ])
    const rows = await harness.raw(({ kysely }) => kysely.selectFrom('request_bodies').selectAll().execute())
    expect(JSON.stringify(rows)).not.toContain('你好')
    expect(JSON.stringify(rows)).not.toContain('messages')
  })

  it('do not open in the place of others', async () => {
    await save('mine', { userId: 7 })
    await harness.raw(({ kysely }) => kysely.updateTable('request_bodies').set({ user_id: 9 }).where('request_id', '=', 'mine').execute())
    expect(await find('mine', 9)).toBeUndefined()
  })

  it('end after their days, and with the rows of the log', async () => {
    const now = harness.nowSeconds
    for (const age of [0, 1, 2, 3]) await save(`age-${age}`, { createdAt: now - age * 86_400 - 1 })
    expect(await harness.store.requestBodies.deleteOlderThan(3)).toBe(1)
    const left = async () => (await Promise.all([0, 1, 2, 3].map((age) => find(`age-${age}`)))).map((bodies) => bodies !== undefined)
    expect(await left()).toEqual([true, true, true, false])
    await harness.store.logs.deleteBefore(now - 86_400)
    expect(await left()).toEqual([true, false, false, false])
  })

  it('go with the account', async () => {
    const userId = await harness.user(5)
    await save('of-one', { userId })
    await save('of-another')
    await harness.store.users.softDelete(userId)
    expect([await find('of-one', userId), await find('of-another')]).toEqual([undefined, BODIES])
  })
})
