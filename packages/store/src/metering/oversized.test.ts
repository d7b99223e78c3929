import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { sql } from 'kysely'
import { plainLog } from '../testing/plain-log.ts'
import { describeStore, type StoreHarness } from '../testing/store-harness.ts'

const LAST_EXACT = 9_007_199_254_740_991
/** What one call of 2^53 - 12 tokens and a second one of 95 left behind. */
const POISON = '9007199254741075'
const LAST_64_BITS = '9223372036854775807'
const STORED_LIMIT = '4611686018427387903'

type Place = readonly [table: 'users' | 'tokens' | 'channels', id: number]

const write = (harness: StoreHarness, [table, id]: Place, values: Readonly<Record<string, string>>): Promise<unknown> => {
  const changes = Object.entries(values).map(([column, value]) => `${column} = ${value}`)
  return harness.raw(({ kysely }) => sql.raw(`update ${table} set ${changes.join(', ')} where id = ${id}`).execute(kysely))
}

const stored = (harness: StoreHarness, [table, id]: Place, column: string): Promise<string> =>
  harness.raw(async ({ kysely }) => {
    const { rows } = await sql<{ value: string }>`select concat('', ${sql.ref(column)}) as value from ${sql.table(table)}
      where id = ${id}`.execute(kysely)
    return rows[0]?.value ?? ''
  })

const channelOf = async ({ store }: StoreHarness): Promise<number> => {
  const fields = { type: 1, name: 'poisoned', weight: 0, priority: 0, baseUrl: '', other: '', models: 'gpt-4o', group: 'default' }
  const [id = 0] = await store.channels.createMany([{ ...fields, key: 'k', modelMapping: '', config: '', systemPrompt: '' }])
  return id
}

const charge = async (
  harness: StoreHarness,
  userId: number,
  { cost, tokenId = 0, channelId = 0 }: Record<string, number> & { cost: number },
) => {
  const hold = harness.hold({ userId, tokenId, amount: 0 })
  expect(await harness.store.ledger.hold(hold)).toBe('held')
  await harness.store.ledger.settle({ hold, cost: toQuota(cost), record: harness.record({ channelId, isLogged: false }) })
}

