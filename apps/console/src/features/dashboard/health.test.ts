import { expect, test } from 'bun:test'
import { cellsOf, healthOf, totalOf } from './health.ts'

test.each([
  [0, 0, 'idle'],
  [1000, 9, 'good'],
  [1000, 10, 'shaky'],
  [10, 1, 'bad'],
] as const)('%d requests with %d failures are %s', (requests, failures, health) => {
  expect(healthOf({ requests, failures })).toBe(health)
})

test('a channel has a cell for every slice', () => {
  const channel = { id: 1, name: 'a', status: 1, cells: [{ time: 100, requests: 4, failures: 1, median_latency: 7 }] }
  const cells = cellsOf(channel, { start: 0, end: 300, step: 100 })
  expect(cells).toEqual([
    { time: 0, requests: 0, failures: 0, medianMs: 0 },
    { time: 100, requests: 4, failures: 1, medianMs: 7 },
    { time: 200, requests: 0, failures: 0, medianMs: 0 },
  ])
  expect(totalOf(cells)).toEqual({ requests: 4, failures: 1 })
})
