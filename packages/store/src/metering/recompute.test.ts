import { expect, it } from 'bun:test'
import type { PriceRatios } from '@weir/ledger/price'
import { toQuota } from '@weir/ledger/quota'
import { recompute } from '@weir/relay/charging/charge-detail'
import { settle } from '@weir/relay/stages/settle'
import fc from 'fast-check'
import { describeStore } from '../testing/store-harness.ts'

const ROWS = 10_000
const PARALLEL = 500
const MILLION = 1_000_000n

/** Ratios in millionths, so that the expectation is whole numbers from beginning to end. */
const millionths = fc.oneof(fc.constantFrom(0, 1, 75_000, 100_000, 333_333, 1_000_000, 30_000_000), fc.integer({ min: 0, max: 60_000_000 }))
const count = fc.oneof(fc.constantFrom(0, 1), fc.nat(5000), fc.nat(2_000_000))
const requests = fc.record({
  price: fc.record({ model: millionths, group: millionths, completion: millionths, cacheRead: millionths, cacheWrite: millionths }),
  hour: fc.option(fc.record({ ratio: millionths, share: fc.nat(100) }), { nil: undefined }),
  usage: fc.record({ input: count, cacheRead: count, cacheWrite: count, output: count }),
})
type Request = typeof requests extends fc.Arbitrary<infer T> ? T : never

const hourTokens = ({ hour, usage }: Request): number => Math.floor((usage.cacheWrite * (hour?.share ?? 0)) / 100)

/** Shares no line with the product: one sum in millionths of millionths of millionths, rounded up once. */
const expectedCost = (request: Request): number => {
  const { price, usage, hour } = request
  const kept = hourTokens(request)
  const weighted =
    BigInt(usage.input) * MILLION +
    BigInt(usage.cacheRead) * BigInt(price.cacheRead) +
    BigInt(usage.cacheWrite - kept) * BigInt(price.cacheWrite) +
    BigInt(kept) * BigInt(hour?.ratio ?? price.cacheWrite) +
    BigInt(usage.output) * BigInt(price.completion)
  if (usage.input + usage.cacheRead + usage.cacheWrite + usage.output === 0) return 0
  const base = BigInt(price.model) * BigInt(price.group)
  const units = (weighted * base + MILLION ** 3n - 1n) / MILLION ** 3n
  return Number(units === 0n && base > 0n ? 1n : units)
}

const ratiosOf = ({ price, hour }: Request): PriceRatios => ({
  model: price.model / 1e6,
  group: price.group / 1e6,
  completion: price.completion / 1e6,
  cacheRead: price.cacheRead / 1e6,
  cacheWrite: price.cacheWrite / 1e6,
  ...(hour && { cacheWriteHour: hour.ratio / 1e6 }),
})

describeStore('the charge of a log row', (harness) => {
  // What is computed does not depend on the database; how rows are kept is tested elsewhere.
  if (harness.name !== 'SQLite') return

  const book = async (userId: number, request: Request): Promise<readonly [string, number]> => {
    const hold = harness.hold({ userId, amount: 0 })
    expect(await harness.store.ledger.hold(hold)).toBe('held')
    const caller = {
      tokenId: 0,
      tokenName: 't',
      tokenState: 'enabled' as const,
      expiresAt: -1,
      isUnlimited: true,
      remainQuota: 0,
      models: [],
      subnets: [],
      userId,
      username: 'u',
      isUserEnabled: true,
      isAdmin: false,
      group: 'default',
      pinnedChannelId: undefined,
    }
    const usage = {
      ...request.usage,
      ...(request.hour && { cacheWriteHour: hourTokens(request) }),
      reasoning: 0,
      source: 'upstream' as const,
    }
    const delivery = { model: 'm', channelId: 0, isSystemPromptReset: false, attempts: [], dropped: [] }
    const prices = new Map([[delivery.model, { ratios: ratiosOf(request), version: 'test', isListed: true }]])
    const ticket = { remaining: {}, release: () => undefined }
    await settle(
      { facts: { caller, hold, prices, isStream: false, address: '', startedAt: harness.nowMs, ticket }, delivery, usage, outcome: 'ok' },
      {
        ledger: harness.store.ledger,
        clock: () => harness.nowMs,
        circuits: { isOpen: () => false, isResting: () => false, record: () => undefined, distrust: () => undefined },
        observe: { attempted: () => undefined, begun: () => undefined, implausible: () => undefined, ended: () => undefined },
        settings: () => ({
          preConsumedQuota: toQuota(0),
          retryTimes: 0,
          refusesUnpriced: false,
          approximatesTokens: false,
          logsConsumption: true,
          firstByteTimeoutMs: 1,
          idleTimeoutMs: 1,
          maxReplyBytes: 1,
          answerLifetimeMs: 0,
        }),
      },
    )
    return [hold.requestId, expectedCost(request)]
  }

  it(`MT-01 is the exact price of its own figures, and follows from the row alone, for ${ROWS} random usages`, async () => {
    const userId = await harness.user(8e15)
    const samples = fc.sample(requests, { numRuns: ROWS, seed: 20_261_115 })
    const expected = new Map<string, number>()
    for (let start = 0; start < ROWS; start += PARALLEL) {
      const booked = await Promise.all(samples.slice(start, start + PARALLEL).map((request) => book(userId, request)))
      for (const [requestId, cost] of booked) expected.set(requestId, cost)
    }
    const rows = await harness.raw(({ kysely }) =>
      kysely.selectFrom('logs').select(['request_id', 'quota', 'detail']).where('user_id', '=', userId).execute(),
    )
    expect(rows).toHaveLength(ROWS)
    const wrong = rows.filter((row) => row.quota !== expected.get(row.request_id) || row.quota !== recompute(row))
    expect(wrong).toEqual([])
    expect(await harness.store.ledgerMaintenance.wrongCharges()).toEqual([])
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  }, 180_000)

  it('is named by the check when it was changed, or its figures were', async () => {
    const userId = await harness.user(100)
    const figures = { hour: undefined, price: { model: 2e6, group: 1e6, completion: 1e6, cacheRead: 0, cacheWrite: 0 } }
    const [raised, emptied, untouched] = await Promise.all(
      [1, 2, 3].map((input) => book(userId, { ...figures, usage: { input, cacheRead: 0, cacheWrite: 0, output: 0 } })),
    )
    await harness.raw(async ({ kysely }) => {
      const logs = kysely.updateTable('logs')
      await logs
        .set({ quota: 7 })
        .where('request_id', '=', raised?.[0] ?? '')
        .execute()
      await logs
        .set({ detail: '{"price":{"model":2},"usage":{"input":2}}' })
        .where('request_id', '=', emptied?.[0] ?? '')
        .execute()
    })
    expect(untouched?.[1]).toBe(6)
    expect(await harness.store.ledgerMaintenance.wrongCharges()).toEqual([
      { requestId: raised?.[0] ?? '', charged: 7, expected: 2 },
      { requestId: emptied?.[0] ?? '', charged: 4, expected: undefined },
    ])
  })
})