describeStore('figures beyond 2^53', (harness) => {
  it('are found in rows of every age', async () => {
    const channelId = await channelOf(harness)
    await write(harness, ['channels', channelId], { id: '25001', used_quota: POISON })
    const found = (await harness.store.figures.oversized()).filter(({ id }) => id === 25_001)
    expect(found).toEqual([{ table: 'channels', id: 25_001, name: 'poisoned', column: 'used_quota', value: POISON }])
    await write(harness, ['channels', 25_001], { used_quota: '0' })
  })

  it('are shown as the last number that is exact, wherever they stand', async () => {
    const userId = await harness.user()
    const { id: tokenId } = await harness.token(userId)
    const channelId = await channelOf(harness)
    await write(harness, ['users', userId], { quota: `-${POISON}`, used_quota: POISON, request_count: LAST_64_BITS })
    await write(harness, ['tokens', tokenId], { remain_quota: `-${POISON}`, used_quota: LAST_64_BITS })
    await write(harness, ['channels', channelId], { used_quota: POISON })
    expect(await harness.balance(userId)).toEqual({ quota: -LAST_EXACT, used: LAST_EXACT, requests: LAST_EXACT })
    expect(await harness.store.tokens.get(userId, tokenId)).toMatchObject({ remain_quota: -LAST_EXACT, used_quota: LAST_EXACT })
    const page = { offset: 0, limit: 100 }
    expect((await harness.store.channels.list(page)).find(({ id }) => id === channelId)?.used_quota).toBe(LAST_EXACT)
    expect((await harness.store.users.list(page, 'used_quota')).find(({ id }) => id === userId)?.used_quota).toBe(LAST_EXACT)
    expect((await harness.store.pool.snapshot()).byId(channelId)?.name).toBe('poisoned')
    expect((await harness.store.channels.update(channelId, { name: 'mended' }))?.name).toBe('mended')
    expect(await harness.store.channels.delete(channelId)).toBe(true)
    await write(harness, ['users', userId], { quota: '0', used_quota: '0', request_count: '0' })
    await write(harness, ['tokens', tokenId], { remain_quota: '0', used_quota: '0' })
  })

  it('stay exact in the database, and end before its 64 bits do', async () => {
    const userId = await harness.user()
    const { id: tokenId } = await harness.token(userId)
    const channelId = await channelOf(harness)
    for (const cost of [LAST_EXACT, 84]) {
      await harness.store.ledgerMaintenance.grant({ userId, amount: cost, kind: 'grant', note: '' })
      await charge(harness, userId, { cost, tokenId, channelId })
    }
    expect(await stored(harness, ['users', userId], 'used_quota')).toBe(POISON)
    expect(await stored(harness, ['tokens', tokenId], 'used_quota')).toBe(POISON)
    expect(await stored(harness, ['channels', channelId], 'used_quota')).toBe(POISON)
    await write(harness, ['channels', channelId], { used_quota: LAST_64_BITS })
    await charge(harness, userId, { cost: 7, tokenId, channelId })
    expect(await stored(harness, ['channels', channelId], 'used_quota')).toBe(STORED_LIMIT)
    await harness.store.channels.delete(channelId)
    await harness.store.figures.resetCounters()
  })

  it('can be charged in one commit', async () => {
    const userId = await harness.user()
    await Promise.all(Array.from({ length: 3 }, () => charge(harness, userId, { cost: LAST_EXACT })))
    expect(await stored(harness, ['users', userId], 'used_quota')).toBe('27021597764222973')
    expect(await stored(harness, ['users', userId], 'quota')).toBe('-27021597764222973')
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
    expect(await harness.store.balances.setQuota(settingOf(userId, LAST_EXACT))).toEqual({ before: -LAST_EXACT })
    expect(await harness.balance(userId)).toMatchObject({ quota: LAST_EXACT })
    await harness.store.figures.resetCounters()
    expect(await harness.balance(userId)).toMatchObject({ quota: LAST_EXACT, used: 0 })
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
    expect(await harness.store.ledgerMaintenance.doubleCharges()).toEqual([])
  })

  it('are named with what is stored, and counters begin again while balances are left alone', async () => {
    const userId = await harness.user()
    const { id: tokenId } = await harness.token(userId, { name: 'spent' })
    const channelId = await channelOf(harness)
    await Promise.all([LAST_EXACT, 84].map((cost) => charge(harness, userId, { cost, tokenId, channelId })))
    const found = (await harness.store.figures.oversized()).map(({ table, id, name, column, value }) => [table, id, name, column, value])
    expect(found).toEqual([
      ['users', userId, expect.any(String), 'quota', `-${POISON}`],
      ['users', userId, expect.any(String), 'used_quota', POISON],
      ['tokens', tokenId, 'spent', 'used_quota', POISON],
      ['channels', channelId, 'poisoned', 'used_quota', POISON],
    ])
    expect((await harness.store.figures.resetCounters()).map(({ table, column }) => [table, column])).toEqual([
      ['users', 'used_quota'],
      ['tokens', 'used_quota'],
      ['channels', 'used_quota'],
    ])
    expect(await stored(harness, ['channels', channelId], 'used_quota')).toBe('0')
    expect(await stored(harness, ['tokens', tokenId], 'used_quota')).toBe('0')
    expect(await stored(harness, ['users', userId], 'quota')).toBe(`-${POISON}`)
    expect((await harness.store.figures.oversized()).map(({ table, column }) => [table, column])).toEqual([['users', 'quota']])
    expect(await harness.store.balances.setQuota(settingOf(userId, 5))).toEqual({ before: -LAST_EXACT })
    expect(await harness.balance(userId)).toMatchObject({ quota: 5, used: 0 })
    expect(await harness.store.figures.oversized()).toEqual([])
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('of a balance are given up whole when the account is deleted', async () => {
    const userId = await harness.user()
    await write(harness, ['users', userId], { quota: POISON })
    expect(await harness.store.users.softDelete(userId)).toBe(true)
    expect(await stored(harness, ['users', userId], 'quota')).toBe('0')
    await harness.raw(({ kysely }) => kysely.deleteFrom('ledger_entries').where('user_id', '=', userId).execute())
  })
})

const settingOf = (userId: number, quota: number) => ({
  userId,
  quota,
  roleBelow: 100,
  requestId: crypto.randomUUID(),
  describe: () => ({ type: 3, content: 'set' }),
})

describeStore('a count that upstream made up', (harness) => {
  it.each([
    [Number.NaN, 0],
    [2.5, 3],
    [Number.POSITIVE_INFINITY, LAST_EXACT],
    [2 ** 60, LAST_EXACT],
  ])('of %p is written as %p, and the request is booked', async (promptTokens, expected) => {
    const userId = await harness.user(100)
    const hold = harness.hold({ userId, amount: 10 })
    await harness.store.ledger.hold(hold)
    await harness.store.ledger.settle({ hold, cost: toQuota(7), record: harness.record({ promptTokens }) })
    expect(await harness.balance(userId)).toMatchObject({ quota: 93, used: 7 })
    const [row] = await harness.store.logs.listOwn(userId, {}, { offset: 0, limit: 1 })
    expect(row?.prompt_tokens).toBe(expected)
  })
})

describeStore('rollups of the log beyond 64 bits', (harness) => {
  const ROWS = 1100
  const scope = () => ({ start: harness.nowSeconds - 7200, end: harness.nowSeconds + 7200, step: 3600 })

  const addRows = (userId: number) =>
    harness.raw(async ({ kysely }) => {
      const row = plainLog({
        user_id: userId,
        created_at: harness.nowSeconds,
        username: 'someone',
        token_name: 'token',
        model_name: 'gpt-4o',
        channel_id: 1,
        quota: LAST_EXACT,
        prompt_tokens: LAST_EXACT,
        completion_tokens: LAST_EXACT,
      })
      for (let at = 0; at < ROWS; at += 100)
        await kysely
          .insertInto('logs')
          .values(Array.from({ length: 100 }, () => row))
          .execute()
    })

  const expectSaturated = async (userId: number) => {
    for (const user of [undefined, userId]) {
      expect(await harness.store.logs.sum({}, user)).toMatchObject({ quota: LAST_EXACT, tokens: LAST_EXACT })
      expect(await harness.store.logs.sum({ tokenName: 'token', modelName: 'gpt-4o' }, user)).toMatchObject({
        quota: LAST_EXACT,
        tokens: LAST_EXACT,
      })
      const { slices } = await harness.store.usage.period({ ...scope(), userId: user })
      expect(slices).toMatchObject([{ requests: ROWS, quota: LAST_EXACT, tokens: LAST_EXACT }])
      expect(await harness.store.usage.totals({ ...scope(), userId: user })).toMatchObject({ requests: ROWS, quota: LAST_EXACT })
    }
    expect(await harness.store.usage.byDayAndModel(userId, 0)).toMatchObject([
      { requests: ROWS, quota: LAST_EXACT, promptTokens: LAST_EXACT },
    ])
  }

  it('are shown as the last exact number, before and after they are rolled up, and rows can be deleted', async () => {
    const userId = await harness.user()
    await addRows(userId)
    await expectSaturated(userId)
    expect(await harness.store.logIndex.advance()).toBe(ROWS)
    await expectSaturated(userId)
    await addRows(userId)
    expect(await harness.store.logIndex.advance()).toBe(ROWS)
    expect(await harness.store.logs.sum({})).toMatchObject({ quota: LAST_EXACT, tokens: LAST_EXACT })
    expect(await harness.store.logs.deleteBefore(harness.nowSeconds + 1)).toBe(2 * ROWS)
    expect(await harness.store.logs.sum({})).toMatchObject({ quota: 0, tokens: 0 })
  }, 180_000)

  it('are exact below that, when rows were added and subtracted again', async () => {
    const userId = await harness.user()
    await harness.raw(({ kysely }) => kysely.deleteFrom('log_sums').execute())
    for (const [at, cost] of [
      [0, LAST_EXACT],
      [0, LAST_EXACT],
      [5, 12],
    ] as const) {
      const hold = harness.hold({ userId, amount: 0 })
      await harness.store.ledger.hold(hold)
      await harness.store.ledger.settle({
        hold,
        cost: toQuota(cost),
        record: harness.record({ createdAt: harness.nowSeconds + at, promptTokens: cost }),
      })
      await harness.store.balances.setQuota(settingOf(userId, 0))
    }
    await harness.store.logIndex.advance()
    expect(await harness.store.logs.deleteBefore(harness.nowSeconds + 1)).toBeGreaterThan(1)
    expect(await harness.store.logs.sum({}, userId)).toMatchObject({ quota: 12, tokens: 16 })
  })
})
