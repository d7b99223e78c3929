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
  expect(mergeRollups(parts, ['model_name', 'channel_id', 'bucket'])).toEqual([
    row(1, 'a', [1, 1]),
    row(1, 'a', [1, 2]),
    row(1, 'a', [2, 1]),
    { ...row(1, 'b', [1, 1]), requests: 2, failures: 4, quota: 6, promptTokens: 8, completionTokens: 10, cost: 12, costedQuota: 14 },
    row(2, 'a', [1, 1]),
  ])
})

it('what is not to be told apart is added up as well', () => {
  const parts = [row(1, 'b', [1, 3]), row(1, 'a', [2, 3]), row(2, 'a', [2, 4])]
  const sums = { requests: 2, failures: 4, quota: 6, promptTokens: 8, completionTokens: 10, cost: 12, costedQuota: 14 }
  expect(mergeRollups(parts, ['bucket'])).toEqual([{ ...row(1, '', [0, 3]), ...sums }, row(2, '', [0, 4])])
  expect(mergeRollups(parts, ['model_name'])).toEqual([row(1, 'a', [0, 0]), row(1, 'b', [0, 0]), row(2, 'a', [0, 0])])
  expect(parts[0]).toEqual(row(1, 'b', [1, 3]))
})
