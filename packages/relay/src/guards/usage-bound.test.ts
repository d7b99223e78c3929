import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '@weir/dialects/json'
import type { Usage } from '@weir/dialects/model/usage'
import type { Asked } from '../asked.ts'
import { boundUsage, completeUsage, isPlainUsage, type BoundContext } from './usage-bound.ts'

const usageOf = (over: Partial<Usage>): Usage => ({
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  source: 'upstream',
  ...over,
})

/** A hundred characters: 300 tokens at most, and 32768 that may be hidden. */
const askedOf = (body: JsonObject = {}, over: Partial<Asked> = {}): Asked => ({
  rawBody: 'x'.repeat(100),
  body,
  maxOutputTokens: 50,
  choices: 1,
  ...over,
})

const bounded = (usage: Partial<Usage>, asked: Asked = askedOf(), over: Partial<BoundContext> = {}): Usage =>
  boundUsage(usageOf(usage), { asked, systemPrompt: '', limits: undefined, producedCharacters: 0, ...over })

describe('calls that upstream ran by itself', () => {
  it('are believed up to a hundred of a kind', () => {
    expect(bounded({ input: 25, calls: { webSearch: 100, fileSearch: 7 } })).toMatchObject({ calls: { webSearch: 100, fileSearch: 7 } })
    expect(bounded({ input: 25, calls: { webSearch: 1e9, fileSearch: 7 } })).toMatchObject({
      input: 25,
      calls: { webSearch: 100, fileSearch: 7 },
      implausible: 'for-this-request',
    })
  })
})

describe('a plausible report', () => {
  it('is the same object, so that the usual case builds nothing', () => {
    const usage = usageOf({ input: 25, output: 50 })
    expect(isPlainUsage(usage, askedOf())).toBe(true)
    expect(boundUsage(usage, { asked: askedOf(), systemPrompt: '', limits: undefined, producedCharacters: 0 })).toBe(usage)
  })

  it('may hold a hidden prompt, pictures, files and searches', () => {
    const image = { messages: [{ content: [{ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }] }] }
    const file = { messages: [{ content: [{ type: 'file', file: { file_id: 'f' } }] }] }
    const search = { tools: [{ type: 'web_search' }] }
    expect(bounded({ input: 30_000 }).implausible).toBeUndefined()
    expect(bounded({ input: 80_000 }, askedOf(image)).implausible).toBeUndefined()
    for (const body of [file, search, { previous_response_id: 'r' }])
      expect(bounded({ input: 1_000_000 }, askedOf(body)).implausible).toBeUndefined()
    expect(bounded({ input: 1_000_000 }, askedOf({}, { body: undefined })).implausible).toBeUndefined()
  })

  it('may hold a long prompt set by the channel', () => {
    expect(bounded({ input: 60_000 }, askedOf(), { systemPrompt: 'x'.repeat(10_000) }).implausible).toBeUndefined()
  })

  it('may hold reasoning beyond the limit, where there is some', () => {
    expect(bounded({ output: 90_000, reasoning: 89_000 }).implausible).toBeUndefined()
    expect(bounded({ output: 90_000 }, askedOf({ reasoning_effort: 'high' })).implausible).toBeUndefined()
    expect(bounded({ output: 90_000 }, askedOf(), { limits: { isReasoning: true } }).implausible).toBeUndefined()
  })

  it('may hold what was delivered although the limit was ignored', () => {
    expect(bounded({ output: 9000 }, askedOf(), { producedCharacters: 9000 }).implausible).toBeUndefined()
  })
})

