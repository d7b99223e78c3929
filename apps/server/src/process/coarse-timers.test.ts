import { describe, expect, it } from 'bun:test'
import { createCoarseTimers } from './coarse-timers.ts'

const harness = () => {
  const exact: number[] = []
  let tick: (() => void) | undefined
  const startTimer = createCoarseTimers(
    (ms) => {
      exact.push(ms)
      return () => undefined
    },
    (_, onTick) => {
      tick = onTick
      return () => {
        tick = undefined
      }
    },
  )
  return { exact, startTimer, isTicking: () => tick !== undefined, ticks: (count: number) => Array.from({ length: count }, () => tick?.()) }
}

describe('coarse timers', () => {
  it('fire once, after the time and not before', () => {
    const { startTimer, ticks } = harness()
    let fired = 0
    startTimer(10_000, () => fired++)
    ticks(40)
    expect(fired).toBe(0)
    ticks(1)
    expect(fired).toBe(1)
    startTimer(10_000, () => undefined)
    ticks(60)
    expect(fired).toBe(1)
  })

  it('fire after the tick that the time ends in, not before', () => {
    const { startTimer, ticks } = harness()
    let fired = 0
    startTimer(10_001, () => fired++)
    ticks(41)
    expect(fired).toBe(0)
    ticks(1)
    expect(fired).toBe(1)
  })

  it('do not fire when they were cancelled, also by another of the same tick', () => {
    const { startTimer, ticks } = harness()
    const fired: string[] = []
    let cancelLast = () => undefined as void
    startTimer(5000, () => {
      fired.push('first')
      cancelLast()
    })
    const cancel = startTimer(5000, () => fired.push('cancelled'))
    cancelLast = startTimer(5000, () => fired.push('last'))
    cancel()
    ticks(30)
    expect(fired).toEqual(['first'])
  })

  it('fire a whole time after they were restarted last, and are cancelled as before', () => {
    const { startTimer, ticks } = harness()
    const fired: string[] = []
    const restarted = startTimer(10_000, () => fired.push('restarted'))
    const cancelled = startTimer(10_000, () => fired.push('cancelled'))
    ticks(30)
    restarted.restart?.()
    cancelled.restart?.()
    ticks(20)
    restarted.restart?.()
    cancelled()
    ticks(40)
    expect(fired).toEqual([])
    ticks(1)
    expect(fired).toEqual(['restarted'])
    ticks(100)
    expect(fired).toEqual(['restarted'])
  })

  it('never fire without a limit, and do not tick for it', () => {
    const { startTimer, isTicking, exact } = harness()
    startTimer(Infinity, () => undefined)()
    expect([isTicking(), exact]).toEqual([false, []])
  })

  it('tick only while a wait is pending, and leave short waits to an exact timer', () => {
    const { startTimer, ticks, isTicking, exact } = harness()
    startTimer(1999, () => undefined)
    expect(exact).toEqual([1999])
    expect(isTicking()).toBe(false)
    startTimer(2000, () => undefined)()
    expect(isTicking()).toBe(true)
    ticks(9)
    expect(isTicking()).toBe(false)
  })
})
