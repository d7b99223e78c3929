import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { plainLog } from '../../testing/plain-log.ts'
import { describeStore } from '../../testing/store-harness.ts'

const page = { offset: 0, limit: 100 }

const blank = plainLog({ type: 4 })

describeStore('logs', (harness) => {
  const consume = async (
    userId: number,
    over: { readonly model?: string; readonly tokenName?: string; readonly createdAt?: number; readonly cost?: number },
  ) => {
    const { cost = 1, ...record } = over
    const hold = harness.hold({ userId, amount: cost })
    await harness.store.ledger.hold(hold)
    await harness.store.ledger.settle({ hold, cost: toQuota(cost), record: harness.record(record) })
  }

  it('shows a user the own rows alone, newest first', async () => {
    const [one, two] = [await harness.user(100), await harness.user(100)]
    for (const model of ['a', 'b', 'c']) await consume(one, { model })
    await consume(two, { model: 'other' })
    const rows = await harness.store.logs.listOwn(one, {}, page)
    expect(rows.map((row) => row.model_name)).toEqual(['c', 'b', 'a'])
    expect((await harness.store.logs.listOwn(one, {}, { offset: 1, limit: 1 })).map((row) => row.model_name)).toEqual(['b'])
  })

  it('filters exactly, case and wildcards included', async () => {
    const userId = await harness.user(100)
    await consume(userId, { model: 'Model', tokenName: 't%', createdAt: 1000 })
    await consume(userId, { model: 'model', tokenName: 'tx', createdAt: 2000 })
    const models = async (filter: object) => (await harness.store.logs.listOwn(userId, filter, page)).map((row) => row.model_name)
    expect(await models({ modelName: 'model' })).toEqual(['model'])
    expect(await models({ tokenName: 't%' })).toEqual(['Model'])
    expect(await models({ startTime: 1001 })).toEqual(['model'])
    expect(await models({ endTime: 1000 })).toEqual(['Model'])
    expect(await models({ startTime: 1000, endTime: 2000, modelName: '', tokenName: '', type: 0 })).toEqual(['model', 'Model'])
    expect(await models({ type: 1 })).toEqual([])
  })

  it('leaves channel tests out unless they are asked for', async () => {
    const userId = await harness.user()
    await harness.store.logs.add({ userId, username: 'x', type: 5, content: 'test', channelId: 9 })
    await harness.store.logs.add({ userId, username: 'x', type: 3, content: 'manage', detail: { by: 1 } })
    expect((await harness.store.logs.listOwn(userId, {}, page)).map((row) => row.type)).toEqual([3])
    expect((await harness.store.logs.listOwn(userId, { type: 5 }, page)).map((row) => row.channel)).toEqual([9])
    expect((await harness.store.logs.list({ username: 'x', type: 3 }, page)).map((row) => row.detail)).toEqual(['{"by":1}'])
  })

  it('sums quota and tokens of consumption', async () => {
    const userId = await harness.user(1000)
    expect(await harness.store.logs.sum({}, userId)).toMatchObject({ quota: 0, tokens: 0 })
    await consume(userId, { cost: 10 })
    await consume(userId, { cost: 20, model: 'other' })
    await harness.store.logs.add({ userId, username: 'x', type: 1, content: '', quota: 500 })
    expect(await harness.store.logs.sum({}, userId)).toMatchObject({ quota: 30, tokens: 14 })
    expect(await harness.store.logs.sum({ modelName: 'other' }, userId)).toMatchObject({ quota: 20, tokens: 7 })
  })

  it('deletes what is older than a moment', async () => {
    const store = await harness.open(await harness.migrated())
    const now = harness.nowSeconds
    for (const seconds of [0, 10, 20]) {
      harness.nowMs = (now + seconds) * 1000
      await store.logs.add({ userId: 1, username: '', type: 4, content: '' })
    }
    expect(await store.logs.deleteBefore(now + 10)).toBe(1)
    expect(await store.logs.list({}, page)).toHaveLength(2)
  })

  it('sums up over more than a week, to the second at both ends', async () => {
    const userId = await harness.user(1000)
    const day = 86_400
    for (const [days, cost] of [
      [0, 1],
      [6, 2],
      [7, 4],
      [20, 8],
      [40, 16],
    ] as const)
      await consume(userId, { createdAt: 5000 + days * day, cost })
    const quota = async (startTime: number, endTime: number) => (await harness.store.logs.sum({ startTime, endTime }, userId)).quota
    expect(await quota(0, 0)).toBe(31)
    expect(await quota(5000, 5000 + 40 * day)).toBe(31)
    expect(await quota(5001, 5000 + 40 * day - 1)).toBe(14)
    expect(await quota(5000 + 7 * day, 5000 + 7 * day)).toBe(4)
    expect(await quota(5000 + 41 * day, 1)).toBe(0)
  })

  it('lets others work while many rows are deleted', async () => {
    const store = await harness.open(await harness.migrated())
    for (let row = 0; row < 2600; row++) await store.logs.add({ userId: 1, username: '', type: 4, content: '' })
    let turns = 0
    let isDone = false
    const watch = (): void => {
      turns += 1
      if (!isDone) setImmediate(watch)
    }
    setImmediate(watch)
    const deleted = await store.logs.deleteBefore(harness.nowSeconds + 1)
    isDone = true
    expect([deleted, turns >= 5]).toEqual([2600, true])
  }, 180_000)

  it('searches by type and by the beginning of the content, literally, newest first', async () => {
    const store = await harness.open(await harness.migrated())
    for (const content of ['50% done', '50x done', 'other']) await store.logs.add({ userId: 7, username: 'x', type: 3, content })
    await store.logs.add({ userId: 8, username: 'y', type: 4, content: '3' })
    const contents = async (keyword: string, userId?: number) =>
      (await store.logs.search(keyword, 10, userId)).map(({ content }) => content)
    expect(await contents('50%')).toEqual(['50% done'])
    expect(await contents('3')).toEqual(['3', 'other', '50x done', '50% done'])
    expect(await contents('3', 7)).toEqual(['other', '50x done', '50% done'])
    expect(await contents('50', 7)).toEqual([])
  })

  it('IN-09 takes every sign of a keyword for itself', async () => {
    const store = await harness.open(await harness.migrated())
    const contents = ['100% sure', '100x sure', 'a_b', 'axb', 'c\\d', 'cxd', "o'neil", 'o"neil', 'Upper', 'upper', '|bar', '日本語']
    for (const content of contents) await store.logs.add({ userId: 7, username: 'x', type: 3, content })
    const found = async (keyword: string) => (await store.logs.search(keyword, 100)).map(({ content }) => content)
    for (const content of contents) {
      expect(await found(content)).toEqual([content])
      expect(await found(Array.from(content).slice(0, 2).join(''))).toContain(content)
    }
    for (const sign of ['%', '_', '\\', "'", '"', '|']) expect(await found(sign.repeat(64))).toEqual([])
    expect(await found('')).toEqual(contents.toReversed())
  })

  it('IN-09 searches contents among the newest twenty thousand rows, types among all', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    const rows = [1, 2, 20_001, 20_002].map((id) => ({ ...blank, id, type: 3, content: `needle ${id}` }))
    await harness.raw(({ kysely }) => kysely.insertInto('logs').values(rows).execute(), database)
    const found = async (keyword: string) => (await store.logs.search(keyword, 100)).map(({ id }) => id)
    expect(await found('needle')).toEqual([20_002, 20_001])
    expect(await found('3')).toEqual([20_002, 20_001, 2, 1])
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => found(`needle 2000${index}`)))
    expect(answers.flat()).toEqual([20_001, 20_002])
  })

  it('finds a request by its id, with the rows of its session and one that ended hours later', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    const made = Date.UTC(2026, 10, 16, 8, 30, 5) / 1000
    const session = '20261116083005123abcdefghi'
    const late = '20261116083005123zzzzzzzzz'
    const dashed = '20261116083005123ab-defgh-'
    const charged = { type: 2, quota: 5, prompt_tokens: 1, completion_tokens: 1 }
    const rows = [
      { ...blank, id: 10, created_at: made + 1, ...charged, request_id: session },
      { ...blank, id: 11, created_at: made + 9, ...charged, request_id: `${session}-2` },
      { ...blank, id: 5000, created_at: made + 9, ...charged, request_id: `${session}X` },
      { ...blank, id: 9000, created_at: made + 5 * 3600, ...charged, user_id: 2, request_id: late },
      { ...blank, id: 9001, created_at: made + 5 * 3600, type: 6, request_id: dashed },
      { ...blank, id: 13_000, created_at: made + 6 * 3600, ...charged, user_id: 2, request_id: `${late}-3` },
    ]
    await harness.raw(({ kysely }) => kysely.insertInto('logs').values(rows).execute(), database)
    const found = async (requestId: string, filter: object = {}) =>
      (await store.logs.list({ requestId, ...filter }, page)).map(({ id }) => id)
    const expectFound = async () => {
      expect(await found(session)).toEqual([11, 10])
      expect(await found(`${session}-2`)).toEqual([11])
      expect(await found(late)).toEqual([13_000, 9000])
      expect([await found(dashed), await found(`${dashed}-1`), await found('20261116083005123ab')]).toEqual([[9001], [], [9001]])
      expect(await found(late, { endTime: made + 3600 })).toEqual([])
      expect((await store.logs.listOwn(1, { requestId: late }, page)).length).toBe(0)
      expect(await found(session.toUpperCase())).toEqual([])
      expect(await found('no time in it')).toEqual([])
      expect(await store.logs.sum({ requestId: session })).toEqual({ quota: 10, tokens: 4, cost: 0, margin: 0 })
      expect(await store.logs.count({ requestId: session }, 100)).toBe(2)
    }
    await expectFound()
    await store.logIndex.advance()
    await expectFound()
    const marksOf = (block: number) =>
      harness.raw(
        ({ kysely }) =>
          kysely.selectFrom('log_places').select('consumed').where('subject', '=', 'request marks').where('block', '=', block).execute(),
        database,
      )
    const [kept] = await marksOf(0)
    // As an older version left it.
    await harness.raw(async ({ kysely }) => {
      await kysely.deleteFrom('log_places').where('subject', '=', 'request marks').where('block', '=', 0).execute()
      await kysely.updateTable('log_blocks').set({ has_requests: null }).where('block', '=', 0).execute()
    }, database)
    await expectFound()
    await store.logIndex.advanceWhenCalm()
    expect(await marksOf(0)).toEqual([{ consumed: kept?.consumed ?? '' }])
    await expectFound()
  }, 180_000)

  it('looks at no other rows of an indexed block than those with the mark of the request', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    const requestId = '20261116083005123abcdefghi'
    const created_at = Date.UTC(2026, 10, 16, 8, 30, 6) / 1000
    const rows = [10, 5000].map((id) => ({ ...blank, id, type: 2, created_at, request_id: requestId }))
    await harness.raw(({ kysely }) => kysely.insertInto('logs').values(rows).execute(), database)
    await store.logIndex.advance()
    const found = async () => (await store.logs.list({ requestId }, page)).map(({ id }) => id)
    expect(await found()).toEqual([5000, 10])
    const marks = { consumed: '000'.repeat(4096) }
    await harness.raw(
      ({ kysely }) => kysely.updateTable('log_places').set(marks).where('subject', '=', 'request marks').execute(),
      database,
    )
    expect(await found()).toEqual([5000])
  }, 180_000)

  it('reads the same row at any depth, while new ones arrive', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    const rows = Array.from({ length: 45_000 }, (_, index) => ({
      ...blank,
      created_at: 1000 + Math.floor(index / 7),
      content: String(index),
    }))
    await harness.raw(async ({ kysely }) => {
      for (let at = 0; at < rows.length; at += 1500)
        await kysely
          .insertInto('logs')
          .values(rows.slice(at, at + 1500))
          .execute()
    }, database)
    const at = async (offset: number) => (await store.logs.list({}, { offset, limit: 1 }))[0]?.content
    expect(await at(0)).toBe('44999')
    expect(await at(20_000)).toBe('24999')
    expect(await at(44_999)).toBe('0')
    expect(await at(45_000)).toBeUndefined()
    await store.logs.add({ userId: 1, username: '', type: 4, content: 'new' })
    expect([await at(0), await at(1), await at(20_001), await at(45_000)]).toEqual(['new', '44999', '24999', '0'])
  }, 180_000)
})
