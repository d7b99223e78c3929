import { describe, expect, it } from 'bun:test'
import { coverOf, type Span } from './split-span.ts'

const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0)

describe('covering a span with sums', () => {
  it('takes whole days, then whole hours, and leaves the ends', () => {
    expect(coverOf({ from: 86_400 - 3700, to: 3 * 86_400 + 3601 }, [86_400, 3600])).toEqual({
      sums: [
        { grain: 3600, from: 86_400 - 3600, to: 86_400 },
        { grain: 86_400, from: 86_400, to: 3 * 86_400 },
        { grain: 3600, from: 3 * 86_400, to: 3 * 86_400 + 3600 },
      ],
      edges: [
        { from: 86_400 - 3700, to: 86_400 - 3600 },
        { from: 3 * 86_400 + 3600, to: 3 * 86_400 + 3601 },
      ],
    })
  })

  it('covers every second once and the sums without a gap', () => {
    for (let from = 0; from < 30; from++) {
      for (let to = from; to < 60; to++) {
        const { sums, edges } = coverOf({ from, to }, [24, 6, 2])
        expect(lengthOf(sums) + lengthOf(edges)).toBe(to - from)
        for (const [index, sum] of sums.entries()) {
          expect([sum.from % sum.grain, sum.to % sum.grain]).toEqual([0, 0])
          if (index > 0) expect(sum.from).toBe(sums[index - 1]?.to ?? -1)
        }
      }
    }
  })

  it('leaves everything to the rows where no grain fits', () => {
    expect(coverOf({ from: 5, to: 9 }, [])).toEqual({ sums: [], edges: [{ from: 5, to: 9 }] })
    expect(coverOf({ from: 9, to: 5 }, [24])).toEqual({ sums: [], edges: [] })
  })
})
