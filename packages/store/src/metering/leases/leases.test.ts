import { afterEach, expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import type { Hold } from '@weir/relay/ports'
import { eventually } from '../../../../../tools/testing/eventually.ts'
import { outcomeOf } from '../../../../../tools/testing/outcome-of.ts'
import { StoreUnavailable } from '../../errors.ts'
import { describeStore } from '../../testing/store-harness.ts'
import { openUnreliable } from '../../testing/unreliable-context.ts'
import { createLedgerMaintenance } from '../ledger-maintenance.ts'
import { createLedger } from '../ledger.ts'
import { LEASE_POLICY } from './lease.ts'

const RICH = 1_000_000

describeStore('leases', (harness) => {
  const opened: (() => Promise<void>)[] = []

  const openNode = (nodeId = `leasing-${crypto.randomUUID()}`) => {
    const { context, faults, close } = openUnreliable(harness, nodeId)
    const withoutCommit: string[] = []
    const onLeased = (requestId: string, _lease: string, isNew: boolean): void => {
      if (!isNew) withoutCommit.push(requestId)
    }
    const hooks: { onClock?: () => void } = {}
    const clock = (): number => {
      hooks.onClock?.()
      return harness.nowMs
    }
    const ledger = createLedger({ ...context, clock, onLeased, leasePolicy: { ...LEASE_POLICY, answerMs: 30_000 } })
    const timer = setInterval(() => void ledger.tendLeases(), 20)
    opened.push(async () => {
      clearInterval(timer)
      await ledger.drain()
      await close()
    })
    /** Stops looking after its leases, as a process that is gone. */
    const kill = (): void => clearInterval(timer)
    return { ledger, maintenance: createLedgerMaintenance(context, ledger), faults, withoutCommit, hooks, kill }
  }

  type Node = ReturnType<typeof openNode>

  afterEach(async () => {
    for (const close of opened.splice(0)) await close()
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  const holdAll = async ({ ledger }: Node, holds: readonly Hold[]) => Promise.all(holds.map((hold) => ledger.hold(hold)))

  const settle = ({ ledger }: Node, hold: Hold, cost: number) => ledger.settle({ hold, cost: toQuota(cost), record: harness.record() })

  const rowsOf = (userId: number) =>
    harness.raw(({ kysely }) =>
      kysely.selectFrom('reservations').select(['amount', 'progress_cost', 'lease_version']).where('user_id', '=', userId).execute(),
    )

  const someHolds = (userId: number, amounts: readonly number[]): Hold[] => amounts.map((amount) => harness.hold({ userId, amount }))

  /** Two requests that came together, so that their lease has 200 and 100 of it idle. */
  const startTwo = async (node: Node, quota = RICH) => {
    const userId = await harness.user(quota)
    const [first, second] = someHolds(userId, [50, 50])
    if (first === undefined || second === undefined) throw new Error('two were asked for')
    expect(await holdAll(node, [first, second])).toEqual(['held', 'held'])
    return { userId, first, second }
  }

  it('cover requests that come together by one row, and take as much again', async () => {
    const node = openNode()
    const { userId } = await startTwo(node)
    expect(await rowsOf(userId)).toEqual([{ amount: 200, progress_cost: null, lease_version: 0 }])
    expect((await harness.balance(userId)).quota).toBe(RICH - 200)
  })

  it('leave nothing held once nothing runs', async () => {
    const node = openNode()
    const { userId, first, second } = await startTwo(node)
    await settle(node, first, 30)
    await settle(node, second, 20)
    expect(await rowsOf(userId)).toEqual([])
    expect(await harness.balance(userId)).toEqual({ quota: RICH - 50, used: 50, requests: 2 })
  })

  it('let a request in beside others without asking the database', async () => {
    const node = openNode()
    const { userId, first, second } = await startTwo(node)
    const third = harness.hold({ userId, amount: 100 })
    node.kill()
    const { openings } = node.faults
    expect(await node.ledger.hold(third)).toBe('held')
    expect(node.faults.openings).toBe(openings)
    expect(node.withoutCommit).toEqual([third.requestId])
    for (const hold of [first, second, third]) await settle(node, hold, 7)
    expect(await harness.balance(userId)).toEqual({ quota: RICH - 21, used: 21, requests: 3 })
  })

  it('let in no more than they have', async () => {
    const node = openNode()
    const { userId } = await startTwo(node)
    const late = harness.hold({ userId, amount: 101 })
    expect(await node.ledger.hold(late)).toBe('held')
    expect(node.withoutCommit).toEqual([])
  })

  it('are not taken for a request that runs alone', async () => {
    const node = openNode()
    const userId = await harness.user(RICH)
    await node.ledger.hold(harness.hold({ userId, amount: 50 }))
    expect(await rowsOf(userId)).toEqual([{ amount: 50, progress_cost: null, lease_version: null }])
  })

  it('are taken for a request that comes while another of its token runs', async () => {
    const node = openNode()
    const userId = await harness.user(RICH)
    const holds = someHolds(userId, [50, 70])
    for (const hold of holds) await node.ledger.hold(hold)
    const rows = await rowsOf(userId)
    expect(rows.toSorted((a, b) => a.amount - b.amount)).toMatchObject([
      { amount: 50, lease_version: null },
      { amount: 140, lease_version: 0 },
    ])
    for (const hold of holds) await settle(node, hold, 1)
    expect(await harness.balance(userId)).toEqual({ quota: RICH - 2, used: 2, requests: 2 })
  })

  it('are what their rows say, whatever the process has in mind', async () => {
    const node = openNode()
    const { userId, first, second } = await startTwo(node)
    await harness.raw(async ({ kysely }) => {
      const lease = kysely.updateTable('reservations').where('user_id', '=', userId)
      await lease.set({ amount: 190, lease_version: 9 }).execute()
      await kysely
        .updateTable('users')
        .set({ quota: RICH - 190 })
        .where('id', '=', userId)
        .execute()
    })
    for (const hold of [first, second]) await settle(node, hold, 20)
    expect(await harness.balance(userId)).toEqual({ quota: RICH - 40, used: 40, requests: 2 })
  })

  it('are not taken from a balance that is not sixteen times as large', async () => {
    const node = openNode()
    const short = await startTwo(node, 3199)
    expect(await rowsOf(short.userId)).toMatchObject([{ amount: 50 }, { amount: 50 }])
    const enough = await startTwo(node, 3200)
    expect(await rowsOf(enough.userId)).toMatchObject([{ amount: 200 }])
  })

  it('are taken from a limited token as well, and return to it', async () => {
    const node = openNode()
    const userId = await harness.user(RICH)
    const { id: tokenId } = await harness.token(userId, { remainQuota: 10_000, isUnlimited: false })
    const holds = [50, 50].map((amount) => harness.hold({ userId, tokenId, isTokenLimited: true, amount }))
    await holdAll(node, holds)
    const remaining = async () => (await harness.store.tokens.get(userId, tokenId))?.remain_quota
    expect(await remaining()).toBe(9800)
    for (const hold of holds) await settle(node, hold, 10)
    expect(await remaining()).toBe(9980)
  })

  it('end when the owner sets the limit of the token anew, and what they have does not count against it', async () => {
    const node = openNode()
    const userId = await harness.user(RICH)
    const { id: tokenId } = await harness.token(userId, { remainQuota: 10_000, isUnlimited: false })
    const holds = [50, 50].map((amount) => harness.hold({ userId, tokenId, isTokenLimited: true, amount }))
    await holdAll(node, holds)
    const fields = { name: 'token', expiredTime: -1, remainQuota: 300, isUnlimited: false, models: '', subnet: '' }
    await harness.store.tokens.update(userId, tokenId, fields)
    node.ledger.endLeases()
    await node.ledger.tendLeases()
    expect(await rowsOf(userId)).toMatchObject([{ amount: 100 }])
    for (const hold of holds) await settle(node, hold, 10)
    expect((await harness.store.tokens.get(userId, tokenId))?.remain_quota).toBe(300)
    expect((await harness.balance(userId)).quota).toBe(RICH - 20)
  })

  it('end at the next look when another process sets the limit of the token anew, whoever tells of it', async () => {
    const node = openNode()
    node.kill()
    const userId = await harness.user(RICH)
    const { id: tokenId } = await harness.token(userId, { remainQuota: 10_000, isUnlimited: false })
    const limited = (amount: number) => harness.hold({ userId, tokenId, isTokenLimited: true, amount })
    const holds = [limited(50), limited(50)]
    await holdAll(node, holds)
    const fields = { name: 'token', expiredTime: -1, remainQuota: 300, isUnlimited: false, models: '', subnet: '' }
    await harness.store.tokens.update(userId, tokenId, fields)
    await node.ledger.tendLeases()
    expect(await rowsOf(userId)).toMatchObject([{ amount: 100 }])
    const late = limited(20)
    expect(await node.ledger.hold(late)).toBe('held')
    expect(node.withoutCommit).toEqual([])
    for (const hold of [...holds, late]) await settle(node, hold, 10)
    expect((await harness.store.tokens.get(userId, tokenId))?.remain_quota).toBe(290)
  })

  it('let nothing in where a token has changed while they were being taken', async () => {
    const node = openNode()
    const userId = await harness.user(RICH)
    const [first, second, third] = someHolds(userId, [50, 50, 1])
    if (first === undefined || second === undefined || third === undefined) throw new Error('three were asked for')
    let looks = 0
    // The commit looks at the clock when it begins, and again on its way.
    node.hooks.onClock = () => {
      if (++looks > 1) node.ledger.endLeases()
    }
    await holdAll(node, [first, second])
    delete node.hooks.onClock
    expect(looks).toBeGreaterThan(1)
    expect(await node.ledger.hold(third)).toBe('held')
    expect(node.withoutCommit).toEqual([])
  })

  it('are called back where another node needs what is idle', async () => {
    const [rich, poor] = [openNode(), openNode()]
    const { userId, first, second } = await startTwo(rich, 3200)
    const rest = harness.hold({ userId, amount: 3000 })
    expect(await poor.ledger.hold(rest)).toBe('held')
    const tooMuch = harness.hold({ userId, amount: 200 })
    expect(await poor.ledger.hold(tooMuch)).toBe('user-short')
    const all = harness.hold({ userId, amount: 100 })
    expect(await poor.ledger.hold(all)).toBe('held')
    expect((await harness.balance(userId)).quota).toBe(0)
    for (const hold of [first, second]) await settle(rich, hold, 50)
    for (const hold of [rest, all]) await settle(poor, hold, 1)
    expect(await harness.balance(userId)).toEqual({ quota: 3200 - 102, used: 102, requests: 4 })
  })

  it('are called back once more where a third node has leased in the meantime', async () => {
    const [rich, poor, late] = [openNode(), openNode(), openNode()]
    rich.kill()
    const { userId } = await startTwo(rich, 10_000)
    const wanted = poor.ledger.hold(harness.hold({ userId, amount: 9870 }))
    const isAsked = () =>
      harness.raw(({ kysely }) =>
        kysely
          .selectFrom('reservations')
          .select('request_id')
          .where('user_id', '=', userId)
          .where('called_back', '=', 1)
          .executeTakeFirst(),
      )
    await eventually('the lease to be called back', isAsked)
    await holdAll(late, someHolds(userId, [10, 10]))
    expect(await rowsOf(userId)).toHaveLength(2)
    await rich.ledger.tendLeases()
    expect(await wanted).toBe('held')
    expect((await harness.balance(userId)).quota).toBe(10)
  })

  it('give back what is idle where a request of another token of the same process needs it', async () => {
    const node = openNode()
    const { userId } = await startTwo(node, 3200)
    expect(await node.ledger.hold(harness.hold({ userId, tokenId: 7, amount: 3100 }))).toBe('held')
    expect((await harness.balance(userId)).quota).toBe(0)
  })

  const change = { roleBelow: 100, requestId: '', describe: () => ({ type: 3, content: '' }) }

  const setters: readonly (readonly [string, (userId: number, quota: number) => Promise<unknown>])[] = [
    ['set', (userId, quota) => harness.store.balances.setQuota({ ...change, userId, quota, requestId: crypto.randomUUID() })],
    [
      'edited',
      (id, quota) =>
        harness.store.userEdits.edit({
          id,
          guard: { roleBelow: 100 },
          profile: {},
          rank: {},
          balance: { ...change, quota, requestId: crypto.randomUUID() },
        }),
    ],
  ]

  it.each(setters)('give back what is idle before a balance is %s, so that nothing comes on top of it', async (_, set) => {
    const node = openNode()
    const { userId, first, second } = await startTwo(node)
    await set(userId, 0)
    expect(await node.ledger.hold(harness.hold({ userId, amount: 1 }))).toBe('user-short')
    for (const hold of [first, second]) await settle(node, hold, 50)
    expect((await harness.balance(userId)).quota).toBe(0)
  })

  it('give back what is idle before an account is deleted, so that it is forfeited with the rest', async () => {
    const node = openNode()
    const { userId, first, second } = await startTwo(node)
    await harness.store.users.softDelete(userId)
    for (const hold of [first, second]) await settle(node, hold, 50)
    expect((await harness.balance(userId)).quota).toBe(0)
  })

  it('give back what is idle where more is to be taken from a balance than it has left', async () => {
    const node = openNode()
    const { userId } = await startTwo(node, 3200)
    const take = (amount: number) =>
      harness.store.balances.topUp({ ...change, userId, amount, requestId: crypto.randomUUID(), log: { type: 3, content: '' } })
    expect(await take(-3101)).toEqual({ balance: 3100 })
    expect(await take(-3100)).toBe('booked')
  })

  it('let nothing in after ten seconds, and what is idle goes back', async () => {
    const node = openNode()
    const { userId } = await startTwo(node)
    harness.nowMs += 10_000
    await node.ledger.tendLeases()
    expect(await rowsOf(userId)).toMatchObject([{ amount: 100 }])
    expect(await node.ledger.hold(harness.hold({ userId, amount: 1 }))).toBe('held')
    expect(node.withoutCommit).toEqual([])
  })

  it('let nothing in once the database is away, so that no answer is made that cannot be booked', async () => {
    const node = openNode()
    const { userId, first } = await startTwo(node)
    node.faults.isDown = true
    expect(await outcomeOf(settle(node, first, 5))).toThrow(StoreUnavailable)
    expect(await outcomeOf(Promise.resolve(node.ledger.hold(harness.hold({ userId, amount: 1 }))))).toThrow(StoreUnavailable)
    node.faults.isDown = false
    await node.ledger.retryBacklog()
    expect(await harness.balance(userId)).toMatchObject({ used: 5, requests: 1 })
  })

  it('let nothing in once a look at them finds the database away, while nothing else asks for it', async () => {
    const node = openNode()
    const { userId } = await startTwo(node)
    node.kill()
    node.faults.isDown = true
    await node.ledger.tendLeases()
    expect(await outcomeOf(Promise.resolve(node.ledger.hold(harness.hold({ userId, amount: 1 }))))).toThrow(StoreUnavailable)
    node.faults.isDown = false
    expect(node.withoutCommit).toEqual([])
  })

  it('are not taken for a request that runs alone after an outage in which others ended', async () => {
    const node = openNode()
    const userId = await harness.user(RICH)
    const [ended, alone] = someHolds(userId, [50, 60])
    if (ended === undefined || alone === undefined) throw new Error('two were asked for')
    await node.ledger.hold(ended)
    node.faults.isDown = true
    expect(await outcomeOf(settle(node, ended, 5))).toThrow(StoreUnavailable)
    node.faults.isDown = false
    await node.ledger.retryBacklog()
    await node.ledger.hold(alone)
    expect(await rowsOf(userId)).toEqual([{ amount: 60, progress_cost: null, lease_version: null }])
  })

  it('let nothing in after a request that cost more than it held: what is idle belongs to the debt', async () => {
    const node = openNode()
    const { userId, first } = await startTwo(node, 3200)
    await settle(node, first, 3190)
    expect((await harness.balance(userId)).quota).toBe(-40)
    expect(await node.ledger.hold(harness.hold({ userId, amount: 1 }))).toBe('user-short')
  })

  it('of other tokens let nothing in either after such a request', async () => {
    const node = openNode()
    const { userId, first } = await startTwo(node, 6400)
    const others = [1, 2].map(() => harness.hold({ userId, tokenId: 7, amount: 50 }))
    await holdAll(node, others)
    await settle(node, first, 6390)
    expect((await harness.balance(userId)).quota).toBeLessThan(0)
    expect(await node.ledger.hold(harness.hold({ userId, tokenId: 7, amount: 1 }))).toBe('user-short')
    expect(node.withoutCommit).toEqual([])
  })

  it.each([1, 2])('charge once where the answer to a settlement is lost %d times', async (lostAnswers) => {
    const node = openNode()
    const { userId, first, second } = await startTwo(node)
    node.faults.lostAnswers = lostAnswers
    const settled = await outcomeOf(settle(node, first, 30))
    if (lostAnswers === 2) expect(settled).toThrow(StoreUnavailable)
    await node.ledger.retryBacklog()
    await settle(node, second, 20)
    expect(await rowsOf(userId)).toEqual([])
    expect(await harness.balance(userId)).toEqual({ quota: RICH - 50, used: 50, requests: 2 })
  })

  it.each([1, 2])('are taken once where the answer to the taking is lost %d times', async (lostAnswers) => {
    const node = openNode()
    const userId = await harness.user(RICH)
    const holds = someHolds(userId, [50, 50])
    node.faults.lostAnswers = lostAnswers
    const outcomes = await Promise.allSettled(holds.map((hold) => node.ledger.hold(hold)))
    expect(outcomes.map(({ status }) => status)).toEqual(holds.map(() => (lostAnswers === 1 ? 'fulfilled' : 'rejected')))
    expect(await rowsOf(userId)).toMatchObject([{ amount: 200 }])
    await node.ledger.retryBacklog()
    if (lostAnswers === 1) for (const hold of holds) await settle(node, hold, 10)
    expect((await harness.balance(userId)).quota).toBe(lostAnswers === 1 ? RICH - 20 : RICH)
    expect(await rowsOf(userId)).toEqual([])
  })

  it('lose a stream to a row of its own at its first checkpoint, at which it is settled if the node dies', async () => {
    const nodeId = `leasing-${crypto.randomUUID()}`
    const node = openNode(nodeId)
    const { userId, first } = await startTwo(node)
    await node.ledger.checkpoint({ hold: first, cost: toQuota(12), record: harness.record() })
    const rows = await rowsOf(userId)
    expect(rows.toSorted((a, b) => a.amount - b.amount)).toMatchObject([
      { amount: 50, progress_cost: 12, lease_version: null },
      { amount: 150, lease_version: 1 },
    ])
    node.kill()
    await openNode(nodeId).maintenance.releaseOwnHolds()
    expect(await rowsOf(userId)).toEqual([])
    expect(await harness.balance(userId)).toEqual({ quota: RICH - 12, used: 12, requests: 1 })
  })

  it('let nothing in once a look finds that others have given them back, whatever the clocks of the process say', async () => {
    const [slept, other] = [openNode(), openNode()]
    slept.kill()
    const { userId, first, second } = await startTwo(slept)
    expect(await other.ledger.sweep([`lease ${first.requestId}`])).toBe(1)
    await slept.ledger.tendLeases()
    const late = harness.hold({ userId, amount: 20 })
    expect(await slept.ledger.hold(late)).toBe('held')
    expect([slept.withoutCommit, (await harness.balance(userId)).quota]).toEqual([[], RICH - 20])
    for (const hold of [first, second, late]) await settle(slept, hold, 10)
    expect(await harness.balance(userId)).toEqual({ quota: RICH - 10, used: 10, requests: 1 })
  })

  it('go back whole where their node is taken for dead, and nothing that they covered is charged afterwards', async () => {
    const [dead, other] = [openNode(), openNode()]
    await dead.maintenance.heartbeat()
    const { userId, first, second } = await startTwo(dead)
    dead.kill()
    for (let minute = 0; minute < 3; minute++) {
      harness.nowMs += 60_000
      await other.maintenance.heartbeat()
    }
    expect(await other.maintenance.releaseHoldsOfDeadNodes()).toBeGreaterThan(0)
    expect((await harness.balance(userId)).quota).toBe(RICH)
    await settle(dead, first, 30)
    await settle(dead, second, 30)
    expect(await harness.balance(userId)).toEqual({ quota: RICH, used: 0, requests: 0 })
  })
})
