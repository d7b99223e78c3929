import { describe, expect, it } from 'bun:test'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'
import { createSilenceWatch } from './silence-watch.ts'

const SILENT = new Error('silent')

const open = () => {
  const state = { nowMs: 0, isAlive: Promise.resolve(true), asked: 0, timers: 0 }
  let look = (): void => undefined
  const watch = createSilenceWatch({
    isAlive: () => {
      state.asked++
      return state.isAlive
    },
    now: () => state.nowMs,
    every: (_ms, act) => {
      state.timers++
      look = act
      return () => {
        state.timers--
        look = () => undefined
      }
    },
  })
  /** Time passes, and the watch looks once. What it asks for is answered within this turn. */
  const lookAt = async (ms: number): Promise<void> => {
    state.nowMs = ms
    look()
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  const ask = () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    return { answer: resolve, waited: watch.wait(promise, () => reject(SILENT)) }
  }
  return { state, watch, lookAt, ask }
}

describe('a server that does not answer', () => {
  it('is asked for a sign of life after five seconds, and everybody is told when there is none', async () => {
    const { state, lookAt, ask } = open()
    state.isAlive = Promise.resolve(false)
    const waiting = [ask(), ask()].map(({ waited }) => outcomeOf(waited))
    await lookAt(4999)
    expect(state.asked).toBe(0)
    await lookAt(5000)
    for (const outcome of waiting) expect(await outcome).toThrow(SILENT)
  })

  it('is known to be silent from then on, until it answers the question that is repeated every second', async () => {
    const { state, watch, lookAt, ask } = open()
    state.isAlive = Promise.resolve(false)
    const waiting = outcomeOf(ask().waited)
    expect(watch.isSilent()).toBe(false)
    await lookAt(5000)
    expect(await waiting).toThrow(SILENT)
    expect(watch.isSilent()).toBe(true)
    await lookAt(6000)
    expect([watch.isSilent(), state.asked]).toEqual([true, 2])
    state.isAlive = Promise.resolve(true)
    await lookAt(7000)
    expect(watch.isSilent()).toBe(false)
    await lookAt(8000)
    expect([state.asked, state.timers]).toEqual([3, 0])
  })

  it('is waited for as long as a statement takes while it shows signs of life', async () => {
    const { state, lookAt, ask } = open()
    const long = ask()
    for (let second = 1; second <= 600; second++) await lookAt(second * 1000)
    expect(state.asked).toBe(120)
    long.answer('done')
    expect(await long.waited).toBe('done')
  })

  it('is not asked where it has answered somebody else meanwhile', async () => {
    const { state, lookAt, ask } = open()
    state.isAlive = Promise.resolve(false)
    const long = ask()
    for (let second = 1; second <= 60; second++) {
      const short = ask()
      short.answer('short')
      await short.waited
      await lookAt(second * 1000)
    }
    expect(state.asked).toBe(0)
    long.answer('long')
    expect(await long.waited).toBe('long')
  })

  it('is believed to live when an answer came while a sign of life was waited for', async () => {
    const { state, lookAt, ask } = open()
    const sign = Promise.withResolvers<boolean>()
    state.isAlive = sign.promise
    const [first, second] = [ask(), ask()]
    await lookAt(5000)
    first.answer('late')
    expect(await first.waited).toBe('late')
    sign.resolve(false)
    await lookAt(5001)
    second.answer('later')
    expect(await second.waited).toBe('later')
  })

  it('costs no timer while nobody waits', async () => {
    const { state, lookAt, ask, watch } = open()
    const one = ask()
    expect(state.timers).toBe(1)
    one.answer('one')
    await one.waited
    await lookAt(1000)
    expect(state.timers).toBe(0)
    const two = ask()
    expect(state.timers).toBe(1)
    watch.close()
    expect(state.timers).toBe(0)
    two.answer('two')
    await two.waited
  })
})
