import { describe, expect, it } from 'bun:test'
import { usageOfRealtime } from './usage.ts'

describe('the figures of a realtime response', () => {
  it('are taken apart into words, sound, pictures and what was cached of each', () => {
    expect(
      usageOfRealtime({
        total_tokens: 1253,
        input_tokens: 1132,
        output_tokens: 121,
        input_token_details: {
          text_tokens: 619,
          audio_tokens: 413,
          image_tokens: 100,
          cached_tokens: 664,
          cached_tokens_details: { text_tokens: 384, audio_tokens: 240, image_tokens: 40 },
        },
        output_token_details: { text_tokens: 30, audio_tokens: 91 },
      }),
    ).toEqual({
      input: 468,
      cacheRead: 664,
      cacheWrite: 0,
      output: 121,
      reasoning: 0,
      audioInput: 173,
      imageInput: 60,
      audioCacheRead: 240,
      audioOutput: 91,
      source: 'upstream',
    })
  })

  it('count as words what upstream does not name', () => {
    expect(usageOfRealtime({ input_tokens: 12, output_tokens: 3 })).toEqual({
      input: 12,
      cacheRead: 0,
      cacheWrite: 0,
      output: 3,
      reasoning: 0,
      source: 'upstream',
    })
    expect(usageOfRealtime({ total_tokens: 12 })).toBeUndefined()
    expect(usageOfRealtime({ input_tokens: 12 })).toBeUndefined()
    expect(usageOfRealtime({ output_tokens: 12 })).toBeUndefined()
    expect(usageOfRealtime(undefined)).toBeUndefined()
  })

  it('take words for cached first where upstream does not say what was', () => {
    const usage = { input_tokens: 100, output_tokens: 0, input_token_details: { text_tokens: 40, audio_tokens: 60, cached_tokens: 50 } }
    expect(usageOfRealtime(usage)).toMatchObject({ input: 50, cacheRead: 50, audioCacheRead: 10, audioInput: 50 })
  })

  it('count as reasoning no more than is not sound', () => {
    const details = { audio_tokens: 3, reasoning_tokens: 9 }
    expect(usageOfRealtime({ input_tokens: 1, output_tokens: 5, output_token_details: details })).toMatchObject({
      reasoning: 2,
      audioOutput: 3,
    })
  })

  it('never hold more of a part than of the whole', () => {
    const details = { audio_tokens: 900, image_tokens: 900, cached_tokens: 900, cached_tokens_details: { audio_tokens: 900 } }
    const usage = usageOfRealtime({ input_tokens: 10, output_tokens: 5, input_token_details: details, output_token_details: details })
    expect(usage).toEqual({
      input: 0,
      cacheRead: 10,
      cacheWrite: 0,
      output: 5,
      reasoning: 0,
      audioCacheRead: 10,
      audioOutput: 5,
      source: 'upstream',
    })
  })

  it('of a transcript are tokens or milliseconds', () => {
    expect(
      usageOfRealtime({ type: 'tokens', input_tokens: 22, output_tokens: 4, input_token_details: { audio_tokens: 20, text_tokens: 2 } }),
    ).toMatchObject({ input: 22, audioInput: 20, output: 4 })
    expect(usageOfRealtime({ type: 'duration', seconds: 1.2345 })).toEqual({
      input: 1235,
      cacheRead: 0,
      cacheWrite: 0,
      output: 0,
      reasoning: 0,
      unit: 'millisecond',
      source: 'upstream',
    })
  })
})
