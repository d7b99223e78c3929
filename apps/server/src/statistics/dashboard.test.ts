import { expect, it } from 'bun:test'
import { channelHealth, figuresOf, periodBefore } from './dashboard.ts'

const channel = (id: number, name: string) => ({ id, name, status: 1 })

it('the health of channels is told for each, in the order of time', () => {
  const cell = (channelId: number, time: number, medianMs: number) => ({ channelId, time, requests: 5, failures: 1, medianMs })
  const cells = [cell(2, 300, 30), cell(1, 200, 9), cell(2, 100, 10), cell(2, 200, 20)]
  expect(channelHealth([channel(2, 'two'), channel(1, 'one'), channel(3, 'idle')], cells)).toEqual([
    {
      id: 2,
      name: 'two',
      status: 1,
      cells: [
        { time: 100, requests: 5, failures: 1, median_latency: 10 },
        { time: 200, requests: 5, failures: 1, median_latency: 20 },
        { time: 300, requests: 5, failures: 1, median_latency: 30 },
      ],
    },
    { id: 1, name: 'one', status: 1, cells: [{ time: 200, requests: 5, failures: 1, median_latency: 9 }] },
    { id: 3, name: 'idle', status: 1, cells: [] },
  ])
})

it('a period is compared with the one of its length before it', () => {
  expect(periodBefore({ start: 1000, end: 1600, step: 60 })).toEqual({ start: 400, end: 1000, step: 60 })
})

it('the figures of a period are the sums of its slices', () => {
  const slice = (time: number, requests: number) => ({ time, model: 'm', requests, failures: 1, quota: 10, tokens: 100 })
  expect(figuresOf({ slices: [slice(1, 2), slice(2, 3), slice(2, 4)], cells: [], medianMs: 7 })).toEqual({
    requests: 9,
    failures: 3,
    quota: 30,
    tokens: 300,
    median_latency: 7,
  })
})
