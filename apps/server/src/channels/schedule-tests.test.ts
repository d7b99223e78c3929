import { expect, it } from 'bun:test'
import { scheduleTests } from './schedule-tests.ts'

/** Has a turn for the first who asks, and remembers for how long. */
const openTurns = () => {
  const asked: unknown[] = []
  return { asked, take: (...call: unknown[]) => Promise.resolve(asked.push(call) === 1 ? 0 : 58) }
}

const schedule = (over: { isFirst?: boolean; runsSchedules?: boolean; channelTestEveryMs?: number } = {}, turns = openTurns()) => {
  const begun: unknown[] = []
  const intervals: number[] = []
  const jobs: Promise<void>[] = []
  let isStopped = false
  const stop = scheduleTests(
    { start: (...call) => begun.push(call) > 0 },
    {
      isFirst: true,
      runsSchedules: true,
      channelTestEveryMs: 60_000,
      turns,
      ...over,
      every: (ms, _, job) => {
        intervals.push(ms)
        jobs.push(job())
        return () => {
          isStopped = true
        }
      },
    },
  )
  return { begun, intervals, stop, done: () => Promise.all(jobs), isStopped: () => isStopped }
}

it('tests all channels as often as asked, and stops', async () => {
  const { begun, intervals, stop, done, isStopped } = schedule()
  await done()
  expect(intervals).toEqual([60_000])
  expect(begun).toEqual([['all', { isScheduled: true }]])
  stop()
  expect(isStopped()).toBe(true)
})

it('tests them on one of several nodes, for the whole time until the next turn', async () => {
  const turns = openTurns()
  const nodes = [schedule({}, turns), schedule({}, turns), schedule({}, turns)]
  for (const { done } of nodes) await done()
  expect(nodes.map(({ begun }) => begun.length)).toEqual([1, 0, 0])
  expect(turns.asked).toEqual(Array(3).fill(['scheduled channel tests', { max: 1, seconds: 58 }]))
})

it('leaves it to the first process of the first node, and runs nowhere when it is off', () => {
  for (const over of [{ isFirst: false }, { runsSchedules: false }, { channelTestEveryMs: 0 }]) {
    const { intervals, stop } = schedule(over)
    stop()
    expect(intervals).toEqual([])
  }
})
