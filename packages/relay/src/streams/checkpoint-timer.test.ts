import { describe, expect, it } from 'bun:test'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import { CheckpointPace } from './checkpoint-timer.ts'

const open = () => {
  const timers = new Map<() => void, number>()
  const writes: PromiseWithResolvers<void>[] = []
  const pace = new CheckpointPace(
    (ms, fire) => {
      timers.set(fire, ms)
      return () => void timers.delete(fire)
    },
    () => {
      const write = Promise.withResolvers<void>()
      writes.push(write)
      return write.promise
    },
  )
  const fire = () => {
    for (const timer of timers.keys()) {
      timers.delete(timer)
      timer()
    }
  }
  return { pace, timers, writes, fire }
}

const settle = async (write: PromiseWithResolvers<void> | undefined, error?: Error): Promise<void> => {
  if (error === undefined) write?.resolve()
  else write?.reject(error)
  await nextTurn()
}

describe('checkpoints of a running stream', () => {
  it('come four seconds after the first words, also when nothing follows them, and then no more', async () => {
    const { timers, writes, fire } = open()
    expect([...timers.values()]).toEqual([4000])
    fire()
    expect(writes).toHaveLength(1)
    await settle(writes[0])
    expect(timers.size).toBe(0)
  })

  it('come again four seconds after more has come, however often', async () => {
    const { pace, timers, writes, fire } = open()
    for (const characters of [1, 2, 3]) pace.advance(characters)
    expect(timers.size).toBe(1)
    fire()
    pace.advance(4)
    expect(timers.size).toBe(0)
    await settle(writes[0])
    expect([...timers.values()]).toEqual([4000])
    fire()
    expect(writes).toHaveLength(2)
  })

  it('count the characters since the last one', async () => {
    const { pace, writes } = open()
    pace.advance(8000)
    await settle(writes[0])
    pace.advance(15_999)
    expect(writes).toHaveLength(1)
    pace.advance(16_000)
    expect(writes).toHaveLength(2)
  })

  it('come at once with 8000 characters more, but one at a time', async () => {
    const { pace, timers, writes } = open()
    pace.advance(7999)
    expect(writes).toHaveLength(0)
    pace.advance(8000)
    expect([writes.length, timers.size]).toEqual([1, 0])
    pace.advance(90_000)
    expect(writes).toHaveLength(1)
    await settle(writes[0])
    pace.advance(90_001)
    expect(writes).toHaveLength(2)
  })

  it('are tried again after one failed', async () => {
    const { timers, writes, fire } = open()
    fire()
    await settle(writes[0], new Error('no database'))
    expect([...timers.values()]).toEqual([4000])
  })

  it('end with the stream', () => {
    const { pace, timers, writes } = open()
    pace.stop()
    pace.advance(90_000)
    expect([timers.size, writes.length]).toEqual([0, 0])
  })
})
