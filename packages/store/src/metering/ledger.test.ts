import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import type { HoldOutcome } from '@weir/relay/ports'
import fc from 'fast-check'
import { describeStore } from '../testing/store-harness.ts'

describeStore('ledger', (harness) => {
  const outcomesOf = (userId: number, over: { readonly tokenId?: number; readonly isTokenLimited?: boolean }) =>
    Promise.all(Array.from({ length: 200 }, () => harness.store.ledger.hold(harness.hold({ userId, amount: 7, ...over }))))

  const countOf = (outcomes: readonly HoldOutcome[], wanted: string): number => outcomes.filter((outcome) => outcome === wanted).length

  it('lets exactly ten of 200 parallel holds pass on a balance for ten', async () => {
    const userId = await harness.user(75)
    const outcomes = await outcomesOf(userId, {})
    expect([countOf(outcomes, 'held'), countOf(outcomes, 'user-short')]).toEqual([10, 190])
    expect(await harness.balance(userId)).toEqual({ quota: 5, used: 0, requests: 0 })
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('lets exactly ten of 200 parallel holds pass on a token for ten, and takes nothing from its owner for the rest', async () => {
    const userId = await harness.user(10_000)
    const token = await harness.token(userId, { remainQuota: 75, isUnlimited: false })
    const outcomes = await outcomesOf(userId, { tokenId: token.id, isTokenLimited: true })
    expect([countOf(outcomes, 'held'), countOf(outcomes, 'token-short')]).toEqual([10, 190])
    expect((await harness.balance(userId)).quota).toBe(10_000 - 70)
    expect((await harness.store.tokens.get(userId, token.id))?.remain_quota).toBe(5)
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('spends one balance once over two nodes', async () => {
    const userId = await harness.user(75)
    const other = await harness.open(harness.database, { nodeId: 'node-2' })
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? harness.store : other).ledger.hold(harness.hold({ userId, amount: 7 }))),
    )
    expect(countOf(outcomes, 'held')).toBe(10)
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('tells what user and token have left', async () => {
    const userId = await harness.user(10_000)
    const token = await harness.token(userId, { remainQuota: 700, isUnlimited: false })
    const hold = harness.hold({ userId, tokenId: token.id, isTokenLimited: true, amount: 701 })
    expect(await harness.store.ledger.hold(hold)).toBe('token-short')
    expect(await harness.store.ledger.left(hold)).toEqual({ user: 10_000, token: 700 })
    await harness.store.ledger.hold(harness.hold({ userId, tokenId: token.id, isTokenLimited: true, amount: 600 }))
    expect(await harness.store.ledger.left(hold)).toEqual({ user: 9400, token: 100 })
    expect(await harness.store.ledger.left(harness.hold({ userId: 999_999_999, tokenId: 0, amount: 1 }))).toEqual({ user: 0, token: 0 })
  })

  it('holds nothing for a disabled user', async () => {
    const userId = await harness.user(100)
    await harness.store.users.setStatus(userId, 2)
    expect(await harness.store.ledger.hold(harness.hold({ userId, amount: 1 }))).toBe('user-short')
    expect((await harness.balance(userId)).quota).toBe(100)
  })

  it('books the cost, returns the rest and writes the log row', async () => {
    const userId = await harness.user(1000)
    const token = await harness.token(userId, { remainQuota: 600, isUnlimited: false })
    const [channelId = 0] = await harness.store.channels.createMany([
      {
        type: 1,
        name: 'c',
        weight: 0,
        priority: 0,
        baseUrl: '',
        other: '',
        models: 'm',
        group: 'g',
        modelMapping: '',
        config: '',
        systemPrompt: '',
        key: 'k',
      },
    ])
    const hold = harness.hold({ userId, tokenId: token.id, isTokenLimited: true, amount: 500 })
    expect(await harness.store.ledger.hold(hold)).toBe('held')
    const record = harness.record({ channelId, content: 'مرحبا 🙂', detail: { price: 'v1', attempts: [1] } })
    await harness.store.ledger.settle({ hold, cost: toQuota(12), record })

    expect(await harness.balance(userId)).toEqual({ quota: 988, used: 12, requests: 1 })
    expect(await harness.store.tokens.get(userId, token.id)).toMatchObject({
      remain_quota: 588,
      used_quota: 12,
      accessed_time: harness.nowSeconds,
    })
    expect((await harness.store.channels.get(channelId))?.used_quota).toBe(12)
    const [log] = await harness.store.logs.listOwn(userId, {}, { offset: 0, limit: 10 })
    expect(log).toMatchObject({
      type: 2,
      quota: 12,
      request_id: hold.requestId,
      content: 'مرحبا 🙂',
      is_stream: true,
      system_prompt_reset: false,
      outcome: 'ok',
      channel: channelId,
      elapsed_time: 12,
      detail: '{"price":"v1","attempts":[1]}',
    })
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('counts what an unlimited token used without touching its limit', async () => {
    const userId = await harness.user(1000)
    const token = await harness.token(userId, { remainQuota: 3, isUnlimited: true })
    const hold = harness.hold({ userId, tokenId: token.id, amount: 500 })
    await harness.store.ledger.hold(hold)
    await harness.store.ledger.settle({ hold, cost: toQuota(12), record: harness.record() })
    expect(await harness.store.tokens.get(userId, token.id)).toMatchObject({ remain_quota: 3, used_quota: 12 })
  })

  it('charges once however often and however close together it is settled', async () => {
    const userId = await harness.user(1000)
    const hold = harness.hold({ userId, amount: 100 })
    await harness.store.ledger.hold(hold)
    const settlement = { hold, cost: toQuota(30), record: harness.record() }
    await Promise.all([harness.store.ledger.settle(settlement), harness.store.ledger.settle(settlement)])
    await harness.store.ledger.settle(settlement)
    await harness.store.ledger.release(hold, harness.record())
    expect(await harness.balance(userId)).toEqual({ quota: 970, used: 30, requests: 1 })
    expect(await harness.store.logs.listOwn(userId, {}, { offset: 0, limit: 10 })).toHaveLength(1)
  })

  it('still charges when the token was deleted while the request ran', async () => {
    const userId = await harness.user(1000)
    const token = await harness.token(userId, { remainQuota: 600, isUnlimited: false })
    const hold = harness.hold({ userId, tokenId: token.id, isTokenLimited: true, amount: 100 })
    await harness.store.ledger.hold(hold)
    expect(await harness.store.tokens.softDelete(userId, token.id)).toBe(true)
    await harness.store.ledger.settle({ hold, cost: toQuota(40), record: harness.record() })
    expect(await harness.balance(userId)).toEqual({ quota: 960, used: 40, requests: 1 })
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('books a cost above the hold as debt', async () => {
    const userId = await harness.user(100)
    const token = await harness.token(userId, { remainQuota: 100, isUnlimited: false })
    const hold = harness.hold({ userId, tokenId: token.id, isTokenLimited: true, amount: 100 })
    await harness.store.ledger.hold(hold)
    await harness.store.ledger.settle({ hold, cost: toQuota(130), record: harness.record() })
    expect(await harness.balance(userId)).toEqual({ quota: -30, used: 130, requests: 1 })
    expect((await harness.store.tokens.get(userId, token.id))?.remain_quota).toBe(-30)
    expect(await harness.store.ledger.hold(harness.hold({ userId, amount: 0 }))).toBe('user-short')
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('gives everything back on release and keeps the row that says why', async () => {
    const userId = await harness.user(1000)
    const token = await harness.token(userId, { remainQuota: 600, isUnlimited: false })
    const hold = harness.hold({ userId, tokenId: token.id, isTokenLimited: true, amount: 500 })
    await harness.store.ledger.hold(hold)
    await harness.store.ledger.release(hold, harness.record({ outcome: 'failed' }))
    expect(await harness.balance(userId)).toEqual({ quota: 1000, used: 0, requests: 0 })
    expect((await harness.store.tokens.get(userId, token.id))?.remain_quota).toBe(600)
    expect(await harness.store.logs.listOwn(userId, {}, { offset: 0, limit: 10 })).toMatchObject([{ outcome: 'failed', quota: 0 }])
  })

  it('keeps the limit an owner sets while a request runs', async () => {
    const userId = await harness.user(1000)
    const token = await harness.token(userId, { remainQuota: 100, isUnlimited: false })
    const hold = harness.hold({ userId, tokenId: token.id, isTokenLimited: true, amount: 50 })
    await harness.store.ledger.hold(hold)
    const fields = { name: 'token', expiredTime: -1, isUnlimited: false, models: '', subnet: '' }
    await harness.store.tokens.update(userId, token.id, { ...fields, remainQuota: 200 })
    await harness.store.ledger.settle({ hold, cost: toQuota(10), record: harness.record() })
    expect((await harness.store.tokens.get(userId, token.id))?.remain_quota).toBe(200)
  })

  it('lets a request give back what it did not use when its token is renamed meanwhile', async () => {
    const userId = await harness.user(1000)
    const token = await harness.token(userId, { remainQuota: 100, isUnlimited: false })
    const hold = harness.hold({ userId, tokenId: token.id, isTokenLimited: true, amount: 50 })
    await harness.store.ledger.hold(hold)
    const renamed = await harness.store.tokens.update(userId, token.id, {
      name: 'renamed',
      expiredTime: -1,
      isUnlimited: false,
      models: '',
      subnet: '',
    })
    expect([renamed?.name, renamed?.remain_quota]).toEqual(['renamed', 50])
    await harness.store.ledger.settle({ hold, cost: toQuota(10), record: harness.record() })
    expect((await harness.store.tokens.get(userId, token.id))?.remain_quota).toBe(90)
  })

  it('is not stopped by names and texts that no column could keep', async () => {
    const userId = await harness.user(1000)
    const hold = harness.hold({ userId, amount: 100 })
    await harness.store.ledger.hold(hold)
    const record = harness.record({ model: `${'🙂'.repeat(400)}`, content: `a\0b${'x'.repeat(100_000)}`, tokenName: 'n\0'.repeat(300) })
    await harness.store.ledger.settle({ hold, cost: toQuota(1), record })
    const [log] = await harness.store.logs.listOwn(userId, {}, { offset: 0, limit: 1 })
    expect(log?.model_name).toBe('🙂'.repeat(255))
    expect(log?.content.startsWith('abx')).toBe(true)
  })

  it('refuses a negative hold or cost without moving a unit', async () => {
    const userId = await harness.user(100)
    expect(() => harness.store.ledger.hold(harness.hold({ userId, amount: -1 }))).toThrow(RangeError)
    const hold = harness.hold({ userId, amount: 10 })
    await harness.store.ledger.hold(hold)
    const good = harness.hold({ userId, amount: 20 })
    const results = await Promise.allSettled([
      harness.store.ledger.settle({ hold, cost: toQuota(-5), record: harness.record() }),
      harness.store.ledger.hold(good),
    ])
    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled'])
    expect((await harness.balance(userId)).quota).toBe(70)
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('MT-20 books everything when consumption is not kept in the log', async () => {
    const userId = await harness.user(1000)
    const settled = harness.hold({ userId, amount: 500 })
    const released = harness.hold({ userId, amount: 500 })
    await Promise.all([harness.store.ledger.hold(settled), harness.store.ledger.hold(released)])
    await harness.store.ledger.settle({ hold: settled, cost: toQuota(12), record: harness.record({ isLogged: false }) })
    await harness.store.ledger.release(released, harness.record({ isLogged: false, outcome: 'failed' }))
    expect(await harness.balance(userId)).toEqual({ quota: 988, used: 12, requests: 1 })
    expect(await harness.store.logs.listOwn(userId, {}, { offset: 0, limit: 10 })).toEqual([])
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('is exact up to 2^53', async () => {
    const userId = await harness.user(Number.MAX_SAFE_INTEGER)
    const hold = harness.hold({ userId, amount: Number.MAX_SAFE_INTEGER })
    expect(await harness.store.ledger.hold(hold)).toBe('held')
    expect((await harness.balance(userId)).quota).toBe(0)
    await harness.store.ledger.settle({ hold, cost: toQuota(Number.MAX_SAFE_INTEGER - 1), record: harness.record() })
    expect(await harness.balance(userId)).toEqual({ quota: 1, used: Number.MAX_SAFE_INTEGER - 1, requests: 1 })
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('keeps balances and ledger in agreement through any history', async () => {
    const step = fc.record({
      kind: fc.constantFrom('hold' as const, 'hold' as const, 'settle' as const, 'release' as const, 'grant' as const, 'sweep' as const),
      amount: fc.integer({ min: 0, max: 500 }),
      which: fc.nat(20),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const userId = await harness.user(1000)
        const token = await harness.token(userId, { remainQuota: 800, isUnlimited: false })
        const holds = steps.map((_, index) =>
          harness.hold({ userId, tokenId: token.id, isTokenLimited: index % 2 === 0, amount: 50 + index }),
        )
        const run = async ({ kind, amount, which }: (typeof steps)[number], index: number): Promise<unknown> => {
          const mine = holds[index]
          const earlier = holds[which % (index + 1)]
          if (mine === undefined || earlier === undefined) throw new Error('a step without a hold')
          switch (kind) {
            case 'hold':
              return harness.store.ledger.hold(mine)
            case 'settle':
              return harness.store.ledger.settle({ hold: earlier, cost: toQuota(amount), record: harness.record() })
            case 'release':
              return harness.store.ledger.release(earlier, harness.record({ outcome: 'failed' }))
            case 'grant':
              return harness.store.ledgerMaintenance.grant({ userId, amount: amount - 250, kind: 'adjust', note: '' })
            case 'sweep':
              return harness.store.ledgerMaintenance.releaseOwnHolds()
          }
        }
        for (let start = 0; start < steps.length; start += 5) {
          await Promise.all(steps.slice(start, start + 5).map((step, offset) => run(step, start + offset)))
        }
        expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
      }),
      { numRuns: 15 },
    )
  })
})