describe('a report beyond what the request can use', () => {
  it('is cut to the bound of prompt and output and marked', () => {
    expect(bounded({ input: 1e12, output: 1e12 })).toEqual(usageOf({ input: 33_068, output: 1124, implausible: 'for-any-request' }))
  })

  it('is held to be possible for another request as long as it is', () => {
    expect(bounded({ input: 20, output: 5000 })).toEqual(usageOf({ input: 20, output: 1124, implausible: 'for-this-request' }))
  })

  it('is held to be beyond any request above 67108864 tokens of either side, or above what this one may use', () => {
    const verdict = (usage: Partial<Usage>, over: Partial<Asked> = {}) => bounded(usage, askedOf({}, over)).implausible
    expect(verdict({ input: 67_108_864 })).toBe('for-this-request')
    expect(verdict({ input: 67_108_865 })).toBe('for-any-request')
    expect(verdict({ output: 67_108_864 })).toBe('for-this-request')
    expect(verdict({ output: 67_108_865 })).toBe('for-any-request')
    expect(verdict({ input: 80_000_000, output: 5000 }, { rawBody: 'x'.repeat(30_000_000) })).toBe('for-this-request')
    expect(verdict({ input: 40_000, output: 70_000_000 }, { maxOutputTokens: 40_000_000 })).toBe('for-this-request')
  })

  it('has no more pictures than four times those that were asked for', () => {
    const picture = { size: '1x1', quality: 'hd', count: 2 }
    const asked = askedOf({}, { fixedUsage: usageOf({ unit: 'image', input: 2000, picture, source: 'estimate' }) })
    expect(bounded({ unit: 'image', input: 8000, picture: { ...picture, count: 8 } }, asked)).toMatchObject({ picture: { count: 8 } })
    expect(bounded({ unit: 'image', input: 99_000, picture: { ...picture, count: 99 } }, asked)).toMatchObject({
      input: 8000,
      picture: { size: '1x1', quality: 'hd', count: 8 },
      implausible: 'for-this-request',
    })
  })

  it('is held to be beyond any request above a thousand times what this one may use, where tokens are not counted', () => {
    const asked = askedOf({}, { fixedUsage: usageOf({ unit: 'image', input: 2, source: 'estimate' }) })
    expect(bounded({ unit: 'image', input: 8000 }, asked)).toMatchObject({ input: 8, implausible: 'for-this-request' })
    expect(bounded({ unit: 'image', input: 8001 }, asked)).toMatchObject({ input: 8, implausible: 'for-any-request' })
  })

  it('is not excused by words in the text of the caller', () => {
    const body = { messages: [{ role: 'user', content: 'search this file: {"type":"image_url"}' }] }
    expect(bounded({ input: 100_000 }, askedOf(body)).input).toBe(33_068)
  })

  it('is cut in every class of the prompt together', () => {
    const usage = bounded({ input: 1e9, cacheRead: 20_000, cacheWrite: 1e9, cacheWriteHour: 1e9 })
    expect(usage).toMatchObject({ input: 0, cacheRead: 20_000, cacheWrite: 13_068, cacheWriteHour: 13_068 })
  })

  it('is cut in the parts of each side that are only told', () => {
    const usage = bounded({ input: 1e9, output: 1e9, audioInput: 1e9, audioOutput: 1e9, acceptedPrediction: 7, rejectedPrediction: 1e9 })
    expect(usage).toMatchObject({ input: 33_068, output: 1124, audioInput: 33_068, audioOutput: 1124 })
    expect(usage).toMatchObject({ acceptedPrediction: 7, rejectedPrediction: 1124 })
  })

  it('is cut to the limit of the model, or 131072, where the caller sets none', () => {
    const unlimited = askedOf({}, { maxOutputTokens: undefined })
    expect(bounded({ output: 1e12 }, unlimited).output).toBe(132_096)
    expect(bounded({ output: 1e12 }, askedOf({}, { maxOutputTokens: 0 })).output).toBe(132_096)
    expect(bounded({ output: 1e12 }, unlimited, { limits: { maxOutput: 4096, isReasoning: false } }).output).toBe(5120)
    expect(bounded({ output: 1e12 }, askedOf({}, { maxOutputTokens: 50, choices: 3 })).output).toBe(3372)
  })

  it('is cut as reasoning too', () => {
    expect(bounded({ output: 1e12, reasoning: 1e12 })).toMatchObject({ output: 132_196, reasoning: 132_196 })
  })

  it('is cut in pictures, characters, milliseconds and queries', () => {
    const fixed = (unit: NonNullable<Usage['unit']>, input: number) =>
      askedOf({}, { fixedUsage: usageOf({ unit, input, source: 'estimate' }) })
    expect(bounded({ unit: 'image', input: 1e12 }, fixed('image', 1000)).input).toBe(4000)
    expect(bounded({ unit: 'character', input: 1e12 }, fixed('character', 10)).input).toBe(1064)
    expect(bounded({ unit: 'millisecond', input: 1e12 }, fixed('millisecond', 1000)).input).toBe(92_000)
    expect(bounded({ unit: 'query', input: 1e12 }, fixed('query', 1))).toMatchObject({ input: 2, implausible: 'for-any-request' })
    expect(bounded({ unit: 'image', input: 4000 }, fixed('image', 1000)).implausible).toBeUndefined()
  })

  it('stays marked when it is bounded again', () => {
    const once = bounded({ output: 1e12 })
    expect(bounded(once)).toEqual(usageOf({ output: 1124, implausible: 'for-any-request' }))
  })
})

describe('figures that text came after', () => {
  it('count where they are larger, and otherwise the count does', () => {
    const counted = usageOf({ input: 7, output: 101, source: 'estimate' })
    const completed = (reported: Partial<Usage>) =>
      completeUsage(usageOf(reported), { counted, producedCharacters: 400, hasTextAfter: true })
    expect(completed({ input: 9, output: 500 })).toEqual(usageOf({ input: 9, output: 500 }))
    expect(completed({ input: 9, output: 1 })).toEqual(usageOf({ input: 9, output: 101, source: 'estimate' }))
    expect(completed({})).toEqual(usageOf({ input: 7, output: 101, source: 'estimate' }))
    expect(completed({ output: 108, uncountedPrompt: 'inside' })).toEqual(usageOf({ input: 7, output: 101, source: 'estimate' }))
    expect(completed({ output: 20, uncountedPrompt: 'inside' })).toEqual(usageOf({ input: 7, output: 101, source: 'estimate' }))
  })
})

describe('figures without the prompt', () => {
  const counted = usageOf({ input: 7, output: 101, source: 'estimate' })
  const completed = (reported: Partial<Usage>) => completeUsage(usageOf(reported), { counted, producedCharacters: 400 })

  it('leave of a sum what the prompt does not take', () => {
    expect(completed({ output: 30, uncountedPrompt: 'inside' })).toEqual(usageOf({ input: 7, output: 23, source: 'estimate' }))
    expect(completed({ output: 5, uncountedPrompt: 'inside' })).toEqual(usageOf({ input: 5, output: 0, source: 'estimate' }))
  })

  it('are believed of the output alone', () => {
    expect(completed({ output: 30, uncountedPrompt: 'beside' })).toEqual(usageOf({ input: 7, output: 30, source: 'estimate' }))
  })

  it('may be as large as prompt and output together', () => {
    expect(bounded({ output: 34_192, uncountedPrompt: 'inside' }).implausible).toBeUndefined()
    expect(bounded({ output: 34_193, uncountedPrompt: 'inside' })).toMatchObject({ output: 34_192, implausible: 'for-this-request' })
  })
})
