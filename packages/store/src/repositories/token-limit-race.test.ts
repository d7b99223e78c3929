import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { Kysely } from 'kysely'
import type { Engine } from '../dialect/engine.ts'
import { createLinkDialect } from '../dialect/link-dialect.ts'
import type { Schema } from '../schema.ts'
import { describeStore } from '../testing/store-harness.ts'
import { openUnreliable } from '../testing/unreliable-context.ts'
import { createTokens } from './tokens.ts'

/** Does something else once, after the first statement that begins so. */
const interrupted = (engine: Engine, beginning: RegExp, interrupt: () => Promise<unknown>): Engine => {
  let isDone = false
  return {
    ...engine,
    async open() {
      const link = await engine.open()
      return {
        async query(sql, params) {
          const result = await link.query(sql, params)
          if (!isDone && beginning.test(sql)) {
            isDone = true
            await interrupt()
          }
          return result
        },
        release: () => link.release(),
      }
    },
  }
}

describeStore('a limit that is set while a request is let in', (harness) => {
  // One writer at a time: nothing can come in between.
  if (harness.name === 'SQLite') return

  const setWhileHeld = async (before: number, limit: number): Promise<number> => {
    const userId = await harness.user(1000)
    const { id } = await harness.token(userId, { remainQuota: before, isUnlimited: false })
    const hold = harness.hold({ userId, tokenId: id, isTokenLimited: true, amount: 50 })
    const { context, close } = openUnreliable(harness, 'node-2')
    const engine = interrupted(context.engine, /^update .reservations/, async () => {
      expect(await harness.store.ledger.hold(hold)).toBe('held')
    })
    const tokens = createTokens({ ...context, engine, kysely: new Kysely<Schema>({ dialect: createLinkDialect(engine) }) })
    const fields = { name: 'token', expiredTime: -1, remainQuota: limit, isUnlimited: false, models: '', subnet: '' }
    expect((await tokens.update(userId, id, fields))?.remain_quota).toBe(limit)
    await harness.store.ledger.settle({ hold, cost: toQuota(10), record: harness.record() })
    await close()
    return (await harness.store.tokens.get(userId, id))?.remain_quota ?? 0
  }

  it('is what may be spent from then on', async () => {
    expect(await setWhileHeld(100, 200)).toBe(200)
  })

  it('is so too when it is the limit that was there before the request', async () => {
    expect(await setWhileHeld(100, 100)).toBe(100)
  })
})
