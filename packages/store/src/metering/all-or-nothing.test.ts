import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'

const KEY = 'k'.repeat(32)

describeStore('a booking whose row in the log cannot be written', (harness) => {
  it('is taken back, whoever books', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    const userId = await harness.user(100, store)
    await store.redemptions.createMany({ creatorId: 1, name: 'gift', quota: 50, keys: [KEY] })
    await harness.raw(({ kysely }) => kysely.schema.dropTable('logs').execute(), database)

    const failureOf = (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => 'none',
        () => 'failed',
      )
    const log = { type: 1, content: 'x' } as const
    const requestId = (): string => crypto.randomUUID()
    const user = { username: 'newcomer', passwordHash: 'h', displayName: 'N', role: 1 }
    const credits = [{ to: 'newcomer', amount: 5, kind: 'grant', text: 'x' }] as const
    expect([
      await failureOf(
        store.redemptions.redeem({ key: KEY, user: { id: userId, username: 'u' }, requestId: requestId(), describe: () => 'x' }),
      ),
      await failureOf(store.balances.topUp({ userId, amount: 7, roleBelow: 10, requestId: requestId(), log })),
      await failureOf(store.balances.setQuota({ userId, quota: 9, roleBelow: 10, requestId: requestId(), describe: () => log })),
      await failureOf(store.accounts.open({ user, tokenKey: 't'.repeat(48), credits })),
    ]).toEqual(['failed', 'failed', 'failed', 'failed'])

    expect((await harness.balance(userId, store)).quota).toBe(100)
    const [code] = await store.redemptions.list({ offset: 0, limit: 1 })
    expect(code?.status).toBe(1)
    expect(await store.users.list({ offset: 0, limit: 10 })).toHaveLength(1)
    expect(await store.ledgerMaintenance.verify()).toEqual([])
  })
})
