import { describe, expect, it } from 'bun:test'
import { usageParts } from './usage.ts'

describe('the parts of a usage', () => {
  it('are those that upstream told, and none that is zero', () => {
    expect(
      usageParts({ audioInput: 3, audioOutput: 0, acceptedPrediction: undefined, rejectedPrediction: 2 }, { prompt: 9, output: 5 }),
    ).toEqual({
      audioInput: 3,
      rejectedPrediction: 2,
    })
    expect(usageParts({}, { prompt: 9, output: 5 })).toEqual({})
  })

  it('are never larger than the whole', () => {
    expect(usageParts({ audioInput: 30, audioOutput: 7, acceptedPrediction: 6 }, { prompt: 9, output: 5 })).toEqual({
      audioInput: 9,
      audioOutput: 5,
      acceptedPrediction: 5,
    })
    expect(usageParts({ audioInput: 30, audioOutput: 7 }, { prompt: 0, output: 0 })).toEqual({})
  })
})
