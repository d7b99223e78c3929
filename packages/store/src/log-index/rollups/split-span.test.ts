import { describe, expect, it } from 'bun:test'
import { splitSpan, type Span } from './split-span.ts'

const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0)

describe('splitting a span into rollups and a remainder', () => {
  it('takes whole days, then whole hours, and leaves the ends', () => {
    expect(splitSpan({ from: 86_400 - 3700, to: 3 * 86_400 + 3601 }, [86_400, 3600])).toEqual({
      rollups: [
        { grain: 3600, from: 86_400 - 3600, to: 86_400 },
        { grain: 86_400, from: 86_400, to: 3 * 86_400 },
        { grain: 3600, from: 3 * 86_400, to: 3 * 86_400 + 3600 },
      ],
      remainder: [
        { from: 86_400 - 3700, to: 86_400 - 3600 },
        { from: 3 * 86_400 + 3600, to: 3 * 86_400 + 3601 },
      ],
    })
  })

  it('covers every second once and the rollups without a gap', () => {
    for (let from = 0; from < 30; from++) {
      for (let to = from; to < 60; to++) {
        const { rollups, remainder } = splitSpan({ from, to }, [24, 6, 2])
        expect(lengthOf(rollups) + lengthOf(remainder)).toBe(to - from)
        for (const [index, rollup] of rollups.entries()) {
          expect([rollup.from % rollup.grain, rollup.to % rollup.grain]).toEqual([0, 0])
          if (index > 0) expect(rollup.from).toBe(rollups[index - 1]?.to ?? -1)
        }
      }
    }
  })

  it('leaves everything to the rows where no grain fits', () => {
    expect(splitSpan({ from: 5, to: 9 }, [])).toEqual({ rollups: [], remainder: [{ from: 5, to: 9 }] })
    expect(splitSpan({ from: 9, to: 5 }, [24])).toEqual({ rollups: [], remainder: [] })
  })
})
