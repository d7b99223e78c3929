import { describe, expect, it } from 'bun:test'
import { NotePace } from './checkpoint-timer.ts'

describe('notes of a running stream', () => {
  it('are due every five seconds or 8000 characters, whichever comes first', async () => {
    const pace = new NotePace(1000)
    expect([pace.isDue(5999, 7999), pace.isDue(6000, 0), pace.isDue(1001, 8000)]).toEqual([false, true, true])
    await pace.during(() => Promise.resolve(), { now: 6000, characters: 500 })
    expect([pace.isDue(10_999, 8499), pace.isDue(11_000, 500), pace.isDue(6001, 8500)]).toEqual([false, true, true])
  })

  it('are not due while one is being written, and again after it failed', async () => {
    const pace = new NotePace(0)
    const write = Promise.withResolvers<void>()
    const writing = pace.during(() => write.promise, { now: 5000, characters: 0 })
    expect(pace.isDue(20_000, 90_000)).toBe(false)
    write.reject(new Error('no database'))
    await expect(writing).rejects.toThrow('no database')
    expect(pace.isDue(20_000, 90_000)).toBe(true)
  })
})
