import { expect, it } from 'bun:test'
import { mergeRollups } from './read-remainder.ts'

const row = (time: number, model: string, [channelId, bucket]: readonly [number, number]) => ({
  time,
  model,
  channelId,
  bucket,
  requests: 1,
  failures: 2,
  quota: 3,
  promptTokens: 4,
  completionTokens: 5,
  cost: 6,
  costedQuota: 7,
})

it('sums of one hour, model, channel and latency are added, and all are ordered by these', () => {
  const parts = [
    row(2, 'a', [1, 1]),
    row(1, 'b', [1, 1]),
    row(1, 'a', [2, 1]),
    row(1, 'a', [1, 2]),
    row(1, 'a', [1, 1]),
    row(1, 'b', [1, 1]),
  ]
  expect(mergeRollups(parts)).toEqual([
    row(1, 'a', [1, 1]),
    row(1, 'a', [1, 2]),
    row(1, 'a', [2, 1]),
    { ...row(1, 'b', [1, 1]), requests: 2, failures: 4, quota: 6, promptTokens: 8, completionTokens: 10, cost: 12, costedQuota: 14 },
    row(2, 'a', [1, 1]),
  ])
})
