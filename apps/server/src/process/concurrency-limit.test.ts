import { describe, expect, it } from 'bun:test'
import { createConcurrencyLimit } from './concurrency-limit.ts'

describe('AN-25 work that takes much memory', () => {
  it('is done by four at a time and by the others in their order, however many come', async () => {
    const inTurn = createConcurrencyLimit(4)
    const order: number[] = []
    let running = 0
    let most = 0
    const work = (index: number) => async () => {
      order.push(index)
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
    }
    const first = Array.from({ length: 100 }, (_, index) => inTurn(work(index)))
    // Those who come while places change hands must not get in beside those who wait.
    const later = Array.from({ length: 100 }, async (_, index) => {
      for (let turn = 0; turn < index; turn++) await Promise.resolve()
      await inTurn(work(100 + index))
    })
    await Promise.all([...first, ...later])
    expect([most, running, order.length]).toEqual([4, 0, 200])
    expect(order.filter((index) => index < 100)).toEqual(Array.from({ length: 100 }, (_, index) => index))
  })

  it('frees its place when it fails', async () => {
    const inTurn = createConcurrencyLimit(1)
    await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await inTurn(() => Promise.resolve('next'))).toBe('next')
  })
})
