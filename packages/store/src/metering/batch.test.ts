import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { describeStore } from '../testing/store-harness.ts'

describeStore('a shared commit', (harness) => {
  // Around the powers of two, where a batch is cut into statements of other lengths.
  for (const size of [1, 2, 3, 31, 32, 33, 45, 300]) {
    it(`writes the rows of ${size} requests, each once and none mixed up with another`, async () => {
      const userId = await harness.user(1_000_000)
      const holds = Array.from({ length: size }, () => harness.hold({ userId, amount: 1000 }))
      await Promise.all(holds.map((hold) => harness.store.ledger.hold(hold)))
      const costs = holds.map((hold, index) => ({ hold, cost: toQuota(index + 1) }))
      await Promise.all(
        costs.map(({ hold, cost }) =>
          harness.store.ledger.settle({ hold, cost, record: harness.record({ promptTokens: 2 * cost, content: hold.requestId }) }),
        ),
      )
      const entries = await harness.raw(({ kysely }) =>
        kysely
          .selectFrom('ledger_entries')
          .select(['request_id', 'amount'])
          .where('user_id', '=', userId)
          .where('kind', '=', 'consume')
          .execute(),
      )
      const logs = await harness.raw(({ kysely }) =>
        kysely.selectFrom('logs').select(['request_id', 'content', 'quota', 'prompt_tokens']).where('user_id', '=', userId).execute(),
      )
      const byId = <T extends { readonly request_id: string | null }>(rows: readonly T[]) =>
        new Map(rows.map((row) => [row.request_id, row]))
      expect([entries.length, logs.length]).toEqual([size, size])
      for (const { hold, cost } of costs) {
        const id = hold.requestId
        expect(byId(entries).get(id)).toEqual({ request_id: id, amount: -cost })
        expect(byId(logs).get(id)).toEqual({ request_id: id, content: id, quota: cost, prompt_tokens: 2 * cost })
      }
      expect((await harness.balance(userId)).used).toBe((size * (size + 1)) / 2)
      expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
    })
  }

  it('settles each request once, whatever else in the batch was settled before or is settled again', async () => {
    const userId = await harness.user(1000)
    const token = await harness.token(userId, { remainQuota: 500, isUnlimited: false })
    const take = (isTokenLimited: boolean) => harness.hold({ userId, tokenId: token.id, isTokenLimited, amount: 100 })
    const [done, twice, limited, given] = [take(false), take(false), take(true), take(true)] as const
    const { ledger } = harness.store
    for (const hold of [done, twice, limited, given]) await ledger.hold(hold)
    const settle = (hold: typeof done, cost: number) => ledger.settle({ hold, cost: toQuota(cost), record: harness.record() })
    await settle(done, 10)
    await Promise.all([
      settle(done, 77),
      settle(twice, 20),
      settle(twice, 88),
      settle(limited, 30),
      ledger.release(given, harness.record()),
    ])
    expect(await harness.balance(userId)).toMatchObject({ quota: 940, used: 60 })
    expect((await harness.store.tokens.get(userId, token.id))?.remain_quota).toBe(470)
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })
})
