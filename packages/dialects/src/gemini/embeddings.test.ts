import { describe, expect, it } from 'bun:test'
import { isObject, parseJson, type JsonObject } from '../json.ts'
import type { TaskCall } from '../model/task.ts'
import { parseBatchEmbedding, parsePredictEmbedding, renderBatchEmbedding, renderPredictEmbedding } from './embeddings.ts'

const callOf = (body: JsonObject): TaskCall => ({
  task: 'embeddings',
  model: 'm',
  isStream: false,
  body,
  form: undefined,
  rawBody: JSON.stringify(body),
})
const replyOf = (json: unknown) => ({ bytes: new TextEncoder().encode(JSON.stringify(json)), contentType: 'application/json' })
const objectIn = (text: string): JsonObject => {
  const json = parseJson(text)
  return isObject(json) ? json : {}
}
const two = callOf({ input: ['a', 'b'] })
const listed = (reply: ReturnType<typeof parseBatchEmbedding>) =>
  reply.ok ? { ...objectIn(String(reply.value.body)), counted: reply.value.usage } : reply.failure.fault

describe("the developers' endpoint", () => {
  it('is asked for every text by itself, with the size where there is one', () => {
    expect(renderBatchEmbedding(two, 'e')).toEqual({
      requests: [
        { model: 'models/e', content: { parts: [{ text: 'a' }] } },
        { model: 'models/e', content: { parts: [{ text: 'b' }] } },
      ],
    })
    expect(renderBatchEmbedding(callOf({ input: 'a', dimensions: 8 }), 'e')).toEqual({
      requests: [{ model: 'models/e', content: { parts: [{ text: 'a' }] }, outputDimensionality: 8 }],
    })
  })

  it('answers with vectors and no figures, or not at all', () => {
    const vectors = [{ values: [1, 2] }, { values: [3, 'x'] }, 'y']
    expect(listed(parseBatchEmbedding(replyOf({ embeddings: vectors }), two))).toMatchObject({
      data: [{ embedding: [1, 2] }, { embedding: [3] }, { embedding: [] }],
      counted: undefined,
    })
    expect(listed(parseBatchEmbedding(replyOf({ embeddings: [] }), two))).toBe('broken')
  })
})

describe('Vertex AI', () => {
  it('is asked for every text, with the size where there is one', () => {
    expect(renderPredictEmbedding(two)).toEqual({ instances: [{ content: 'a' }, { content: 'b' }] })
    expect(renderPredictEmbedding(callOf({ input: 'a', dimensions: 8 }))).toEqual({
      instances: [{ content: 'a' }],
      parameters: { outputDimensionality: 8 },
    })
  })

  const entry = (count?: number) => ({ embeddings: { values: [1], statistics: { token_count: count } } })

  it('counts the tokens of all texts, and none where one is missing', () => {
    expect(listed(parsePredictEmbedding(replyOf({ predictions: [entry(2), entry(3)] }), two))).toMatchObject({
      data: [{ embedding: [1] }, { embedding: [1] }],
      usage: { prompt_tokens: 5, total_tokens: 5 },
      counted: { input: 5, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'upstream' },
    })
    expect(listed(parsePredictEmbedding(replyOf({ predictions: [entry(2), entry()] }), two))).toMatchObject({ counted: undefined })
    expect(listed(parsePredictEmbedding(replyOf({}), two))).toBe('broken')
  })
})
