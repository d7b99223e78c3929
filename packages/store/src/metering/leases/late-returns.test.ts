import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import type { Hold } from '@weir/relay/ports'
import type { Engine } from '../../dialect/engine.ts'
import { describeStore } from '../../testing/store-harness.ts'
import { createLedger } from '../ledger.ts'

const LOOK = /^select request_id from reservations where .*node_id <> /

interface Hooks {
  readonly beforeLook?: () => Promise<void>
  readonly afterLook?: () => Promise<void>
  readonly onCommit?: () => void
}

/** Stops at each look for the leases of other nodes, without the connection: a file has but one. */
const stopping = (engine: Engine, { beforeLook, afterLook }: Hooks): Engine => ({
  ...engine,
  async open() {
    const link = await engine.open()
    let isReleased = false
    const release = (): void => {
      if (!isReleased) link.release()
      isReleased = true
    }
    return {
      ...link,
      release,
      async query(text, params) {
        const isLook = LOOK.test(text)
        if (isLook) await beforeLook?.()
        const result = await link.query(text, params)
        if (!isLook) return result
        release()
        await afterLook?.()
        return result
      },
    }
  },
})

describeStore('a balance that was short for a moment', (harness) => {
  const open = (engine: Engine, onCommit?: () => void) =>
    createLedger({ engine, clock: () => harness.nowMs, nodeId: `returning-${crypto.randomUUID()}`, ...(onCommit && { onCommit }) })

  type TestLedger = ReturnType<typeof open>

  /** A node with connections of its own. */
  const withNode = (hooks: Hooks, work: (node: TestLedger) => Promise<void>): Promise<void> =>
    harness.raw(({ engine }) => work(open(stopping(engine, hooks), hooks.onCommit)))

  const leaseOf = async (node: TestLedger, userId: number): Promise<readonly Hold[]> => {
    const holds = [1, 2].map(() => harness.hold({ userId, amount: 50 }))
    expect(await Promise.all(holds.map((hold) => node.hold(hold)))).toEqual(['held', 'held'])
    return holds
  }

  it('suffices for whoever was refused while a lease had it, also where nothing is leased any more', () =>
    harness.raw(async ({ engine }) => {
      const userId = await harness.user(3200)
      const other = open(engine)
      const running = [...(await leaseOf(other, userId))]
      expect((await harness.balance(userId)).quota).toBe(3000)
      const beforeLook = async (): Promise<void> => {
        for (const hold of running.splice(0)) await other.settle({ hold, cost: toQuota(10), record: harness.record() })
      }
      await withNode({ beforeLook }, async (poor) => {
        expect(await poor.hold(harness.hold({ userId, amount: 3180 }))).toBe('held')
      })
      expect((await harness.balance(userId)).quota).toBe(0)
    }))

  it('suffices for whoever came together with one that its token refused', () =>
    harness.raw(async ({ engine }) => {
      const userId = await harness.user(100)
      const { id: tokenId } = await harness.token(userId, { remainQuota: 10, isUnlimited: false })
      const ledger = open(engine)
      const beyond = harness.hold({ userId, tokenId, isTokenLimited: true, amount: 100 })
      const within = harness.hold({ userId, amount: 100 })
      expect(await Promise.all([beyond, within].map((hold) => ledger.hold(hold)))).toEqual(['token-short', 'held'])
      expect((await harness.balance(userId)).quota).toBe(0)
    }))

  it('is tried no more than once where its owner is switched off, however much is left', () =>
    harness.raw(async ({ engine }) => {
      const userId = await harness.user(100)
      await harness.store.users.setStatus(userId, 2)
      let commits = 0
      const ledger = open(engine, () => void commits++)
      expect(await ledger.hold(harness.hold({ userId, amount: 1 }))).toBe('user-short')
      expect(commits).toBe(1)
    }))

  it('suffices for whoever waits for the look of another that was made before the lease', () =>
    harness.raw(async ({ engine }) => {
      const userId = await harness.user(3200)
      const other = open(engine)
      const timer = setInterval(() => void other.tendLeases(), 20)
      const looked = Promise.withResolvers<void>()
      const mayGoOn = Promise.withResolvers<void>()
      const afterLook = (): Promise<void> => {
        looked.resolve()
        return mayGoOn.promise
      }
      let commits = 0
      const onCommit = (): void => {
        // The second one is told in the same turn that it was refused.
        if (++commits === 2) setImmediate(() => mayGoOn.resolve())
      }
      await withNode({ afterLook, onCommit }, async (poor) => {
        const never = poor.hold(harness.hold({ userId, amount: 4000 }))
        await looked.promise
        await leaseOf(other, userId)
        const fits = poor.hold(harness.hold({ userId, amount: 3100 }))
        expect(await Promise.all([never, fits])).toEqual(['user-short', 'held'])
      })
      clearInterval(timer)
      expect((await harness.balance(userId)).quota).toBe(0)
    }))
})
