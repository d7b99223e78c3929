import { describe, expect, it } from 'bun:test'
import { bucketFor, medianOf } from './latency.ts'

describe('median of counted latencies', () => {
  it('lies inside the bucket of the middle request and is 0 for none', () => {
    expect(medianOf([])).toBe(0)
    expect(medianOf([{ bucket: 2, requests: 10 }])).toBe(75)
    expect(
      medianOf([
        { bucket: 8, requests: 1 },
        { bucket: 0, requests: 9 },
      ]),
    ).toBeWithin(1, 26)
    expect(medianOf([{ bucket: 20, requests: 4 }])).toBe(600_000)
    expect(
      medianOf([
        { bucket: 8, requests: 4 },
        { bucket: 0, requests: 4 },
      ]),
    ).toBe(25)
  })

  it('is the same whether a bucket was counted at once or in parts', () => {
    expect(medianOf(Array.from({ length: 10 }, () => ({ bucket: 2, requests: 1 })))).toBe(75)
  })
})

it('a row belongs to the first bucket whose bound it does not exceed', () => {
  expect([0, 25, 26, 50, 1000, 1001, 600_000, 600_001].map(bucketFor)).toEqual([0, 0, 1, 1, 8, 9, 19, 20])
})
