import { expect, it } from 'bun:test'
import { createFirstByteTimes } from './first-byte-times.ts'

const CHANNEL = { channelId: 1, model: 'm', isStream: true }

it('follows the newest measurements, a tenth at a time', () => {
  const times = createFirstByteTimes()
  expect(times.of(CHANNEL)).toBeUndefined()
  times.record(CHANNEL, 100)
  expect(times.of(CHANNEL)).toBe(100)
  times.record(CHANNEL, 200)
  expect(times.of(CHANNEL)).toBe(110)
  times.record(CHANNEL, 10)
  expect(times.of(CHANNEL)).toBe(100)
})

it('keeps channels, models and the ways of answering apart', () => {
  const times = createFirstByteTimes()
  times.record(CHANNEL, 100)
  expect([{ isStream: false }, { model: 'n' }, { channelId: 2 }].map((over) => times.of({ ...CHANNEL, ...over }))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('forgets all when more than ten thousand are known', () => {
  const times = createFirstByteTimes()
  for (let channelId = 1; channelId <= 10_000; channelId++) times.record({ ...CHANNEL, channelId }, 5)
  times.record({ ...CHANNEL, channelId: 2 }, 5)
  expect(times.of(CHANNEL)).toBe(5)
  times.record({ ...CHANNEL, channelId: 10_001 }, 7)
  expect([times.of(CHANNEL), times.of({ ...CHANNEL, channelId: 10_001 })]).toEqual([undefined, 7])
})
