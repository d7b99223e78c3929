import { expect, it } from 'bun:test'
import { createFirstByteTimes } from './first-byte-times.ts'
import { rankBy } from './strategy.ts'

const orderOf = (strategy: 'latency' | 'cost', figures: Readonly<Record<number, number | undefined>>): readonly number[] => {
  const channels = Object.keys(figures).map(Number)
  const rankOf = rankBy<number>(strategy, (id) => figures[id])?.(channels) ?? (() => 0)
  return channels.toSorted((a, b) => rankOf(a) - rankOf(b))
}

it('puts the fastest first, and takes what is a fifth slower for as fast', () => {
  expect(orderOf('latency', { 1: 900, 2: 200, 3: 400 })).toEqual([2, 3, 1])
  expect(orderOf('latency', { 1: 239, 2: 200, 3: 400 })).toEqual([1, 2, 3])
  expect(orderOf('latency', { 1: 240, 2: 200, 3: 400 })).toEqual([1, 2, 3])
  expect(orderOf('latency', { 1: 241, 2: 200, 3: 400 })).toEqual([2, 1, 3])
})

it('takes a channel that has not been measured for a fast one, so that it will be', () => {
  expect(orderOf('latency', { 1: 900, 2: undefined, 3: 200 })).toEqual([2, 3, 1])
  expect(orderOf('latency', { 1: undefined, 2: undefined })).toEqual([1, 2])
})

it('puts the cheapest first', () => {
  expect(orderOf('cost', { 1: 30, 2: 10, 3: 20 })).toEqual([2, 3, 1])
})

it('leaves the order to the weights when nothing else is wanted', () => {
  expect(rankBy('weighted', () => 1)).toBeUndefined()
})

it('averages the times of a channel, the newest by a tenth, streams apart from whole replies', () => {
  const times = createFirstByteTimes()
  const stream = { channelId: 1, model: 'm', isStream: true }
  expect(times.of(stream)).toBeUndefined()
  times.record(stream, 100)
  times.record(stream, 200)
  expect(times.of(stream)).toBeCloseTo(110)
  expect(times.of({ ...stream, isStream: false })).toBeUndefined()
  expect(times.of({ ...stream, model: 'n' })).toBeUndefined()
  expect(times.of({ ...stream, channelId: 2 })).toBeUndefined()
})

it('does not grow without end', () => {
  const times = createFirstByteTimes()
  const kept = { channelId: 1, model: 'm', isStream: true }
  times.record(kept, 100)
  for (let count = 0; count < 10_000; count++) times.record({ ...kept, model: `m${count}` }, 1)
  expect(times.of(kept)).toBeUndefined()
  expect(times.of({ ...kept, model: 'm9999' })).toBe(1)
})
