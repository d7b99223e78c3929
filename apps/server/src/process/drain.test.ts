import { describe, expect, it } from 'bun:test'
import { createShutdown } from '@weir/relay/guards/shutdown'
import { drain } from './drain.ts'

const run = async (requests: (now: number, isCut: boolean) => number, holds: (now: number, isCut: boolean) => number = () => 0) => {
  const shutdown = createShutdown()
  let now = 0
  let cutAt: number | undefined
  shutdown.onCut(() => {
    cutAt = now
  })
  const hasEndedByItself = await drain({
    patienceMs: 1000,
    pendingRequests: () => requests(now, cutAt !== undefined),
    openHolds: () => holds(now, cutAt !== undefined),
    shutdown,
    clock: () => now,
    sleep: (ms) => {
      now += ms
      return Promise.resolve()
    },
  })
  return { hasEndedByItself, cutAt, endedAt: now }
}

describe('a server that stops', () => {
  it('ends at once when nothing runs', async () => {
    expect(await run(() => 0)).toEqual({ hasEndedByItself: true, cutAt: undefined, endedAt: 0 })
  })

  it('waits for what runs', async () => {
    expect(await run((now) => (now < 400 ? 1 : 0))).toMatchObject({ hasEndedByItself: true, cutAt: undefined, endedAt: 400 })
  })

  it('waits for a charge that is still to be committed after its request ended', async () => {
    const ended = await run(
      () => 0,
      (now) => (now < 200 ? 1 : 0),
    )
    expect(ended).toMatchObject({ cutAt: undefined, endedAt: 200 })
  })

  it('cuts what is left when its patience is over, and waits for that to settle', async () => {
    let left = 3
    const ended = await run((_, isCut) => (isCut ? Math.max(0, --left) : 1))
    expect(ended).toMatchObject({ hasEndedByItself: false, cutAt: 1000 })
    expect(left).toBe(0)
  })

  it('is not held up by a caller that never reads', async () => {
    const ended = await run(() => 1)
    expect(ended).toMatchObject({ hasEndedByItself: false, cutAt: 1000, endedAt: 6000 })
  })
})
