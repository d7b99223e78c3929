import { expect, it } from 'bun:test'
import { scheduleTests } from './schedule-tests.ts'

const schedule = (over: { isFirst?: boolean; runsSchedules?: boolean; channelTestEveryMs?: number } = {}) => {
  const begun: unknown[] = []
  const intervals: number[] = []
  let isStopped = false
  const stop = scheduleTests(
    { start: (...call) => begun.push(call) > 0 },
    {
      isFirst: true,
      runsSchedules: true,
      channelTestEveryMs: 60_000,
      ...over,
      every: (ms, _, job) => {
        intervals.push(ms)
        void job()
        return () => {
          isStopped = true
        }
      },
    },
  )
  return { begun, intervals, stop, isStopped: () => isStopped }
}

it('tests all channels as often as asked, and stops', () => {
  const { begun, intervals, stop, isStopped } = schedule()
  expect(intervals).toEqual([60_000])
  expect(begun).toEqual([['all', { isScheduled: true }]])
  stop()
  expect(isStopped()).toBe(true)
})

it('leaves it to the first process of the first node, and runs nowhere when it is off', () => {
  for (const over of [{ isFirst: false }, { runsSchedules: false }, { channelTestEveryMs: 0 }]) {
    const { intervals, stop } = schedule(over)
    stop()
    expect(intervals).toEqual([])
  }
})
