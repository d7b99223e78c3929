import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { describeStore } from '../testing/store-harness.ts'
import type { ChargedRow } from './charged-rows.ts'
import type { Repricing } from './corrections.ts'

/** A charge of one unit per token of input, as a log row keeps it. */
const detailOf = (input: number, model = 1): Record<string, unknown> => ({
  price: { version: 'test', isListed: true, model, group: 1, completion: 1, cacheRead: 1, cacheWrite: 1 },
  usage: { input, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'upstream' },
})

describeStore('corrections', (harness) => {
  const charge = async (request: {
    readonly userId: number
    readonly tokenId?: number
    readonly cost: number
    readonly model?: string
    readonly isTokenLimited?: boolean
    readonly channelId?: number
    readonly isLogged?: boolean
  }): Promise<string> => {
    const { cost, model = 'model-a', channelId = 0, isLogged = true, ...whose } = request
    const hold = harness.hold({ ...whose, amount: cost })
    expect(await harness.store.ledger.hold(hold)).toBe('held')
    const record = harness.record({ model, channelId, isLogged, detail: detailOf(cost) })
    await harness.store.ledger.settle({ hold, cost: toQuota(cost), record })
    return hold.requestId
  }

  const charged = async (models: readonly string[], span: { readonly start?: number; readonly end?: number } = {}) => {
    const rows: ChargedRow[] = []
    let unlogged = 0
    for await (const piece of harness.store.corrections.chargedRows({ start: 0, end: harness.nowSeconds + 1, models, ...span })) {
      rows.push(...piece.rows)
      unlogged += piece.unlogged
    }
    return { rows, unlogged }
  }

  const of = (rows: readonly ChargedRow[], userId: number): readonly ChargedRow[] => rows.filter((row) => row.userId === userId)

  /** What they would cost at so many units a token. */
  const at = (rows: readonly ChargedRow[], ratio: number): readonly Repricing[] =>
    rows.map((row) => {
      const { usage } = JSON.parse(row.detail) as { usage: { input: number } }
      return { ...row, cost: usage.input * ratio, detail: JSON.stringify(detailOf(usage.input, ratio)) }
    })

  const state = async (userId: number, tokenId: number) => {
    const { quota, used, requests } = await harness.balance(userId)
    const token = await harness.store.tokens.get(userId, tokenId)
    return { quota, used, requests, remain: token?.remain_quota, tokenUsed: token?.used_quota }
  }

  const lines = (userId: number) =>
    harness.raw(({ kysely }) =>
      kysely
        .selectFrom('ledger_entries')
        .select(['kind', 'amount', 'request_id', 'note'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute(),
    )

  const isInOrder = async (): Promise<void> => {
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
    expect(await harness.store.ledgerMaintenance.doubleCharges()).toEqual([])
    expect(await harness.store.corrections.wrong()).toEqual([])
  }

  it('are written together with their entry in the audit trail, or neither is', async () => {
    const trace = {
      actorId: 7,
      actorName: 'r',
      credential: 'session',
      address: '',
      requestId: '',
      action: 'ledger.reprice',
      before: '',
      after: '',
    }
    const entries = async (object: string) =>
      (await harness.store.audit.list({ actorId: 7, action: '', startTime: 0, endTime: 0 }, { offset: 0, limit: 9 })).filter(
        (entry) => entry.object === object,
      ).length
    const userId = await harness.user(1000)
    await charge({ userId, cost: 100, model: 'model-traced' })
    const dearer = at((await charged(['model-traced'])).rows, 2)
    await harness.raw(({ kysely }) => kysely.schema.alterTable('audit_entries').renameTo('audit_away').execute())
    const refused = await harness.store.corrections.book(dearer, { ...trace, object: 'a' }).then(
      () => 'booked',
      () => 'refused',
    )
    await harness.raw(({ kysely }) => kysely.schema.alterTable('audit_away').renameTo('audit_entries').execute())
    expect([refused, await entries('a'), (await harness.balance(userId)).quota]).toEqual(['refused', 0, 900])
    expect((await harness.store.corrections.book(dearer, { ...trace, object: 'b' })).rows).toBe(1)
    expect((await harness.store.corrections.book(dearer, { ...trace, object: 'c' })).rows).toBe(0)
    expect([await entries('b'), await entries('c'), (await harness.balance(userId)).quota]).toEqual([1, 0, 800])
    await isInOrder()
  })

  it('gives back and takes what a request should have cost, by a line that names it, and moves user, token and channel', async () => {
    const userId = await harness.user(1000)
    const { id: tokenId } = await harness.token(userId, { remainQuota: 500, isUnlimited: false })
    const blank = { weight: 0, priority: 0, baseUrl: '', other: '', modelMapping: '', config: '', systemPrompt: '' }
    const [channelId = 0] = await harness.store.channels.createMany([
      { ...blank, type: 1, name: 'one', models: 'model-a', group: 'default', key: 'k' },
    ])
    const requestId = await charge({ userId, tokenId, isTokenLimited: true, cost: 100, channelId })
    expect(await state(userId, tokenId)).toEqual({ quota: 900, used: 100, requests: 1, remain: 400, tokenUsed: 100 })

    const cheaper = at(of((await charged(['model-a'])).rows, userId), 0.5)
    expect(cheaper).toMatchObject([{ requestId, userId, tokenId, channelId, model: 'model-a', charged: 100, cost: 50 }])
    expect(await harness.store.corrections.book(cheaper)).toEqual({ rows: 1, credited: 50, debited: 0, deleted: 0 })
    expect(await state(userId, tokenId)).toEqual({ quota: 950, used: 50, requests: 1, remain: 450, tokenUsed: 50 })
    expect((await harness.store.channels.get(channelId))?.used_quota).toBe(50)

    const dearer = at(of((await charged(['model-a'])).rows, userId), 3)
    expect(dearer).toMatchObject([{ charged: 50, cost: 300 }])
    expect(await harness.store.corrections.book(dearer)).toEqual({ rows: 1, credited: 0, debited: 250, deleted: 0 })
    expect(await state(userId, tokenId)).toEqual({ quota: 700, used: 300, requests: 1, remain: 200, tokenUsed: 300 })
    expect((await lines(userId)).slice(1)).toEqual([
      { kind: 'consume', amount: -100, request_id: requestId, note: '' },
      { kind: 'correction', amount: 50, request_id: `${requestId}/1`, note: `request ${requestId}: 100 -> 50` },
      { kind: 'correction', amount: -250, request_id: `${requestId}/2`, note: `request ${requestId}: 50 -> 300` },
    ])
    await isInOrder()
  })

  it('books nothing more when it is done again, and back to an earlier price what that takes', async () => {
    const userId = await harness.user(1000)
    await charge({ userId, cost: 10, model: 'model-again' })
    const first = at((await charged(['model-again'])).rows, 2)
    expect((await harness.store.corrections.book(first)).rows).toBe(1)
    expect(await harness.store.corrections.book(first)).toEqual({ rows: 0, credited: 0, debited: 0, deleted: 0 })
    await harness.store.corrections.book(at((await charged(['model-again'])).rows, 5))
    expect((await harness.store.corrections.book(first)).credited).toBe(30)
    expect(await harness.balance(userId)).toEqual({ quota: 980, used: 20, requests: 1 })
    await isInOrder()
  })

  it('books each difference once when several do it at the same moment', async () => {
    const userId = await harness.user(100_000)
    await Promise.all(Array.from({ length: 30 }, () => charge({ userId, cost: 100, model: 'model-race' })))
    const other = await harness.open(harness.database, { nodeId: 'other' })
    const repricings = at((await charged(['model-race'])).rows, 0.9)
    const booked = await Promise.all([harness.store, other, harness.store, other].map(({ corrections }) => corrections.book(repricings)))
    expect(booked.map(({ rows }) => rows).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 30])
    expect(await harness.balance(userId)).toEqual({ quota: 97_300, used: 2700, requests: 30 })
    await isInOrder()
  }, 180_000)

  it('charges what was free, below nothing if need be, and finds its token by the name where there is but one', async () => {
    const userId = await harness.user(10)
    const { id: tokenId } = await harness.token(userId, { name: 'token' })
    const hold = harness.hold({ userId, tokenId, amount: 0 })
    await harness.store.ledger.hold(hold)
    const record = harness.record({ model: 'model-free', detail: detailOf(40, 0) })
    await harness.store.ledger.settle({ hold, cost: toQuota(0), record })
    const repricings = at((await charged(['model-free'])).rows, 1)
    expect(repricings).toMatchObject([{ tokenId, charged: 0, cost: 40 }])
    expect((await harness.store.corrections.book(repricings)).debited).toBe(40)
    expect(await state(userId, tokenId)).toMatchObject({ quota: -30, used: 40, tokenUsed: 40 })
    await isInOrder()
  })

  it('reads the models and the time asked for, and counts what has no row', async () => {
    const userId = await harness.user(1000)
    harness.nowMs += 1_000_000
    const start = harness.nowSeconds
    await charge({ userId, cost: 1, model: 'model-time' })
    await charge({ userId, cost: 2, model: 'model-other' })
    await charge({ userId, cost: 3, model: 'model-time', isLogged: false })
    harness.nowMs += 60_000
    await charge({ userId, cost: 4, model: 'model-time' })
    const early = await charged(['model-time'], { start, end: start + 60 })
    expect([early.rows.map((row) => row.charged), early.unlogged]).toEqual([[1], 1])
    const both = await charged(['model-time', 'model-other'], { start, end: start + 61 })
    expect(both.rows.map((row) => row.charged).toSorted()).toEqual([1, 2, 4])
  })

  it('reads each free row once, also where many are of one second', async () => {
    const userId = await harness.user(0)
    const free = async (n: number): Promise<string> => {
      const hold = harness.hold({ userId, amount: 0 })
      await harness.store.ledger.hold(hold)
      await harness.store.ledger.settle({ hold, cost: toQuota(0), record: harness.record({ model: 'model-many', detail: detailOf(n, 0) }) })
      return hold.requestId
    }
    const written = await Promise.all(Array.from({ length: 300 }, (_, n) => free(n + 1)))
    const { rows } = await charged(['model-many'])
    expect(rows.map((row) => row.requestId).toSorted()).toEqual(written.toSorted())
  })

  it('reads rows of another program, whose charges have no lines here', async () => {
    const userId = await harness.user(0)
    const [common] = await harness.raw(({ kysely }) => kysely.selectFrom('logs').selectAll().limit(1).execute())
    if (common === undefined) throw new Error('the log is empty')
    const { id, ...rest } = common
    const imported = { ...rest, user_id: userId, request_id: '', model_name: 'model-imported', detail: '{"imported":true}' }
    const written = [30, 0, 20].map((quota) => ({ ...imported, quota }))
    await harness.raw(({ kysely }) => kysely.insertInto('logs').values(written).execute())
    const { rows, unlogged } = await charged(['model-imported'], { start: rest.created_at, end: rest.created_at + 1 })
    expect(id).toBeGreaterThan(0)
    expect(rows.map((row) => [row.userId, row.charged])).toEqual([30, 0, 20].map((quota) => [userId, quota]))
    expect(unlogged).toBe((await charged(['model-none'], { start: rest.created_at, end: rest.created_at + 1 })).unlogged)
  })

  it('leaves deleted accounts alone and says how many rows were theirs', async () => {
    const userId = await harness.user(1000)
    await charge({ userId, cost: 10, model: 'model-gone' })
    await harness.store.users.softDelete(userId)
    const { rows } = await charged(['model-gone'])
    expect(rows).toMatchObject([{ userId, isOwnerDeleted: true }])
    const booked = await harness.store.corrections.book(at(rows, 2))
    expect(booked).toEqual({ rows: 0, credited: 0, debited: 0, deleted: 1 })
    await isInOrder()
  })

  it('are named by the check when their figures or their line were changed', async () => {
    const userId = await harness.user(1000)
    const [raised, moved] = [await charge({ userId, cost: 10, model: 'model-bad' }), await charge({ userId, cost: 20, model: 'model-bad' })]
    await harness.store.corrections.book(at((await charged(['model-bad'])).rows, 2))
    const change = (back: boolean) =>
      harness.raw(async ({ kysely }) => {
        await kysely
          .updateTable('corrections')
          .set({ charged_after: back ? 20 : 21 })
          .where('request_id', '=', raised)
          .execute()
        await kysely
          .updateTable('ledger_entries')
          .set({ amount: back ? -20 : -19 })
          .where('request_id', '=', `${moved}/1`)
          .where('kind', '=', 'correction')
          .execute()
      })
    await change(false)
    expect((await harness.store.corrections.wrong()).toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
      { requestId: raised, ordinal: 1, reason: 'figures' },
      { requestId: moved, ordinal: 1, reason: 'line' },
    ])
    await change(true)
    await isInOrder()
  })
})
