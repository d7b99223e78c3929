import { expect, it } from 'bun:test'
import { createShutdown } from '../guards/shutdown.ts'
import { openAttempt } from '../testing/open-attempt.ts'
import { UpstreamDeadline } from './upstream-deadline.ts'

it('waits no longer than it may, and knows that it was too slow', async () => {
  const { link, timers } = openAttempt({ replies: [] })
  const { promise, resolve } = Promise.withResolvers<string>()
  const waiting = link.within(700, promise)
  const [[fire, ms] = [() => undefined, 0]] = timers
  expect(ms).toBe(700)
  fire()
  expect([link.cutReason, link.signal.aborted]).toEqual(['too-slow', true])
  resolve('late')
  expect(await waiting).toBe('late')
  expect(timers.size).toBe(0)
})

it('starts no timer for what is there, and stops it for what came or failed', async () => {
  const { link, timers, waits } = openAttempt({ replies: [] })
  expect(link.within(700, 'there')).toBe('there')
  expect(waits).toEqual([])
  expect(await link.within(700, Promise.resolve('came'))).toBe('came')
  expect(timers.size).toBe(0)
  expect(await Promise.resolve(link.within(800, Promise.reject(new Error('failed')))).catch(String)).toBe('Error: failed')
  expect([timers.size, waits]).toEqual([0, [700, 800]])
})

it('restarts the timer that runs, where it can and the time is the same, and starts another elsewhere', () => {
  const told: string[] = []
  const startTimer = (ms: number) =>
    Object.assign(() => void told.push(`stop ${ms}`), { ...(ms > 10 && { restart: () => void told.push(`restart ${ms}`) }) })
  const link = new UpstreamDeadline(new AbortController().signal, { startTimer, shutdown: createShutdown() })
  const waited = (ms: number): readonly string[] => {
    link.waitAnew(ms)
    return told.splice(0)
  }
  expect([20, 20, 30, 5, 5].map(waited)).toEqual([[], ['restart 20'], ['stop 20'], ['stop 30'], ['stop 5']])
  link.stopWaiting()
  expect([waited(5), told]).toEqual([['stop 5'], []])
})

it('ends when the caller leaves, and says so whatever happens next', () => {
  const { link, caller } = openAttempt({ replies: [] })
  caller.abort()
  link.callerLeft()
  expect([link.cutReason, link.signal.aborted]).toEqual(['caller-gone', true])
})

it('ends at once for a caller who has left before', () => {
  const { ports } = openAttempt({ replies: [] })
  const link = new UpstreamDeadline(AbortSignal.abort(), { ...ports, shutdown: createShutdown() })
  expect([link.cutReason, link.signal.aborted]).toEqual(['caller-gone', true])
})

it('keeps the first reason', () => {
  const { link, caller, timers } = openAttempt({ replies: [] })
  link.startWaiting(5)
  for (const fire of timers.keys()) fire()
  caller.abort()
  expect(link.cutReason).toBe('too-slow')
})

it('ends with the server, and at once while it stops', () => {
  const { ports } = openAttempt({ replies: [] })
  const cuts: (() => void)[] = []
  const shutdown = (isAborting: boolean) => ({
    isAborting: () => isAborting,
    onCut: (cut: () => void) => {
      cuts.push(cut)
      return () => void cuts.splice(cuts.indexOf(cut), 1)
    },
  })
  const running = new UpstreamDeadline(new AbortController().signal, { ...ports, shutdown: shutdown(false) })
  expect(running.cutReason).toBeUndefined()
  for (const cut of cuts) cut()
  expect([running.cutReason, running.signal.aborted]).toEqual(['stopping', true])
  running.close()
  expect(cuts).toEqual([])
  expect(new UpstreamDeadline(new AbortController().signal, { ...ports, shutdown: shutdown(true) }).cutReason).toBe('stopping')
})

it('aborts what is closed early, and nothing that has come to its end', () => {
  const early = openAttempt({ replies: [] })
  early.link.startWaiting(5)
  early.link.close()
  expect([early.link.signal.aborted, early.link.cutReason, early.timers.size]).toEqual([true, undefined, 0])
  const whole = openAttempt({ replies: [] })
  whole.link.startWaiting(5)
  whole.link.finish()
  whole.link.close()
  whole.caller.abort()
  expect([whole.link.signal.aborted, whole.link.cutReason, whole.timers.size]).toEqual([false, undefined, 0])
})
