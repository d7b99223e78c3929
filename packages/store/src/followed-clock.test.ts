import { expect, it } from 'bun:test'
import { createFollowedClock } from './followed-clock.ts'
import { describeStore } from './testing/store-harness.ts'

const open = () => {
  const time = { wall: 5_000_000, monotonic: 100.5 }
  return { time, clock: createFollowedClock({ wallMs: () => time.wall, monotonicMs: () => time.monotonic }) }
}

it('a followed clock is that of the machine until it is told another time', async () => {
  const { time, clock } = open()
  expect(clock.now()).toBe(5_000_000)
  await clock.follow(() => Promise.resolve(9_000_000))
  expect(clock.now()).toBe(9_000_000)
  time.monotonic += 250
  expect(clock.now()).toBe(9_000_250)
  await clock.follow(() => Promise.resolve(undefined))
  expect(clock.now()).toBe(5_000_000)
})

it('a followed clock does not notice that the clock of the machine is set', () => {
  const { time, clock } = open()
  time.wall -= 600_000
  time.monotonic += 10
  expect(clock.now()).toBe(5_000_010)
})

it('a followed clock is moved no further than an answer that was long on its way can tell', async () => {
  const { time, clock } = open()
  const late = (toldMs: number) => () => {
    time.monotonic += 30_000
    return Promise.resolve(toldMs)
  }
  await clock.follow(late(9_000_000))
  expect(clock.now()).toBe(9_000_000)
  await clock.follow(late(9_000_100))
  expect(clock.now()).toBe(9_030_000)
  await clock.follow(late(9_020_000))
  expect(clock.now()).toBe(9_050_000)
})

const MINUTE_MS = 60_000

describeStore('nodes whose clocks are wrong by ten minutes', (harness) => {
  // An embedded database has no clock but that of its machine, which all of its processes share.
  if (harness.name === 'SQLite') return

  it('take nobody for dead who lives, and give back what a dead one held', async () => {
    const database = await harness.fresh()
    const openWith = (nodeId: string, aheadMs: number) => {
      const clock = createFollowedClock({ wallMs: () => Date.now() + aheadMs, monotonicMs: () => performance.now() })
      return harness.open(database, { nodeId, clock: clock.now, followTime: clock.follow })
    }
    const right = await openWith('right', 0)
    const fast = await openWith('fast', 10 * MINUTE_MS)
    const slow = await openWith('slow', -10 * MINUTE_MS)
    const nodes = [right, fast, slow]
    const userId = await harness.user(100, right)
    const holds = nodes.map(() => harness.hold({ userId, amount: 10 }))
    for (const [at, hold] of holds.entries()) await nodes[at]?.ledger.hold(hold)
    for (const node of nodes) expect(await node.ledgerMaintenance.releaseHoldsOfDeadNodes()).toBe(0)
    expect((await harness.balance(userId, right)).quota).toBe(70)

    await harness.raw(async ({ kysely }) => {
      await kysely
        .updateTable('nodes')
        .set({ seen_at: Math.floor(Date.now() / 1000) - 130 })
        .where('node_id', '=', 'slow')
        .execute()
      await kysely
        .updateTable('reservations')
        .set({ created_at: Math.floor(Date.now() / 1000) - 130 })
        .execute()
    }, database)
    expect(await fast.ledgerMaintenance.releaseHoldsOfDeadNodes()).toBe(1)
    expect((await harness.balance(userId, right)).quota).toBe(80)
  })

  it('ask for the time at the database before they write, and with every sign of life', async () => {
    const asked: (number | undefined)[] = []
    const followTime = async (ask: () => Promise<number | undefined>): Promise<void> => {
      asked.push(await ask())
    }
    const node = await harness.open(await harness.fresh(), { followTime })
    const atStart = asked.length
    expect(atStart).toBeGreaterThan(0)
    await node.ledgerMaintenance.heartbeat()
    expect(asked).toHaveLength(atStart + 1)
    for (const told of asked) expect(Math.abs((told ?? Number.NaN) - Date.now())).toBeLessThan(30_000)
  })
})
