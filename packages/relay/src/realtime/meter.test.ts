import { describe, expect, it } from 'bun:test'
import type { Usage } from '@weir/dialects/model/usage'
import { ConversationMeter, estimateTranscript } from './meter.ts'

const report = (over: Partial<Usage>): Usage => ({
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  source: 'upstream',
  ...over,
})
const weighed = () => {
  const meter = new ConversationMeter()
  // A second of sound at 48 bytes a millisecond, and a hundred characters.
  meter.said({ audioBytes: 48_000, characters: 100 })
  return meter
}

describe('the weight of a conversation', () => {
  it('is nothing at first', () => {
    const nothing = { tokens: 0, audio: 0 }
    expect(new ConversationMeter().prompt()).toEqual({ known: nothing, fresh: nothing })
  })

  it('counts a token for 100 ms that are heard, begun ones too, and 0.38 for a character', () => {
    expect(weighed().prompt().fresh).toEqual({ tokens: 10 + 38, audio: 10 })
    const meter = new ConversationMeter()
    meter.said({ audioBytes: 1, characters: 0 })
    expect(meter.prompt().fresh).toEqual({ tokens: 1, audio: 1 })
    meter.said({ audioBytes: 4801, characters: 0 })
    expect(meter.prompt().fresh).toEqual({ tokens: 3, audio: 3 })
  })

  it('knows the telephone’s sound, which has a sixth of the bytes', () => {
    const meter = new ConversationMeter()
    expect([meter.msOf(48), meter.msOf(49)]).toEqual([1, 2])
    meter.configure({ audio: { input: { format: { type: 'audio/pcmu' } } }, max_output_tokens: 77 })
    expect([meter.msOf(8), meter.msOf(9), meter.session.maxOutputTokens]).toEqual([1, 2, 77])
  })

  it('takes a report for what is known, and keeps what was said meanwhile', () => {
    const meter = weighed()
    const prompt = meter.prompt()
    meter.said({ audioBytes: 9600, characters: 0 })
    meter.reported(report({ input: 30, cacheRead: 5, cacheWrite: 7, output: 11, audioInput: 4, audioCacheRead: 3, audioOutput: 2 }), prompt)
    expect(meter.prompt()).toEqual({ known: { tokens: 53, audio: 9 }, fresh: { tokens: 2, audio: 2 } })
    meter.reported(report({ output: 1 }), prompt)
    expect(meter.prompt()).toEqual({ known: { tokens: 1, audio: 0 }, fresh: { tokens: 0, audio: 0 } })
  })
})

describe('an answer without a report', () => {
  const known = (tokens: number) => ({ known: { tokens, audio: 100 }, fresh: { tokens: 20, audio: 6 } })
  const rest = { cacheWrite: 0, reasoning: 0, source: 'estimate' } as const

  it('has read all anew below 1024 tokens', () => {
    // 24 000 bytes are half a second of speech: ten tokens.
    expect(new ConversationMeter().estimate(known(1023), { audioBytes: 24_000, characters: 10 })).toEqual({
      ...rest,
      input: 1043,
      cacheRead: 0,
      output: 14,
      audioInput: 106,
      audioCacheRead: 0,
      audioOutput: 10,
    })
  })

  it('has read from the cache what was known from there on', () => {
    expect(new ConversationMeter().estimate(known(1024), { audioBytes: 24_001, characters: 0 })).toEqual({
      ...rest,
      input: 20,
      cacheRead: 1024,
      output: 11,
      audioInput: 6,
      audioCacheRead: 100,
      audioOutput: 11,
    })
  })
})

describe('a transcript without a report', () => {
  const none = { cacheRead: 0, cacheWrite: 0, reasoning: 0, source: 'estimate' } as const

  it('is its length where the model is sold by time', () => {
    expect(estimateTranscript('Whisper-1', 1501, 100)).toEqual({ ...none, input: 1501, output: 0, unit: 'millisecond' })
  })

  it('is tokens where it is not', () => {
    expect(estimateTranscript('gpt-4o-transcribe', 1501, 100)).toEqual({ ...none, input: 16, audioInput: 16, output: 38 })
  })
})
