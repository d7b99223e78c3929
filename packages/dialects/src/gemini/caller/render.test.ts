import { describe, expect, it } from 'bun:test'
import type { ChatReply } from '../../model/event.ts'
import { geminiWire } from './caller-wire.ts'

const META = { id: 'r1', created: 1, model: 'm', body: {}, estimatedInput: 1 }
const REPLY: ChatReply = { text: '', reasoning: '', toolCalls: [], finishReason: 'stop', usage: undefined }
const usage = { input: 10, cacheRead: 4, cacheWrite: 2, output: 9, reasoning: 5, source: 'upstream' } as const

const written = (reply: Partial<ChatReply>): unknown => JSON.parse(geminiWire.renderReply({ ...REPLY, ...reply }, META))

const inspect = (json: unknown) => geminiWire.inspectReply(json, { body: {} })

describe('an answer', () => {
  it('tells the cached prompt inside the prompt, and thoughts beside the candidates', () => {
    expect(written({ text: 'a', usage: { ...usage, audioInput: 3 } })).toMatchObject({
      usageMetadata: {
        promptTokenCount: 16,
        cachedContentTokenCount: 4,
        candidatesTokenCount: 4,
        thoughtsTokenCount: 5,
        totalTokenCount: 25,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 13 },
          { modality: 'AUDIO', tokenCount: 3 },
        ],
      },
    })
  })

  it('tells what was searched for, each once, also where nothing was found', () => {
    const searched = (query: string) => ({ queries: [query], sources: [], hasFailed: false })
    expect(written({ text: 'No.', searches: [searched('rain'), searched('snow'), searched('rain')] })).toMatchObject({
      candidates: [{ groundingMetadata: { webSearchQueries: ['rain', 'snow'] } }],
    })
  })

  it('tells its sources in bytes, each once', () => {
    const cite = (url: string, start: number, end: number) => ({
      type: 'url_citation',
      url_citation: { url, title: url.toUpperCase(), start_index: start, end_index: end },
    })
    expect(written({ text: 'Über Köln 😀.', annotations: [cite('a', 0, 4), cite('b', 5, 9), cite('a', 10, 11)] })).toMatchObject({
      candidates: [
        {
          groundingMetadata: {
            groundingChunks: [{ web: { uri: 'a', title: 'A' } }, { web: { uri: 'b', title: 'B' } }],
            groundingSupports: [
              { segment: { startIndex: 0, endIndex: 5, text: 'Über' }, groundingChunkIndices: [0] },
              { segment: { startIndex: 6, endIndex: 11, text: 'Köln' }, groundingChunkIndices: [1] },
              { segment: { startIndex: 12, endIndex: 16, text: '😀' }, groundingChunkIndices: [0] },
            ],
          },
        },
      ],
    })
  })

  it('tells probabilities, pictures and speech where clients of this wire look for them', () => {
    const logprobs = [{ token: 'a', logprob: -0.5, top_logprobs: [{ token: 'b', logprob: -1 }] }]
    expect(
      written({ text: 'a', logprobs, images: [{ mimeType: 'image/png', data: 'AA' }], audio: { data: 'BB', transcript: 'hi' } }),
    ).toMatchObject({
      candidates: [
        {
          content: {
            parts: [
              { text: 'a' },
              { inlineData: { mimeType: 'image/png', data: 'AA' } },
              { text: 'hi' },
              { inlineData: { mimeType: 'audio/wav', data: 'BB' } },
            ],
          },
          logprobsResult: {
            chosenCandidates: [{ token: 'a', logProbability: -0.5 }],
            topCandidates: [{ candidates: [{ token: 'b', logProbability: -1 }] }],
          },
        },
      ],
    })
  })

  it('shows thoughts to those alone who ask for them', () => {
    const body = { generationConfig: { thinkingConfig: { includeThoughts: true } } }
    const shown = JSON.parse(geminiWire.renderReply({ ...REPLY, reasoning: 'hm', text: 'a' }, { ...META, body })) as object
    expect(shown).toMatchObject({ candidates: [{ content: { parts: [{ text: 'hm', thought: true }, { text: 'a' }] } }] })
    expect(written({ reasoning: 'hm', text: 'a' })).toMatchObject({ candidates: [{ content: { parts: [{ text: 'a' }] } }] })
  })
})

describe('bytes that pass', () => {
  it('are inspected for figures, the end and errors', () => {
    const candidate = { content: { parts: [{ text: 'a' }, { functionCall: { name: 'f', args: { x: 1 } } }] } }
    expect(inspect({ candidates: [candidate] })).toEqual({
      usage: undefined,
      hasFinished: false,
      hasOutput: true,
      error: undefined,
      text: 'af{"x":1}',
    })
    expect(inspect({ candidates: [{ ...candidate, finishReason: 'MALFORMED_FUNCTION_CALL' }] }).hasFinished).toBe(true)
    expect(inspect({ candidates: [{ finishReason: 'FINISH_REASON_UNSPECIFIED' }] }).hasFinished).toBe(false)
    const figures = {
      promptTokenCount: 10,
      cachedContentTokenCount: 4,
      candidatesTokenCount: 3,
      thoughtsTokenCount: 2,
      totalTokenCount: 15,
    }
    expect(inspect({ usageMetadata: figures })).toMatchObject({
      hasOutput: false,
      usage: { input: 6, cacheRead: 4, output: 5, reasoning: 2 },
    })
    expect(inspect([{ error: { code: 429 } }])).toMatchObject({ error: { code: 429 }, hasOutput: false })
    expect(inspect({ promptFeedback: { blockReason: 'SAFETY' } })).toMatchObject({ hasOutput: true, hasFinished: true })
    expect(inspect({ candidates: [{ content: { role: 'model' }, index: 0 }] }).hasOutput).toBe(false)
    expect(inspect({})).toMatchObject({ hasOutput: false, hasFinished: false })
  })
})
