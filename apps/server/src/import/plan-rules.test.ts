import { describe, expect, it } from 'bun:test'
import { planRules } from './plan-rules.ts'

const { ratios, nowSeconds } = planRules(1_790_000_000)

describe('what an import takes for a default', () => {
  it('knows of the older program the ratios of models alone', () => {
    expect(ratios.older('ModelRatio', 'gpt-4')).toBe(15)
    expect(ratios.older('ModelRatio', 'no-such-model')).toBeUndefined()
    for (const option of ['CompletionRatio', 'CacheReadRatio', 'CacheWriteRatio'] as const) {
      expect(ratios.older(option, 'gpt-4')).toBeUndefined()
    }
  })

  it('reads each ratio of the catalogue from the price it belongs to', () => {
    const listed = (option: Parameters<typeof ratios.listed>[0]) => ratios.listed(option, 'claude-sonnet-4-5')
    expect(listed('ModelRatio')).toBe(1.5)
    expect(listed('CompletionRatio')).toBe(5)
    expect(listed('CacheReadRatio')).toBe(0.1)
    expect(listed('CacheWriteRatio')).toBe(1.25)
    expect(ratios.listed('ModelRatio', 'no-such-model')).toBeUndefined()
  })

  it('knows which models are sold by the picture', () => {
    expect(['dall-e-3', 'gpt-image-1', 'gpt-4o', 'no-such-model'].map((model) => ratios.perPicture(model))).toEqual([
      0.04,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('knows which models are sold by the second', () => {
    expect(['whisper-1', 'tts-1', 'gpt-4o-transcribe', 'no-such-model'].map((model) => ratios.isBySecond(model))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('takes the time as it is given', () => {
    expect(nowSeconds).toBe(1_790_000_000)
  })
})
