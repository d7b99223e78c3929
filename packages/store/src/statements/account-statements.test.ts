import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { describeStore } from '../testing/store-harness.ts'

const DAY_MS = 86_400_000

describeStore('statements', (harness) => {
  const spend = async (
    userId: number,
    model: string,
    { cost, isLogged = true }: { readonly cost: number; readonly isLogged?: boolean },
  ) => {
    const hold = harness.hold({ userId, amount: cost })
    expect(await harness.store.ledger.hold(hold)).toBe('held')
    const record = harness.record({ model, isLogged, promptTokens: cost, completionTokens: 1 })
    await harness.store.ledger.settle({ hold, cost: toQuota(cost), record })
    return hold.requestId
  }

  const credit = (userId: number, amount: number, note: string) =>
    harness.store.ledgerMaintenance.grant({ userId, amount, kind: amount < 0 ? 'adjust' : 'top-up', note })

  const correct = (userId: number, requestId: string, [charged, cost]: readonly [number, number]) =>
    harness.store.corrections.book([{ requestId, userId, tokenId: 0, channelId: 0, model: 'small', charged, cost, detail: '{}' }])

  /** Of the time between two moments. */
  const read = (userId: number, startMs: number, endMs: number) =>
    harness.store.statements.read({ userId, start: Math.floor(startMs / 1000), end: Math.floor(endMs / 1000) })

  it('lead from the opening to the closing balance by credits, charges and corrections, each in its month', async () => {
    const userId = await harness.user(1000)
    const other = await harness.user(1000)
    const early = await spend(userId, 'small', { cost: 100 })
    harness.nowMs += DAY_MS
    const from = harness.nowMs
    await credit(userId, 500, 'invoice 7')
    await spend(userId, 'small', { cost: 30 })
    await spend(userId, 'large', { cost: 200 })
    await spend(userId, 'large', { cost: 50 })
    await spend(userId, 'large', { cost: 7, isLogged: false })
    await spend(other, 'large', { cost: 400 })
    const failed = harness.hold({ userId, amount: 5 })
    await harness.store.ledger.hold(failed)
    await harness.store.ledger.release(failed, harness.record({ model: 'small', outcome: 'failed', promptTokens: 0, completionTokens: 0 }))
    harness.nowMs += DAY_MS
    await credit(userId, -20, 'wrong invoice')
    await correct(userId, early, [100, 60])
    const to = harness.nowMs + 1000
    harness.nowMs += DAY_MS
    await spend(userId, 'small', { cost: 9 })
    await correct(userId, early, [60, 61])

    const statement = await read(userId, from, to)
    expect(statement).toEqual({
      opening: 900,
      closing: 1133,
      totals: { credits: 480, charges: 287, corrections: 40 },
      credits: [
        { time: Math.floor(from / 1000), kind: 'top-up', amount: 500, reason: 'invoice 7' },
        { time: Math.floor(from / 1000) + 86_400, kind: 'adjust', amount: -20, reason: 'wrong invoice' },
      ],
      moreCredits: { count: 0, amount: 0 },
      charges: [
        { model: 'large', requests: 2, promptTokens: 250, completionTokens: 2, amount: 250 },
        { model: 'small', requests: 1, promptTokens: 30, completionTokens: 1, amount: 30 },
      ],
      unlistedCharges: 7,
      corrections: [{ model: 'small', requests: 1, amount: 40 }],
    })
    const next = await read(userId, to, harness.nowMs + 1000)
    expect([next.opening, next.closing, next.totals]).toEqual([1133, 1123, { credits: 0, charges: 9, corrections: -1 }])
    expect((await harness.balance(userId)).quota).toBe(1123)
  })

  it('are empty for an account of which nothing is written', async () => {
    expect(await read(999_999, 0, harness.nowMs)).toEqual({
      opening: 0,
      closing: 0,
      totals: { credits: 0, charges: 0, corrections: 0 },
      credits: [],
      moreCredits: { count: 0, amount: 0 },
      charges: [],
      unlistedCharges: 0,
      corrections: [],
    })
  })

  it('sum up the credits that are too many to be listed', async () => {
    const userId = await harness.user(0)
    const start = harness.nowMs
    const line = { user_id: userId, token_id: 0, channel_id: 0, kind: 'top-up', amount: 2, created_at: harness.nowSeconds, note: '' }
    const lines = Array.from({ length: 503 }, () => line)
    await harness.raw(({ kysely }) => kysely.insertInto('ledger_entries').values(lines).execute())
    const { credits, moreCredits, totals, closing } = await read(userId, start, start + DAY_MS)
    expect([credits.length, moreCredits, totals.credits, closing]).toEqual([500, { count: 3, amount: 6 }, 1006, 1006])
  })
})
