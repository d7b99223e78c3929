import { afterAll, describe, expect, it } from 'bun:test'
import { createMemoryCounter } from './memory.ts'
import { openRedisCounter } from './redis.ts'

const REDIS_URL = process.env['TEST_REDIS_URL'] ?? ''

describe('counters in memory', () => {
  let now = 1_800_000_000_000
  const clock = () => now
  const window = { max: 2, seconds: 10 }

  it('let so many through, then say how long to wait, and begin again', async () => {
    const counter = createMemoryCounter(clock)
    expect([await counter.take('a', window), await counter.take('a', window)]).toEqual([0, 0])
    now += 3000
    expect(await counter.take('a', window)).toBe(7)
    expect(await counter.take('b', window)).toBe(0)
    now += 7000
    expect(await counter.take('a', window)).toBe(0)
  })

  it('take back what turns out not to count', async () => {
    const counter = createMemoryCounter(clock)
    for (let call = 0; call < 10; call++) {
      expect(await counter.take('a', window)).toBe(0)
      await counter.giveBack('a')
    }
  })

  it('hold so many keys and no more, and drop what has run out first', async () => {
    const counter = createMemoryCounter(clock, 3)
    const once = { max: 1, seconds: 10 }
    await counter.take('old', { max: 1, seconds: 1 })
    for (const key of ['a', 'b']) await counter.take(key, once)
    now += 1000
    await counter.take('c', once)
    expect(await counter.take('a', once)).toBe(9)
    await counter.take('d', once)
    expect(await counter.take('a', once)).toBe(0)
  })
})

describe('counters without Redis', () => {
  it('are kept in memory, so that no limit is open', async () => {
    const changes: boolean[] = []
    let now = 0
    const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
    const counter = openRedisCounter({
      url: `redis://127.0.0.1:${silent.port}`,
      answerMs: 100,
      fallback: createMemoryCounter(Date.now),
      clock: () => now,
      onChange: (isAvailable) => changes.push(isAvailable),
    })
    const once = { max: 1, seconds: 60 }
    expect(await counter.take('a', once)).toBe(0)
    expect(await counter.take('a', once)).toBeGreaterThan(0)
    // Would take longer than the test may, if each waited for an answer.
    for (let call = 0; call < 1000; call++) await counter.take('a', once)
    now += 2000
    await counter.giveBack('a')
    expect(await counter.take('a', once)).toBe(0)
    expect(changes).toEqual([false])
    counter.close()
    silent.stop(true)
  }, 180_000)
})

if (REDIS_URL !== '') {
  describe('counters in Redis', () => {
    const open = () => {
      const counter = openRedisCounter({
        url: REDIS_URL,
        fallback: createMemoryCounter(Date.now),
        clock: Date.now,
        answerMs: 30_000,
        onChange: () => undefined,
      })
      afterAll(() => counter.close())
      return counter
    }

    it('are shared by all nodes and never let one too many through', async () => {
      const nodes = [open(), open()]
      const key = crypto.randomUUID()
      const window = { max: 10, seconds: 60 }
      const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => nodes[at % 2]?.take(key, window)))
      expect(answers.filter((wait) => wait === 0)).toHaveLength(10)
      expect(answers.filter((wait) => wait === 60)).toHaveLength(50)
      await nodes[0]?.giveBack(key)
      expect(await nodes[1]?.take(key, window)).toBe(0)
      expect(await nodes[0]?.take(key, window)).toBeGreaterThan(0)
    })

    it('run out by themselves', async () => {
      const counter = open()
      const key = crypto.randomUUID()
      await counter.take(key, { max: 1, seconds: 60 })
      const client = new Bun.RedisClient(REDIS_URL)
      expect(await client.ttl(`weir:limit:${key}`)).toBeGreaterThan(0)
      client.close()
    })
  })
}
